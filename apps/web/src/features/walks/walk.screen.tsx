import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { Link, useParams } from 'react-router-dom'
import { useActingDog } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Spinner } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Section } from '../../components/section.tsx'
import { OtherDogMenu } from '../../other-dog-menu.tsx'
import { errorStatus } from '../../trpc.ts'
import { useWalk } from './data.ts'
import { WalkCard } from './walk-card.tsx'
import { signalText } from './words.ts'

const BACK = { to: '/playdates', label: 'Back to playdates' }

function DogRow({ walk, dog, isOwn }: { walk: Walk; dog: Dog; isOwn: boolean }) {
  const signal = signalText(walk, dog)
  const role = walk.hostDog.id === dog.id ? 'Host' : null
  return (
    <li className="line-12" style={{ padding: '8px 0' }}>
      <DogAvatar dog={dog} size={52} />
      <div className="grow">
        <Link to={`/dog/${dog.id}`} className="tap bold breakable" style={{ minHeight: 28 }}>
          {dog.name}
        </Link>
        <p className="quiet text-small breakable">
          {[dog.breed, role, isOwn ? 'You' : null].filter(Boolean).join(' · ')}
        </p>
        {signal ? (
          <p className="bold breakable">{isOwn ? `You're ${signal}` : `${isolate(dog.name)} is ${signal}`}</p>
        ) : null}
      </div>
      {isOwn ? null : <OtherDogMenu dog={dog} />}
    </li>
  )
}

function WalkView({ walk }: { walk: Walk }) {
  const dog = useActingDog()
  return (
    <Page title={walk.title} back={BACK} width="narrow">
      <WalkCard isWhole walk={walk} />
      <Section
        title={`${walk.dogs.length === 1 ? '1 dog is coming' : `${walk.dogs.length} dogs are coming`}, ${walk.maxDogs} at most`}
      >
        <ul className="stack-4">
          {walk.dogs.map(one => (
            <DogRow key={one.id} walk={walk} dog={one} isOwn={one.id === dog?.id} />
          ))}
        </ul>
      </Section>
    </Page>
  )
}

/** A walk's page (/walk/{id}), the same for its host, for who joins and for who looks. */
export function Component() {
  const { id = '' } = useParams()
  const walk = useWalk(id)
  // Check this first: a walk that is gone still has its old data.
  if (errorStatus(walk.error) === 404)
    return (
      <Page title="Walk not found" back={BACK} width="narrow">
        <EmptyState
          mood="nose-up"
          text="It may be gone, or it was never there. There may be others."
          action={<ButtonLink to="/playdates#walks">See open walks</ButtonLink>}
        />
      </Page>
    )
  if (!walk.data) return <Spinner />
  return <WalkView key={id} walk={walk.data} />
}
