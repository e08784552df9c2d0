import { isolate } from '@barkyard/domain/isolate'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { SCREENS } from '../../screens.ts'
import classes from './lost.module.css'
import { CaseLine, useNearCases } from './strip.tsx'

/** The dogs that are lost around the user, nearest first. */
export function Component() {
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
            {cases.data.map(lost => (
              <li key={lost.id}>
                <Link to={`/lost/${lost.id}`} className={`line-12 plain-link ${classes.box} ${classes.row}`}>
                  <DogAvatar dog={lost.dog} size={72} />
                  <span className="grow breakable">
                    <span className="block text-name bold">{isolate(lost.dog.name)}</span>
                    <CaseLine lost={lost} />
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
