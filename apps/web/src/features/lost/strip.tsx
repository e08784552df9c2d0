import { isolate } from '@barkyard/domain/isolate'
import type { Lost } from '@barkyard/domain/schemas/lost'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { LOST_NEAR } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { agoWords } from './ago-words.ts'

/** The dogs that are lost around the user, nearest first. Here, because Sniff's first files hold no other of these calls. */
export const useNearCases = () => trpc.lost.list.useQuery(LOST_NEAR, { throwOnError: false, select: itemsOfPage })

/** "Shiba Inu, 2 km from you. Last seen 3 hours ago." */
export function CaseLine({ lost: { dog, distance, lastSeenAt } }: { lost: Lost }) {
  const now = useNow()
  const units = useUnits()
  const where = distance === null ? '' : `, ${distanceText(distance, units)} from you`
  return `${dog.breed}${where}. Last seen ${agoWords(lastSeenAt, now)}.`
}

const STRIP = {
  marginBottom: 16,
  padding: '10px 16px',
  border: '2px solid var(--collar)',
  borderRadius: 'var(--radius-card)',
  background: 'var(--card)',
}

export function LostStrip() {
  const [lost, ...others] = useNearCases().data ?? []
  if (!lost) return null
  return (
    <section className="row-8 center" style={STRIP} aria-label="Lost nearby">
      <Link className="line-12 plain-link grow" style={{ flexBasis: 240, minHeight: 56 }} to={`/lost/${lost.id}`}>
        <DogAvatar dog={lost.dog} size={56} />
        <span className="grow breakable">
          <span className="text-lead bold">{isolate(lost.dog.name)} is lost</span>
          <br />
          <CaseLine lost={lost} />
        </span>
        <IconChevronRight className="no-shrink" size={22} aria-hidden="true" />
      </Link>
      {others.length > 0 ? (
        <Link className="tap bold" to="/lost">
          {others.length} more
        </Link>
      ) : null}
    </section>
  )
}
