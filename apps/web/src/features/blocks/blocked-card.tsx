import type { Block } from '@barkyard/domain/schemas/block'
import { useRef } from 'react'
import { UndoCard } from '../../components/undo-card.tsx'
import { useBlocks, useUndoBlock } from './data.ts'

const WORDS: Record<Block['kind'], string> = {
  owner: 'Owner blocked, with all their dogs',
  pair: 'Match ended',
}

/** The user's blocks and ended matches, which can be undone. */
export function BlockedCard() {
  const heading = useRef<HTMLHeadingElement>(null)
  const blocks = useBlocks()
  return (
    <UndoCard
      title="Blocked and unmatched"
      headingRef={heading}
      empty="You haven't blocked or unmatched anybody."
      failed="We couldn't load your blocks"
      rows={{ ...blocks, data: blocks.data?.map(block => ({ ...block, words: WORDS[block.kind] })) }}
      // The focused button was removed with its row.
      undo={useUndoBlock(() => heading.current?.focus())}
    />
  )
}
