import { isolate } from '@barkyard/domain/isolate'
import type { Photo } from '@barkyard/domain/schemas/photo'
import { useEffect, useMemo, useState } from 'react'
import { createStore } from '../lib/store.ts'
import classes from './dog-photo.module.css'
import type { PortraitDog, portraitUrl } from './draw-portrait.ts'

const drawing = createStore<{ portraitUrl?: typeof portraitUrl }>({})

/** The drawn portrait of a dog; null where its traits are unknown, and until the drawing code is downloaded. */
function usePortrait({ id, breed, size, temperament }: Partial<PortraitDog>): string | null {
  const draw = drawing.use().portraitUrl
  const isKnown = temperament !== undefined
  useEffect(() => {
    // Without it, the initial is shown.
    if (isKnown && !draw) import('./draw-portrait.ts').then(drawing.set).catch(() => undefined)
  }, [isKnown, draw])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same traits draw the same portrait
  return useMemo(
    () => (draw && id && breed && size && temperament ? draw({ id, breed, size, temperament }) : null),
    [draw, id, breed, size, temperament?.join()],
  )
}

interface DogPhotoProps {
  /** Without a photo the dog's initial is shown on a lawn. */
  photo: (Pick<Photo, 'urlThumb'> & Partial<Pick<Photo, 'urlLarge' | 'focus'>>) | null | undefined
  /** If given, a portrait is drawn from its traits instead of a missing photo. */
  dog?: Partial<PortraitDog>
  name: string
  /** Default portrait (4:5). */
  shape?: 'portrait' | 'square' | 'round'
  /** Its CSS width on the page, as in `sizes` ("(max-width: 48em) 50vw, 260px"). It decides which file is loaded. */
  sizes?: string
  /** Whether it is the first image on the page, which is loaded at once instead of lazily. */
  priority?: boolean
  /** Default "Photo of NAME". Empty if the name is right beside it. */
  alt?: string
  className?: string | undefined
}

const crop = (focus: Photo['focus']) =>
  focus && { objectPosition: `${(focus.x * 100).toFixed(1)}% ${(focus.y * 100).toFixed(1)}%` }

/** A dog's photo. Its space is reserved before it is loaded, so nothing jumps. If loading fails, the initial is shown. */
export function DogPhoto({ photo, dog, name, shape = 'portrait', sizes, priority, alt, className }: DogPhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const label = alt ?? `Photo of ${isolate(name)}`
  const usable = photo && failed !== photo.urlThumb ? photo : null
  const portrait = usePortrait((!usable && dog) || {})
  return (
    <span className={`block relative full ${classes.frame} ${className ?? ''}`} data-shape={shape}>
      {usable ? (
        <img
          className={classes.photo}
          style={crop(usable.focus)}
          src={usable.urlThumb}
          srcSet={usable.urlLarge && sizes ? `${usable.urlThumb} 256w, ${usable.urlLarge} 1280w` : undefined}
          sizes={sizes}
          alt={label}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onError={() => setFailed(usable.urlThumb)}
        />
      ) : portrait ? (
        <>
          <img className={classes.photo} src={portrait} alt={label} draggable={false} />
          {shape === 'portrait' && !photo ? (
            <span className={`quiet text-tag bold ${classes.none}`} aria-hidden="true">
              No photo yet
            </span>
          ) : null}
        </>
      ) : (
        <span
          className={`display ${classes.initial}`}
          {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
        >
          {(Array.from(name.trim())[0] ?? '?').toLocaleUpperCase()}
        </span>
      )}
    </span>
  )
}

interface DogAvatarProps {
  dog: { name: string; photos: readonly Photo[] } & Partial<PortraitDog>
  size: number
  alt?: string
}

/** A dog's first photo, or its drawing, in a circle. Decorative unless `alt` is given, because the name is usually beside it. */
export const DogAvatar = ({ dog, size, alt = '' }: DogAvatarProps) => (
  <span className="block no-shrink" style={{ width: size, height: size, fontSize: size * 0.45 }}>
    <DogPhoto dog={dog} photo={dog.photos[0]} name={dog.name} shape="round" alt={alt} />
  </span>
)
