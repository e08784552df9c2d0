import { ageLabel } from '@barkyard/domain/dog'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { IconPaw } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useUser } from '../../../auth.ts'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import { PhotoControls, photoName } from '../../../components/photo-controls.tsx'
import { VerificationBadges } from '../../../components/verification-badges.tsx'
import { distanceText, reasonsOf, useUnits } from '../../../lib/distance.ts'
import { useTurns } from '../../../lib/use-turns.ts'
import { capital } from '../../../lib/words.ts'
import classes from './dog-card.module.css'
import { rememberLeft } from './list-memory.ts'

interface DogCardProps {
  dog: SniffDog
  following: readonly string[]
  bark: ReactNode
  menu?: ReactNode
  sizes: string
  /** Whether the card is in the first row, whose photos load at once. */
  priority: boolean
  focused: boolean
}

const GOOD_MATCH = 75

/** Keeps a focused card visible between the header and the bottom bar. */
const LINK = { scrollMargin: 'calc(var(--header-height) + 24px) 0 calc(var(--bar-height) + 24px)' }
const REASONS = { marginTop: 'auto', paddingTop: 8, color: 'var(--grass-text)' }
const ABOVE_CONTROLS = { zIndex: 4 }

/** A found dog. The whole card links to its page, and the link itself is the name. The card has its own bark button. */
export function DogCard({ dog, following, bark, menu, sizes, priority, focused }: DogCardProps) {
  const { key, search } = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  const reasons = reasonsOf(dog)
  const units = useUnits()
  // Distances are then measured from its middle.
  const isByCity = useUser()?.lat === null
  const turns = useTurns(dog.photos.length)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as one comes back to the list
  useEffect(() => {
    if (focused) link.current?.focus({ preventScroll: true })
  }, [])

  return (
    <article className={`card column full lifts relative shrinkable ${classes.card}`} {...turns.swipe}>
      <div className="relative">
        <DogPhoto
          dog={dog}
          photo={dog.photos[turns.at]}
          name={dog.name}
          sizes={sizes}
          className={classes.photo}
          priority={priority}
          alt={photoName(dog.name, turns.at)}
        />
        <PhotoControls name={dog.name} photos={dog.photos} turns={turns} />
        {dog.compatibility ? (
          <CollarTag
            tone={dog.compatibility.score >= GOOD_MATCH ? 'ball' : 'plain'}
            className={`corner ${classes.match}`}
          >
            {dog.compatibility.score}% match
          </CollarTag>
        ) : null}
        {dog.distance === null ? null : (
          <CollarTag size="sm" className={`corner-below ${classes.distance}`}>
            <span>{distanceText(dog.distance, units)} away</span>
            {isByCity ? <span>· by city</span> : null}
          </CollarTag>
        )}
      </div>
      <div className={`column grow ${classes.text}`}>
        <h2 className="clip-2 text-name">
          <Link
            ref={link}
            to={`/dog/${dog.id}`}
            state={{ following }}
            className="cover-link plain-link"
            style={LINK}
            onClick={() => rememberLeft({ search, key, y: window.scrollY, dogId: dog.id })}
          >
            {dog.name}
          </Link>
        </h2>
        <p className="clip quiet">{dog.breed}</p>
        <p className={`medium text-small ${classes.fact}`}>
          <span>{ageLabel(dog.ageYears)}</span>
          <span>{capital(dog.size)}</span>
          <span>{capital(dog.sex)}</span>
          {dog.activeLately ? <span>Active this week</span> : null}
        </p>
        <VerificationBadges dog={dog} size="sm" />
        {dog.temperament.length > 0 ? (
          <p className={`breakable text-small ${classes.fact}`}>{capital(dog.temperament.join(', '))}</p>
        ) : null}
        {dog.bio ? <p className={`clip-2 mt-4 quiet text-small ${classes.fact} ${classes.bio}`}>{dog.bio}</p> : null}
        {reasons.length > 0 ? (
          <p className="bold icon-line text-small" style={REASONS}>
            <IconPaw size={16} aria-hidden="true" />
            <span>{capital(reasons.join(', '))}</span>
          </p>
        ) : null}
      </div>
      <div className={`relative ${classes.bark}`}>{bark}</div>
      {menu ? (
        <div className="on-photo corner-end" style={ABOVE_CONTROLS}>
          {menu}
        </div>
      ) : null}
    </article>
  )
}
