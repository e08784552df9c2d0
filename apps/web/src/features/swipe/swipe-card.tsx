import { ageLabel } from '@barkyard/domain/dog'
import { useWindowEvent } from '@mantine/hooks'
import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { CollarTag } from '../../components/collar-tag.tsx'
import { PhotoControls, photoName } from '../../components/photo-controls.tsx'
import { useTurns } from '../../lib/use-turns.ts'
import { capital } from '../../lib/words.ts'
import { pictureOf, type SampleDog } from './sample-dogs.ts'
import classes from './swipe.module.css'

/** Below this distance in px a press is not a drag, and a touch may still scroll. */
const SLOP = 8
/** A release beyond this distance (px) decides; a shorter one after a quick move, of at least so many px at so many px per ms. */
const FAR = 110
const FLICK_LEAST = 36
const FAST = 0.5

/** Drags a card aside. `onRelease` gets the offset in px (left: below 0) if far or fast enough, or the card returns. */
function useDrag(onRelease: (offset: number) => void) {
  const grip = useRef<{ pointer: number; x: number; y: number; since: number } | null>(null)
  const [offset, setOffset] = useState<number | null>(null)

  const drop = () => {
    grip.current = null
    setOffset(null)
  }

  const dragging = offset !== null
  useWindowEvent('keydown', event => event.key === 'Escape' && drop())

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return
    if (event.target instanceof Element && event.target.closest('button')) return
    grip.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, since: event.timeStamp }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (!held || held.pointer !== event.pointerId) return
    const dx = event.clientX - held.x
    if (!dragging) {
      if (Math.abs(dx) < SLOP || Math.abs(dx) < Math.abs(event.clientY - held.y)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.since = event.timeStamp
    }
    setOffset(dx)
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (!held || held.pointer !== event.pointerId) return
    const moved = offset ?? 0
    drop()
    const speed = Math.abs(moved) / (event.timeStamp - held.since)
    if (Math.abs(moved) >= (speed > FAST ? FLICK_LEAST : FAR)) onRelease(moved)
  }

  return {
    offset,
    /** 0 to 1: how close the drag is to the point where a release decides. */
    progress: offset === null ? 0 : Math.min(1, Math.abs(offset) / FAR),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop, onLostPointerCapture: drop },
  }
}

export type SwipeAction = 'pass' | 'super-like' | 'like'

const PHOTO = {
  position: 'absolute',
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  objectPosition: '50% 62%',
} as const
const PICTURE = { flex: 1, minHeight: 200, overflow: 'hidden', borderRadius: 'var(--radius-photo)' }
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
    <div className="relative" style={PICTURE}>
      {picture}
      <CollarTag tone="ball" className="corner">
        {capital(dog.size)}
      </CollarTag>
    </div>
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

/** How a card left: dragged aside by `offset` px, or by a button. */
export interface Leave {
  action: SwipeAction
  offset: number
}

interface SwipeCardProps {
  dog: SampleDog
  gone?: Leave | undefined
  /** Called when it was dragged aside. `offset` is the position of its release in px. */
  onSwipe: (action: SwipeAction, offset: number) => void
  onGone: () => void
}

export function SwipeCard({ dog, gone, onSwipe, onGone }: SwipeCardProps) {
  const sideOf = (moved: number) => (moved < 0 ? 'pass' : 'like')
  const { offset, progress, handlers } = useDrag(moved => onSwipe(sideOf(moved), moved))
  const turns = useTurns(dog.pictures.length)
  const x = gone?.offset ?? offset ?? 0
  return (
    <article
      className={`column relative ${classes.card}`}
      aria-label={dog.name}
      aria-hidden={gone ? true : undefined}
      data-dragging={offset !== null || undefined}
      data-gone={gone?.action}
      style={{ '--x': `${x}px`, '--turn': `${x / 18}deg` } as CSSProperties}
      onAnimationEnd={onGone}
      {...handlers}
    >
      <Front
        dog={dog}
        action={gone?.action ?? (offset === null ? undefined : sideOf(offset))}
        strength={gone ? 1 : progress}
        picture={
          <>
            <img style={PHOTO} src={pictureOf(dog, turns.at)} alt={photoName(dog.name, turns.at)} draggable={false} />
            <PhotoControls name={dog.name} photos={dog.pictures.map(one => ({ id: one.join() }))} turns={turns} />
          </>
        }
      />
    </article>
  )
}

/** A card below the top one: only a picture. */
export const StillCard = ({ dog, depth }: { dog: SampleDog; depth: 1 | 2 }) => (
  <div className={`column relative ${classes.card}`} data-depth={depth} aria-hidden="true">
    <Front dog={dog} picture={<img style={PHOTO} src={pictureOf(dog, 0)} alt="" draggable={false} />} />
  </div>
)
