import { isolate } from '@barkyard/domain/isolate'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { LOST_NEAR } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { agoWords } from './ago-words.ts'
import classes from './strip.module.css'

/** The dogs that are lost around the user, nearest first. Here, because Sniff's first files hold no other of these calls. */
export const useNearCases = () => trpc.lost.list.useQuery(LOST_NEAR, { throwOnError: false, select: itemsOfPage })

/** Says that a dog is lost nearby, while one is. */
export function LostStrip() {
  const now = useNow()
  const units = useUnits()
  const cases = useNearCases()
  const [lost, ...others] = cases.data ?? []
  if (!lost) return null
  const where = lost.distance === null ? '' : `, ${distanceText(lost.distance, units)} from you`
  return (
    <section className={classes.strip} aria-label="Lost nearby">
      <Link className={classes.way} to={`/lost/${lost.id}`}>
        <DogAvatar dog={lost.dog} size={56} />
        <span className="grow breakable">
          <span className={classes.title}>{isolate(lost.dog.name)} is lost</span>
          <br />
          {lost.dog.breed}
          {where}. Last seen {agoWords(lost.lastSeenAt, now)}.
        </span>
        <IconChevronRight size={22} aria-hidden="true" />
      </Link>
      {others.length > 0 ? (
        <Link className={classes.all} to="/lost">
          {others.length} more
        </Link>
      ) : null}
    </section>
  )
}
