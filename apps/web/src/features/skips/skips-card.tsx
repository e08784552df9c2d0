import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { UndoCard } from '../../components/undo-card.tsx'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { trpc } from '../../trpc.ts'
import { useUndoSkip } from './data.ts'

/** The dogs that the acting dog doesn't find in Sniff. Refreshed at each visit, because other devices change it too. */
export function SkipsCard({ dog }: { dog: Dog }) {
  const skips = trpc.skips.list.useQuery(undefined, { staleTime: 0, throwOnError: false, select: itemsOfPage })
  return (
    <UndoCard
      title={`Not for ${isolate(dog.name)}`}
      empty={`${isolate(dog.name)} finds every dog nearby. “Not for us” in a dog's menu leaves it out of Sniff.`}
      failed="We couldn't load these dogs"
      rows={{ ...skips, data: skips.data?.map(skip => ({ ...skip, words: 'Left out of Sniff' })) }}
      undo={useUndoSkip()}
    />
  )
}
