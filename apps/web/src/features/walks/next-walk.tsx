import { useActingDog } from '../../auth.ts'
import { useOwnWalks } from './data.ts'
import { useNearWalk } from './near-walk.ts'
import { WalkCard } from './walk-card.tsx'
import classes from './walks.module.css'
import { isOnWalk } from './words.ts'

/** The next walk of the acting dog, else the next one near it that it could join. Nothing if there is neither. */
export function NextWalk() {
  const dog = useActingDog()
  const own = useOwnWalks()?.find(walk => walk.cancelledAt === null && isOnWalk(walk, dog?.id))
  const near = useNearWalk()
  const walk = own ?? near
  if (!walk) return null
  return (
    <section aria-labelledby="next-walk" className={classes.next}>
      <h2 id="next-walk" className={classes.heading}>
        {own ? 'Your next walk' : 'An open walk near you'}
      </h2>
      <WalkCard key={walk.id} walk={walk} />
    </section>
  )
}
