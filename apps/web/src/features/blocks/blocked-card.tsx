import type { Block } from '@barkyard/domain/schemas/block'
import { UndoCard } from '../../components/undo-card.tsx'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

const WORDS: Record<Block['kind'], string> = {
  owner: 'Owner blocked, with all their dogs',
  pair: 'Match ended',
}

export function BlockedCard() {
  const blocks = trpc.blocks.list.useQuery(undefined, { staleTime: 0, throwOnError: false, select: itemsOfPage })
  return (
    <UndoCard
      title="Blocked and unmatched"
      empty="You haven't blocked or unmatched anybody."
      failed="We couldn't load your blocks"
      rows={{ ...blocks, data: blocks.data?.map(block => ({ ...block, words: WORDS[block.kind] })) }}
      undo={trpc.blocks.undo.useMutation({ onError: error => toastError(error, 'Failed to undo this') })}
    />
  )
}
