import { ageLabel } from '@barkyard/domain/dog'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { CollarTag } from '../../components/collar-tag.tsx'
import { useTurns } from '../../lib/use-turns.ts'
import { capital } from '../../lib/words.ts'
import { pictureOf, type SampleDog } from './sample-dogs.ts'
import classes from './swipe-card.module.css'
import type { SwipeAction } from './swipe-deck.ts'
import { useDrag } from './use-drag.ts'

/** A dog's photos, one at a time. While its buttons have the focus, the arrow keys browse the photos. */
function Carousel({ dog, onTurn }: { dog: SampleDog; onTurn?: (at: number) => void }) {
  const count = dog.pictures.length
  const { at, turn, onKeyDown } = useTurns(count)
  const told = useEffectEvent((picture: number) => onTurn?.(picture))
  useEffect(() => told(at), [at])

  return (
    <div className={classes.picture}>
      <img
        src={pictureOf(dog, at)}
        alt={count > 1 ? `${dog.name}, picture ${at + 1} of ${count}` : dog.name}
        width={800}
        height={1000}
        draggable={false}
      />
      {count > 1 ? (
        // biome-ignore lint/a11y/useSemanticElements: two buttons in the flow of a picture, no form
        <div role="group" aria-label={`Pictures of ${dog.name}`} className={classes.controls} onKeyDown={onKeyDown}>
          <button
            type="button"
            className={`icon-button ${classes.turn}`}
            aria-label="Previous picture"
            onClick={() => turn(-1)}
          >
            <IconChevronLeft size={24} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={`icon-button ${classes.turn}`}
            aria-label="Next picture"
            onClick={() => turn(1)}
          >
            <IconChevronRight size={24} aria-hidden="true" />
          </button>
        </div>
      ) : null}
      {count > 1 ? (
        <div className={classes.dots} aria-hidden="true">
          {dog.pictures.map((picture, dot) => (
            <span key={picture.join()} className={classes.dot} data-on={dot === at || undefined} />
          ))}
        </div>
      ) : null}
      <span className="visually-hidden" aria-live="polite">
        {at > 0 ? `Picture ${at + 1} of ${count}` : ''}
      </span>
    </div>
  )
}

const STAMPS: Record<SwipeAction, string> = { pass: 'Pass', 'super-like': 'Super like', like: 'Like' }

const Stamp = ({ action, strength }: { action: SwipeAction; strength: number }) => (
  <span className={classes.stamp} data-action={action} style={{ opacity: strength }} aria-hidden="true">
    {STAMPS[action]}
  </span>
)

const Facts = ({ dog }: { dog: SampleDog }) => (
  <div className={classes.facts}>
    <h2 className={classes.name}>
      {dog.name} <span className="label quiet">{ageLabel(dog.ageYears)}</span>
    </h2>
    <p className={classes.line}>
      <span>{dog.breed}</span>
      <span>{dog.distance} km away</span>
    </p>
    <ul className="row-8 mt-8" aria-label="Temperament">
      {dog.temperament.map(word => (
        <li key={word}>
          <CollarTag size="sm" tone="grass">
            {capital(word)}
          </CollarTag>
        </li>
      ))}
    </ul>
    <p className="mt-8">{dog.bio}</p>
  </div>
)

const SizeTag = ({ dog }: { dog: SampleDog }) => (
  <CollarTag tone="ball" className={classes.size}>
    {capital(dog.size)}
  </CollarTag>
)

interface SwipeCardProps {
  dog: SampleDog
  /** Called when it was dragged aside. `offset` is the position of its release in px. */
  onSwipe: (action: SwipeAction, offset: number) => void
  onTurn: (picture: number) => void
}

/** The card of the top dog. */
export function SwipeCard({ dog, onSwipe, onTurn }: SwipeCardProps) {
  const drag = useDrag((side, offset) => onSwipe(side === 'left' ? 'pass' : 'like', offset))
  const offset = drag.offset ?? 0
  return (
    <article
      className={classes.card}
      aria-label={dog.name}
      data-dragging={drag.offset !== null || undefined}
      style={{ '--x': `${offset}px`, '--turn': `${offset / 18}deg` } as CSSProperties}
      {...drag.handlers}
    >
      <Carousel dog={dog} onTurn={onTurn} />
      <SizeTag dog={dog} />
      {drag.offset === null ? null : <Stamp action={offset < 0 ? 'pass' : 'like'} strength={drag.progress} />}
      <Facts dog={dog} />
    </article>
  )
}

interface GoneCardProps {
  dog: SampleDog
  picture: number
  action: SwipeAction
  offset: number
  onGone: () => void
}

/** A card that leaves. It is only a picture, so that the next card can be used at once. */
export const GoneCard = ({ dog, picture, action, offset, onGone }: GoneCardProps) => (
  <div
    className={classes.card}
    data-gone={action}
    aria-hidden="true"
    style={{ '--x': `${offset}px`, '--turn': `${offset / 18}deg` } as CSSProperties}
    onAnimationEnd={event => event.target === event.currentTarget && onGone()}
  >
    <div className={classes.picture}>
      <img src={pictureOf(dog, picture)} alt="" draggable={false} />
    </div>
    <SizeTag dog={dog} />
    <Stamp action={action} strength={1} />
    <Facts dog={dog} />
  </div>
)

/** The visible part of the card below the top one. */
export const NextCard = ({ dog, depth }: { dog: SampleDog; depth: 1 | 2 }) => (
  <div className={classes.card} data-depth={depth} aria-hidden="true">
    <div className={classes.picture}>
      <img src={pictureOf(dog, 0)} alt="" draggable={false} />
    </div>
    <div className={classes.facts}>
      <p className={classes.name}>{dog.name}</p>
    </div>
  </div>
)
