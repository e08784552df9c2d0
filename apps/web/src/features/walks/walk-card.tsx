import { isolate } from '@barkyard/domain/isolate'
import { parkById } from '@barkyard/domain/parks'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { WALK_KINDS } from '@barkyard/domain/walk'
import { IconPaw, IconRepeat, IconRuler2 } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { useActingDog } from '../../auth.ts'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { WhenWhere } from '../../components/plan/when-where.tsx'
import { Section } from '../../components/section.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { useNow } from '../../lib/use-now.ts'
import { useNearWalk, useOwnWalks } from './data.ts'
import { WalkActions } from './walk-actions.tsx'
import classes from './walks.module.css'
import { isOnWalk, placesText, sizesText, stateOf } from './words.ts'

const CARD = { gap: 6, height: '100%', padding: 16 }

interface WalkCardProps {
  walk: Walk
  /** It stands between cards of dogs, so it says what it is. */
  isAmongDogs?: boolean
  /** On the walk's own page, which has its title. */
  isWhole?: boolean
}

/** A walk: when (at the park), where and for whom it is. In a list its title links to its page, and joining takes one tap. */
export function WalkCard({ walk, isAmongDogs = false, isWhole = false }: WalkCardProps) {
  const dog = useActingDog()
  const now = useNow()
  const units = useUnits()
  const card = useRef<HTMLElement>(null)
  const about = `walk-${walk.id}`
  const { word, tone } = stateOf(walk, dog?.id, now)
  const size = isWhole ? 'md' : 'sm'
  const isHost = walk.hostDog.id === dog?.id
  const sizes = sizesText(walk)
  const kind = WALK_KINDS[walk.kind]
  const address = isWhole ? parkById(walk.parkId)?.address : null
  return (
    <article ref={card} tabIndex={-1} aria-label={walk.title} className="card column relative" style={CARD}>
      <div className="row-8">
        {isAmongDogs ? <CollarTag size="sm">Open walk</CollarTag> : null}
        <CollarTag tone={tone} size={size}>
          {word}
        </CollarTag>
        {tone === 'grass' ? <CollarTag size={size}>{placesText(walk)}</CollarTag> : null}
      </div>
      {isWhole ? null : (
        <h3 id={about} className="text-lead breakable mt-4">
          <Link to={`/walk/${walk.id}`} className="cover-link plain-link">
            {walk.title}
          </Link>
        </h3>
      )}
      <p id={isWhole ? about : undefined} className="quiet breakable">
        Hosted by {isHost ? 'you' : walk.hostDog.name}
        {isHost && isWhole ? ` and ${isolate(walk.hostDog.name)}` : ''}
      </p>
      <WhenWhere plan={walk} now={now}>
        <span>{walk.distance === null ? null : ` · ${distanceText(walk.distance, units)} away`}</span>
        {address ? <span className="quiet text-small block">{address}</span> : null}
      </WhenWhere>
      {walk.repeats ? (
        <p className="icon-line">
          <IconRepeat size={20} aria-hidden="true" />
          Every week
        </p>
      ) : null}
      <p className="icon-line">
        <IconPaw size={20} aria-hidden="true" />
        <span>
          {kind?.name ?? walk.kind}
          {isWhole ? <span className="quiet text-small block">{kind?.means}</span> : null}
        </span>
      </p>
      {sizes ? (
        <p className="icon-line">
          <IconRuler2 size={20} aria-hidden="true" />
          {sizes}
        </p>
      ) : null}
      {isWhole ? null : <Faces walk={walk} />}
      {dog ? (
        <WalkActions
          walk={walk}
          dog={dog}
          about={about}
          now={now}
          isShort={!isWhole}
          onDone={() => card.current?.focus({ preventScroll: true })}
        />
      ) : null}
    </article>
  )
}

const FACES = 5

function Faces({ walk: { dogs } }: { walk: Walk }) {
  const names = dogs.map(({ name }) => name).join(', ')
  return (
    <div className={`line mt-4 ${classes.faces}`} role="img" aria-label={`Coming: ${names}`}>
      {dogs.slice(0, FACES).map(dog => (
        <DogAvatar key={dog.id} dog={dog} size={36} />
      ))}
      {dogs.length > FACES ? <span className="disc text-tag bold">+{dogs.length - FACES}</span> : null}
    </div>
  )
}

/** The next walk of the acting dog, else the next one near it that it could join. Nothing if there is neither. */
export function NextWalk() {
  const dog = useActingDog()
  const own = useOwnWalks()?.find(walk => walk.cancelledAt === null && isOnWalk(walk, dog?.id))
  const near = useNearWalk()
  const walk = own ?? near
  if (!walk) return null
  return (
    <Section title={own ? 'Your next walk' : 'An open walk near you'}>
      <WalkCard key={walk.id} walk={walk} />
    </Section>
  )
}
