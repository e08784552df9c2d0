import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { useRef } from 'react'
import { UndoCard } from '../../components/undo-card.tsx'
import { useSkips, useUndoSkip } from './data.ts'

/** The dogs that the acting dog doesn't find in Sniff. */
export function SkipsCard({ dog }: { dog: Dog }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const skips = useSkips()
  return (
    <UndoCard
      title={`Not for ${isolate(dog.name)}`}
      headingRef={heading}
      empty={`${isolate(dog.name)} finds every dog nearby. “Not for us” in a dog's menu leaves it out of Sniff.`}
      failed="We couldn't load these dogs"
      rows={{ ...skips, data: skips.data?.map(skip => ({ ...skip, words: 'Left out of Sniff' })) }}
      // The focused button was removed with its row.
      undo={useUndoSkip(() => heading.current?.focus())}
    />
  )
}
