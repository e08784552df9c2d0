import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTurns } from '../../lib/use-turns.ts'
import classes from './carousel.module.css'
import { pictureOf, type SampleDog } from './sample-dogs.ts'

/** A dog's photos, one at a time. While its buttons have the focus, the arrow keys browse the photos. */
export function Carousel({ dog, onTurn }: { dog: SampleDog; onTurn?: (at: number) => void }) {
  const count = dog.pictures.length
  const { at, turn, onKeyDown } = useTurns(count)
  const told = useEffectEvent((picture: number) => onTurn?.(picture))
  useEffect(() => told(at), [at])

  return (
    <div className={classes.carousel}>
      <img
        className={classes.picture}
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
