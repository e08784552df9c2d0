import { isolate } from '@barkyard/domain/isolate'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Turns } from '../lib/use-turns.ts'
import classes from './photo-controls.module.css'

/** The name of a dog's photo. @param at its index; 0 is the main photo. */
export const photoName = (name: string, at: number) =>
  at === 0 ? `Photo of ${isolate(name)}` : `Photo ${at + 1} of ${isolate(name)}`

const GROUND = { padding: '4px 6px', borderRadius: 99, background: 'rgb(0 0 0 / 45%)' }
const DOTS = { position: 'absolute', right: 12, bottom: 16, gap: 5, ...GROUND } as const

interface PhotoControlsProps {
  name: string
  photos: readonly { id: string }[]
  turns: Turns
}

/** Buttons for the next and the previous photo and dots for their number: one tab stop with arrow keys. */
export function PhotoControls({ name, photos, turns }: PhotoControlsProps) {
  const { at, turn, onKeyDown } = turns
  if (photos.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons over a picture, no form
    <div
      role="group"
      aria-label={`Photos of ${isolate(name)}`}
      className={`line between on-photo ${classes.controls}`}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className={`icon-button ${classes.turn}`}
        tabIndex={-1}
        aria-label={`Previous photo of ${isolate(name)}`}
        onClick={() => turn(-1)}
      >
        <IconChevronLeft size={22} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`icon-button ${classes.turn}`}
        aria-label={`Next photo of ${isolate(name)}`}
        onClick={() => turn(1)}
      >
        <IconChevronRight size={22} aria-hidden="true" />
      </button>
      <span className="line" style={DOTS} aria-hidden="true">
        {photos.map((photo, index) => (
          <span key={photo.id} className={classes.dot} data-on={index === at || undefined} />
        ))}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {`Photo ${at + 1} of ${photos.length}`}
      </span>
    </div>
  )
}
