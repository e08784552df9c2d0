import type { Walk } from '@barkyard/domain/schemas/walk'
import { WALK_KINDS } from '@barkyard/domain/walk'
import { IconPaw, IconRepeat, IconRuler2 } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useActingDog } from '../../auth.ts'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { WhenWhere } from '../../components/plan/when-where.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOwnWalks } from './data.ts'
import { useNearWalk } from './near-walk.ts'
import { WalkActions } from './walk-actions.tsx'
import classes from './walks.module.css'
import { isOnWalk, placesText, sizesText, stateOf } from './words.ts'

interface WalkCardProps {
  walk: Walk
  /** It stands between cards of dogs, so it says what it is. */
  isAmongDogs?: boolean
}

/** A walk of a list: its title links to its page, and joining takes one tap. */
export function WalkCard({ walk, isAmongDogs = false }: WalkCardProps) {
  const dog = useActingDog()
  const now = useNow()
  const card = useRef<HTMLElement>(null)
  const heading = `walk-${walk.id}`
  const state = stateOf(walk, dog?.id, now)
  const places = placesText(walk)
  return (
    <article ref={card} tabIndex={-1} aria-labelledby={heading} className={`card relative ${classes.card}`}>
      <div className="row-8">
        {isAmongDogs ? <CollarTag size="sm">Open walk</CollarTag> : null}
        <CollarTag tone={state.tone} size="sm">
          {state.word}
        </CollarTag>
        {state.tone === 'grass' ? <CollarTag size="sm">{places}</CollarTag> : null}
      </div>
      <h3 id={heading} className="text-lead breakable mt-4">
        <Link to={`/walk/${walk.id}`} className={classes.link}>
          {walk.title}
        </Link>
      </h3>
      <p className="quiet breakable">Hosted by {walk.hostDog.id === dog?.id ? 'you' : walk.hostDog.name}</p>
      <WalkFacts walk={walk} now={now} />
      <Faces walk={walk} />
      {dog ? (
        <WalkActions
          walk={walk}
          dog={dog}
          about={heading}
          now={now}
          isShort
          onDone={() => card.current?.focus({ preventScroll: true })}
        />
      ) : null}
    </article>
  )
}

interface WalkFactsProps {
  walk: Walk
  now: Date
  address?: ReactNode
  /** Whether it says what the kind of walk means. */
  means?: boolean
}

/** When (at the park), where and for whom a walk is. */
export function WalkFacts({ walk, now, address, means = false }: WalkFactsProps) {
  const sizes = sizesText(walk)
  const units = useUnits()
  return (
    <>
      <WhenWhere plan={walk} now={now}>
        <span>{walk.distance === null ? null : ` · ${distanceText(walk.distance, units)} away`}</span>
        {address}
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
          {WALK_KINDS[walk.kind]?.name ?? walk.kind}
          {means ? <span className="quiet text-small block">{WALK_KINDS[walk.kind]?.means}</span> : null}
        </span>
      </p>
      {sizes ? (
        <p className="icon-line">
          <IconRuler2 size={20} aria-hidden="true" />
          {sizes}
        </p>
      ) : null}
    </>
  )
}

const FACES = 5

/** The faces of the dogs that come, the host's first. */
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
    <section aria-labelledby="next-walk" className="stack-12" style={{ marginTop: 32 }}>
      <h2 id="next-walk" className="text-name">
        {own ? 'Your next walk' : 'An open walk near you'}
      </h2>
      <WalkCard key={walk.id} walk={walk} />
    </section>
  )
}
