import { isolate } from '@barkyard/domain/isolate'
import type { Park } from '@barkyard/domain/schemas/park'
import { IconRoute, IconWalk } from '@tabler/icons-react'
import { Link, useParams } from 'react-router-dom'
import { useActingDog } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyMap } from '../../components/lazy-with-retry.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Spinner } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Section } from '../../components/section.tsx'
import { directionsTo } from '../../lib/directions.ts'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { A_PAGE } from '../../screens.ts'
import { errorStatus, trpc } from '../../trpc.ts'
import { WalkCard } from '../walks/walk-card.tsx'
import { BACK, ParkHead } from './park-head.tsx'

const ParkMap = lazyMap(() => import('../../components/plan/park-map.tsx').then(module => module.ParkMap))

/** Matches that are one tap away. */
const MATCHES = 6

/** Whom one may meet here: a match of the dog's, or whoever joins a walk. */
function PlanHere({ park }: { park: Park }) {
  const dog = useActingDog()
  const matches = trpc.matches.list.useQuery(undefined, { enabled: dog !== null, throwOnError: false }).data?.items
  const at = `park=${encodeURIComponent(park.id)}`
  return (
    <Section title="Plan here">
      {dog === null ? (
        <p className="quiet">Choose which dog you want to be first. Then you can plan playdates and walks here.</p>
      ) : matches?.length === 0 ? (
        <p className="quiet">
          <bdi>{dog.name}</bdi> has no matches yet, but anybody can join a walk that you host.
        </p>
      ) : null}
      <ul className="row-8 hide-empty" aria-label="A playdate with a match">
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
        <ButtonLink style={{ marginTop: 12 }} to={`/playdates?walk&${at}`} Icon={IconWalk}>
          Host a walk here
        </ButtonLink>
      )}
    </Section>
  )
}

function WalksHere({ park }: { park: Park }) {
  const input = { parkId: park.id, limit: A_PAGE.walks }
  const walks = trpc.walks.list.useQuery(input, { throwOnError: false, select: itemsOfPage })
  return (
    <Section title="Open walks here">
      <Loaded query={walks} failed="We couldn't load the walks">
        {all =>
          all.length === 0 ? (
            <p className="quiet">No walk is planned here yet.</p>
          ) : (
            <ul className="stack-16">
              {all.map(walk => (
                <li key={walk.id}>
                  <WalkCard walk={walk} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

function ParkView({ park }: { park: Park }) {
  const dog = useActingDog()
  return (
    <Page title={park.name} back={BACK} width="narrow">
      <ParkHead park={park} />
      <p>
        <a
          className="icon-line center bold target"
          style={{ display: 'inline-flex' }}
          href={directionsTo(park)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Directions to ${park.name}, in your map`}
        >
          <IconRoute size={20} aria-hidden="true" /> Directions
        </a>
      </p>
      {/* It says whom to name. */}
      <div style={{ minHeight: 400, marginTop: 8 }}>
        <ParkMap parks={[park]} selected={park.id} onSelect={() => undefined} />
      </div>
      {park.closed ? null : <PlanHere park={park} />}
      {dog ? <WalksHere park={park} /> : null}
      <p style={{ marginTop: 32 }}>
        Is a park missing? <Link to="/parks/suggest">Suggest a park</Link>
      </p>
    </Page>
  )
}

export function Component() {
  const { id = '' } = useParams()
  const park = trpc.parks.get.useQuery({ id })
  if (errorStatus(park.error) === 404)
    return (
      <Page title="Park not found" back={BACK} width="narrow">
        <EmptyState
          mood="nose-up"
          text="It may be gone, or it was never there."
          action={<ButtonLink to="/playdates">See playdates and walks</ButtonLink>}
        />
      </Page>
    )
  if (!park.data) return <Spinner />
  return <ParkView key={id} park={park.data} />
}
