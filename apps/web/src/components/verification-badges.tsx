import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { BADGES } from '@barkyard/domain/verification'
import { IconCheck } from '@tabler/icons-react'
import { dayOf } from '../lib/words.ts'
import { CollarTag } from './collar-tag.tsx'

interface CheckedBadgesProps {
  dog: Pick<Dog, 'name' | 'verified'>
  /** sm leaves out the day on which a record runs out. */
  size?: 'sm' | 'md'
}

/** What moderators have checked about a dog, and no more than that. Renders nothing if they have checked nothing. */
export function VerificationBadges({ dog: { name, verified }, size = 'md' }: CheckedBadgesProps) {
  const { photo, vaccinatedUntil } = verified
  if (!photo && vaccinatedUntil === null) return null
  const until = vaccinatedUntil !== null && size === 'md' ? `, good until ${dayOf(vaccinatedUntil)}` : ''
  const badges = [
    ...(photo ? [BADGES.photo] : []),
    ...(vaccinatedUntil === null ? [] : [`${BADGES.vaccination}${until}`]),
  ]
  return (
    <ul className="row-8" aria-label={`What moderators checked about ${isolate(name)}`}>
      {badges.map(words => (
        <li key={words}>
          <CollarTag tone="grass" size={size} className="wrapping">
            {words}
            <IconCheck size={16} stroke={3} aria-hidden="true" />
          </CollarTag>
        </li>
      ))}
    </ul>
  )
}
