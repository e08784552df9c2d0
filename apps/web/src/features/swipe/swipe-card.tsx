import { ageLabel } from '@barkyard/domain/dog'
import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useEffectEvent } from 'react'
import { CollarTag } from '../../components/collar-tag.tsx'
import { PhotoControls, photoName } from '../../components/photo-controls.tsx'
import { useTurns } from '../../lib/use-turns.ts'
import { capital } from '../../lib/words.ts'
import { pictureOf, type SampleDog } from './sample-dogs.ts'
import classes from './swipe.module.css'
import { useDrag } from './use-drag.ts'

export type SwipeAction = 'pass' | 'super-like' | 'like'

const STAMPS: Record<SwipeAction, string> = { pass: 'Pass', 'super-like': 'Super like', like: 'Like' }

interface FrontProps {
  dog: SampleDog
  /** What it leaves with, and how sure that is, 0 to 1. */
  action?: SwipeAction | undefined
  strength?: number
  picture: ReactNode
}

const Front = ({ dog, action, strength = 1, picture }: FrontProps) => (
  <>
    <div className={classes.picture}>{picture}</div>
    <CollarTag tone="ball" className={classes.size}>
      {capital(dog.size)}
    </CollarTag>
    {action ? (
      <span
        className={`display text-name ${classes.stamp}`}
        data-action={action}
        style={{ opacity: strength }}
        aria-hidden="true"
      >
        {STAMPS[action]}
      </span>
    ) : null}
    <div className={classes.facts}>
      <h2 className="text-name">
        {dog.name} <span className="label quiet">{ageLabel(dog.ageYears)}</span>
      </h2>
      <p className="between quiet row-8">
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
  </>
)

const place = (offset: number) => ({ '--x': `${offset}px`, '--turn': `${offset / 18}deg` }) as CSSProperties

interface SwipeCardProps {
  dog: SampleDog
  /** Called when it was dragged aside. `offset` is the position of its release in px. */
  onSwipe: (action: SwipeAction, offset: number) => void
  onTurn: (picture: number) => void
}

/** The card of the top dog. Its photos are shown one at a time. */
export function SwipeCard({ dog, onSwipe, onTurn }: SwipeCardProps) {
  const sideOf = (offset: number) => (offset < 0 ? 'pass' : 'like')
  const { offset, progress, handlers } = useDrag(moved => onSwipe(sideOf(moved), moved))
  const turns = useTurns(dog.pictures.length)
  const { at } = turns
  const told = useEffectEvent(onTurn)
  useEffect(() => told(at), [at])
  return (
    <article
      className={classes.card}
      aria-label={dog.name}
      data-dragging={offset !== null || undefined}
      style={place(offset ?? 0)}
      {...handlers}
    >
      <Front
        dog={dog}
        action={offset === null ? undefined : sideOf(offset)}
        strength={progress}
        picture={
          <>
            <img src={pictureOf(dog, at)} alt={photoName(dog.name, at)} draggable={false} />
            <PhotoControls name={dog.name} photos={dog.pictures.map(one => ({ id: one.join() }))} turns={turns} />
          </>
        }
      />
    </article>
  )
}

export interface StillCardProps extends ComponentProps<'div'> {
  dog: SampleDog
  picture?: number
  action?: SwipeAction
  /** How far the card was dragged, in px. */
  offset?: number
  depth?: 1 | 2
}

/** A card below the top one, or one that leaves: only a picture, so that the top card can be used at once. */
export const StillCard = ({ dog, picture = 0, action, offset = 0, depth, ...rest }: StillCardProps) => (
  <div
    className={classes.card}
    data-gone={action}
    data-depth={depth}
    aria-hidden="true"
    style={place(offset)}
    {...rest}
  >
    <Front dog={dog} action={action} picture={<img src={pictureOf(dog, picture)} alt="" draggable={false} />} />
  </div>
)
