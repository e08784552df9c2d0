import type { Walk } from '@barkyard/domain/schemas/walk'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { useActingDog } from '../../auth.ts'
import { CollarTag } from '../../components/collar-tag.tsx'
import { useNow } from '../../lib/use-now.ts'
import { WalkActions } from './walk-actions.tsx'
import { Faces, WalkFacts } from './walk-facts.tsx'
import classes from './walks.module.css'
import { placesText, stateOf } from './words.ts'

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
    <article ref={card} tabIndex={-1} aria-labelledby={heading} className={classes.card}>
      <div className="row-8">
        {isAmongDogs ? <CollarTag size="sm">Open walk</CollarTag> : null}
        <CollarTag tone={state.tone} size="sm">
          {state.word}
        </CollarTag>
        {state.tone === 'grass' ? <CollarTag size="sm">{places}</CollarTag> : null}
      </div>
      <h3 id={heading} className={classes.title}>
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
