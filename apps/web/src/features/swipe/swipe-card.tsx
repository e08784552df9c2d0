import { ageLabel } from '@barkyard/domain/dog'
import type { CSSProperties } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { CollarTag } from '../../components/collar-tag.tsx'
import { PhotoControls, photoName } from '../../components/photo-controls.tsx'
import { useTurns } from '../../lib/use-turns.ts'
import { capital } from '../../lib/words.ts'
import { pictureOf, type SampleDog } from './sample-dogs.ts'
import classes from './swipe-card.module.css'
import type { SwipeAction } from './swipe-deck.ts'
import { useDrag } from './use-drag.ts'

/** A dog's photos, one at a time. */
function Carousel({ dog, onTurn }: { dog: SampleDog; onTurn: (at: number) => void }) {
  const turns = useTurns(dog.pictures.length)
  const { at } = turns
  const told = useEffectEvent(onTurn)
  useEffect(() => told(at), [at])
  return (
    <div className={classes.picture}>
      <img src={pictureOf(dog, at)} alt={photoName(dog.name, at)} width={800} height={1000} draggable={false} />
      <PhotoControls name={dog.name} photos={dog.pictures.map(picture => ({ id: picture.join() }))} turns={turns} />
    </div>
  )
}

const STAMPS: Record<SwipeAction, string> = { pass: 'Pass', 'super-like': 'Super like', like: 'Like' }

const Stamp = ({ action, strength }: { action: SwipeAction; strength: number }) => (
  <span className={`display ${classes.stamp}`} data-action={action} style={{ opacity: strength }} aria-hidden="true">
    {STAMPS[action]}
  </span>
)

const Facts = ({ dog }: { dog: SampleDog }) => (
  <div className={classes.facts}>
    <h2 className={`display ${classes.name}`}>
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
      <p className={`display ${classes.name}`}>{dog.name}</p>
    </div>
  </div>
)
