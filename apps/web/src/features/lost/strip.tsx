import { isolate } from '@barkyard/domain/isolate'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { useNow } from '../../lib/use-now.ts'
import { agoWords } from './ago-words.ts'
import { useNearCases } from './data.ts'
import classes from './strip.module.css'

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
        <span className="grow">
          <span className={classes.title}>{isolate(lost.dog.name)} is lost</span>
          <span className={classes.text}>
            {lost.dog.breed}
            {where}. Last seen {agoWords(lost.lastSeenAt, now)}.
          </span>
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
