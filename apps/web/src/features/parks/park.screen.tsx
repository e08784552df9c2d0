import { isolate } from '@barkyard/domain/isolate'
import type { Park } from '@barkyard/domain/schemas/park'
import { IconRoute, IconWalk } from '@tabler/icons-react'
import { Link, useParams } from 'react-router-dom'
import { useActingDog } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { SkeletonRows, Spinner } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { directionsTo } from '../../lib/directions.ts'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { A_PAGE } from '../../screens.ts'
import { errorStatus, trpc } from '../../trpc.ts'
import { WalkCard } from '../walks/walk-card.tsx'
import classes from './park.module.css'
import { BACK, ParkHead } from './park-head.tsx'

const ParkMap = lazyWithRetry(() => import('../../components/plan/park-map.tsx').then(module => module.ParkMap), {
  waiting: <Spinner />,
  Failed: ({ onRetry }) => <ErrorState title="We couldn't load the map" onRetry={onRetry} />,
})

/** Matches that are one tap away. */
const MATCHES = 6

/** Whom one may meet here: a match of the dog's, or whoever joins a walk. */
function PlanHere({ park }: { park: Park }) {
  const dog = useActingDog()
  const matches = trpc.matches.list.useQuery(undefined, { enabled: dog !== null, throwOnError: false }).data?.items
  const at = `park=${encodeURIComponent(park.id)}`
  return (
    <section aria-labelledby="plan-here" className={classes.section}>
      <h2 id="plan-here" className={classes.heading}>
        Plan here
      </h2>
      {dog === null ? (
        <p className="quiet">Choose which dog you want to be first. Then you can plan playdates and walks here.</p>
      ) : matches?.length === 0 ? (
        <p className="quiet">
          <bdi>{dog.name}</bdi> has no matches yet, but anybody can join a walk that you host.
        </p>
      ) : null}
      <ul className={classes.matches} aria-label="A playdate with a match">
        {matches?.slice(0, MATCHES).map(({ id, otherDog }) => (
          <li key={id}>
            <ButtonLink
              variant="default"
              to={`/playdates?match=${id}&plan&${at}`}
              leftSection={<DogAvatar dog={otherDog} size={28} />}
            >
              With {isolate(otherDog.name)}
            </ButtonLink>
          </li>
        ))}
        {matches && matches.length > MATCHES ? (
          <li>
            <ButtonLink variant="default" to={`/playdates?${at}`}>
              With another match
            </ButtonLink>
          </li>
        ) : null}
      </ul>
      {dog === null ? (
        <ButtonLink to="/my-dogs">Choose a dog</ButtonLink>
      ) : (
        <ButtonLink
          className={classes.host}
          to={`/playdates?walk&${at}`}
          leftSection={<IconWalk size={20} aria-hidden="true" />}
        >
          Host a walk here
        </ButtonLink>
      )}
    </section>
  )
}

/** Open walks to come in a park. */
function WalksHere({ park }: { park: Park }) {
  const input = { parkId: park.id, limit: A_PAGE.walks }
  const walks = trpc.walks.list.useQuery(input, { throwOnError: false, select: itemsOfPage })
  return (
    <section aria-labelledby="walks-here" className={classes.section}>
      <h2 id="walks-here" className={classes.heading}>
        Open walks here
      </h2>
      {walks.isError && !walks.data ? (
        <ErrorState title="We couldn't load the walks" onRetry={() => void walks.refetch()} />
      ) : !walks.data ? (
        <SkeletonRows rows={1} />
      ) : walks.data.length === 0 ? (
        <p className="quiet">No walk is planned here yet.</p>
      ) : (
        <ul className={classes.walks}>
          {walks.data.map(walk => (
            <li key={walk.id}>
              <WalkCard walk={walk} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ParkView({ park }: { park: Park }) {
  const dog = useActingDog()
  return (
    <Page title={park.name} back={BACK} width="narrow">
      <ParkHead park={park} />
      <p>
        <a
          className={classes.directions}
          href={directionsTo(park)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Directions to ${park.name}, in your map`}
        >
          <IconRoute size={20} aria-hidden="true" /> Directions
        </a>
      </p>
      {/* It says whom to name. */}
      <div className={classes.map}>
        <ParkMap parks={[park]} selected={park.id} onSelect={() => undefined} />
      </div>
      {park.closed ? null : <PlanHere park={park} />}
      {dog ? <WalksHere park={park} /> : null}
      <p className={classes.section}>
        Is a park missing? <Link to="/parks/suggest">Suggest a park</Link>
      </p>
    </Page>
  )
}

/** A park's page (/park/{id}): where it is, what is known about it, who walks there, and how to plan something there. */
export function Component() {
  const { id = '' } = useParams()
  const park = trpc.parks.get.useQuery({ id })
  if (errorStatus(park.error) === 404)
    return (
      <Page title="Park not found" back={BACK} width="narrow" hideTitle>
        <EmptyState
          mood="nose-up"
          title="Park not found"
          text="It may be gone, or it was never there."
          action={<ButtonLink to="/playdates">See playdates and walks</ButtonLink>}
        />
      </Page>
    )
  if (!park.data) return <Spinner />
  return <ParkView key={id} park={park.data} />
}
