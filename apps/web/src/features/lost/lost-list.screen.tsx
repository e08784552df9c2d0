import { isolate } from '@barkyard/domain/isolate'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { useNow } from '../../lib/use-now.ts'
import { SCREENS } from '../../screens.ts'
import { agoWords } from './ago-words.ts'
import classes from './lost.module.css'
import { useNearCases } from './strip.tsx'

/** The dogs that are lost around the user, nearest first. */
export function Component() {
  const now = useNow()
  const units = useUnits()
  const cases = useNearCases()
  return (
    <div className={classes.sheet}>
      <Page title={SCREENS.lostList.title} width="narrow">
        {cases.isError && !cases.data ? (
          <ErrorState title="We couldn't load this" onRetry={() => void cases.refetch()} />
        ) : !cases.data ? (
          <SkeletonRows />
        ) : cases.data.length === 0 ? (
          <EmptyState title="No dog is lost near you" text="If one is, you are told, and find it here." />
        ) : (
          <ul className="stack-12">
            {cases.data.map(({ id, dog, distance, lastSeenAt }) => (
              <li key={id}>
                <Link to={`/lost/${id}`} className={classes.row}>
                  <DogAvatar dog={dog} size={72} />
                  <span className="grow">
                    <span className={classes.rowName}>{isolate(dog.name)}</span>
                    <span className="breakable">
                      {dog.breed}
                      {distance === null ? '' : `, ${distanceText(distance, units)} from you`}. Last seen{' '}
                      {agoWords(lastSeenAt, now)}.
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Page>
    </div>
  )
}
