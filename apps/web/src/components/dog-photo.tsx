import type { Photo } from '@barkyard/domain/schemas/photo'
import { useState } from 'react'
import classes from './dog-photo.module.css'
import type { PortraitDog } from './draw-portrait.ts'
import { usePortrait } from './use-portrait.ts'

interface DogPhotoProps {
  /** Without a photo the dog's initial is shown on a lawn. */
  photo: (Pick<Photo, 'urlThumb'> & Partial<Pick<Photo, 'urlLarge' | 'focus'>>) | null | undefined
  /** If given, a portrait is drawn from its traits instead of a missing photo. */
  dog?: PortraitDog
  /** The dog's name, for the initial and the alternative text. */
  name: string
  /** Default portrait (4:5). */
  shape?: 'portrait' | 'square' | 'round'
  /** Its CSS width on the page, as in `sizes` ("(max-width: 48em) 50vw, 260px"). It decides which file is loaded. */
  sizes?: string
  /** Whether it is the first picture on the page, which is loaded at once instead of lazily. */
  priority?: boolean
  /** Default "Photo of NAME". Empty if the name is right beside it. */
  alt?: string
  className?: string | undefined
}

/** Crops show the photo's focus point. */
const crop = (focus: Photo['focus']) =>
  focus && { objectPosition: `${(focus.x * 100).toFixed(1)}% ${(focus.y * 100).toFixed(1)}%` }

const initial = (name: string) => (Array.from(name.trim())[0] ?? '?').toLocaleUpperCase()

const Initial = ({ name, label }: { name: string; label: string }) =>
  label ? (
    <span className={classes.initial} role="img" aria-label={label}>
      {initial(name)}
    </span>
  ) : (
    <span className={classes.initial} aria-hidden="true">
      {initial(name)}
    </span>
  )

/** A dog's photo. Its space is reserved before it is loaded, so nothing jumps. If loading fails, the initial is shown. */
export function DogPhoto({ photo, dog, name, shape = 'portrait', sizes, priority, alt, className }: DogPhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const label = alt ?? `Photo of ${name}`
  const usable = photo && failed !== photo.urlThumb ? photo : null
  const portrait = usePortrait(usable ? null : (dog ?? null))
  return (
    <span className={`${classes.frame} ${className ?? ''}`} data-shape={shape}>
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
        <img className={classes.photo} src={portrait} alt={label} draggable={false} />
      ) : (
        <Initial name={name} label={label} />
      )}
    </span>
  )
}

interface DogAvatarProps {
  dog: { name: string; photos: readonly Photo[] }
  /** Diameter in px. Default 44. */
  size?: number
  alt?: string
}

/** A dog's first photo in a circle. Decorative unless `alt` is given, because the name is usually beside it. */
export const DogAvatar = ({ dog, size = 44, alt = '' }: DogAvatarProps) => (
  <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.45 }}>
    <DogPhoto photo={dog.photos[0]} name={dog.name} shape="round" alt={alt} />
  </span>
)
