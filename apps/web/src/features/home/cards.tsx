import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { User } from '@barkyard/domain/schemas/user'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ButtonLink } from '../../components/button.tsx'
import { CollarTag, CountBadge } from '../../components/collar-tag.tsx'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { Glance } from '../../components/glance.tsx'
import { distanceText, reasonsOf, useUnits } from '../../lib/distance.ts'
import { capital } from '../../lib/words.ts'
import classes from './doghouse.module.css'

interface CardProps {
  to: string
  title: string
  text: string
  picture: string
  count?: number
  countLabel?: string
  /** What happens there, below the link. It keeps its place while it is not known. */
  children: ReactNode
}

export const Card = ({ to, title, text, picture, count = 0, countLabel = '', children }: CardProps) => (
  <div className={`column shrinkable card lifts ${classes.card}`}>
    <Link to={to} className={`line plain-link ${classes.way}`}>
      <img className={`no-shrink ${classes.picture}`} src={picture} alt="" width={128} height={96} />
      <div className="grow">
        <h2 className="row-8 center text-name">
          {title}
          <CountBadge count={count} label={countLabel} />
        </h2>
        <p className="mt-4 quiet">{text}</p>
      </div>
    </Link>
    <div className={`line ${classes.life}`}>{children}</div>
  </div>
)

export const ProfileCard = ({ dog }: { dog: Dog }) => (
  <Link to={`/dog/${dog.id}`} className={`column card lifts plain-link ${classes.profile}`}>
    <DogPhoto
      dog={dog}
      photo={dog.photos[0]}
      name={dog.name}
      sizes="(max-width: 48em) calc(100vw - 32px), 440px"
      priority
      alt=""
      className={classes.photo}
    />
    <div style={{ padding: 'clamp(10px, 2.5vw, 20px) clamp(12px, 2.5vw, 24px)' }}>
      <p className="bold quiet">My Profile</p>
      <h2 className="breakable text-name">{dog.name}</h2>
      <p className="quiet breakable">{dog.breed}</p>
      <div className={`mt-8 row-8 ${classes.tags}`}>
        <CollarTag size="sm">{capital(dog.size)}</CollarTag>
        <CollarTag size="sm">{ageLabel(dog.ageYears)}</CollarTag>
        <CollarTag size="sm">{capital(dog.sex)}</CollarTag>
      </div>
    </div>
  </Link>
)

function stepOf(dog: Dog, { lat, city }: User): { title: string; text: string; to: string; label: string } | null {
  if (dog.hidden)
    return {
      title: `A moderator hid ${isolate(dog.name)}`,
      text: `Nobody else can see ${isolate(dog.name)} for now, or get barks and messages from ${isolate(dog.name)}.`,
      to: '/settings/privacy',
      label: 'Read why',
    }
  if (lat === null && !city)
    return {
      title: 'Where do you two live?',
      text: `Dogs nearby can't find ${isolate(dog.name)} until we know. Others only see how far away you are.`,
      to: '/profile',
      label: 'Add your place',
    }
  if (dog.photos.length === 0)
    return {
      title: `Show ${isolate(dog.name)}'s face`,
      text: 'So far, others see a drawing.',
      to: `/dog/${dog.id}/edit`,
      label: 'Add a photo',
    }
  return null
}

/** The one thing that an owner does first: a new one, or one whose dog is hidden. It loads nothing, so that the server can render it too. */
export function FirstStep({ dog, user }: { dog: Dog; user: User | null }) {
  const step = user && !user.isImpersonating ? stepOf(dog, user) : null
  if (!step) return null
  return (
    <section className="between callout center mt-24 row-12" aria-labelledby="first-step">
      <div>
        <h2 id="first-step" className="text-lead breakable">
          {step.title}
        </h2>
        <p>{step.text}</p>
      </div>
      <ButtonLink to={step.to} state={{ from: '/doghouse' }}>
        {step.label}
      </ButtonLink>
    </section>
  )
}

export function BestMatch({ dog, bark }: { dog: SniffDog; bark: ReactNode }) {
  const { compatibility, distance } = dog
  const units = useUnits()
  const facts = [
    compatibility ? `${compatibility.score}% match` : null,
    distance === null ? null : `${distanceText(distance, units)} away`,
  ].filter(fact => fact !== null)
  // "2 km" stays on one line.
  const line = facts.map(fact => fact.replaceAll(' ', '\u00a0')).join(' · ')
  return (
    <Glance
      kicker="Today's best match"
      dog={dog}
      title={dog.name}
      to={`/dog/${dog.id}`}
      lines={[line, capital(reasonsOf(dog).join(', '))]}
      actions={() => bark}
    />
  )
}
