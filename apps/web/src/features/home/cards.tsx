import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { User } from '@barkyard/domain/schemas/user'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import awake from '../../art/scene-awake.svg'
import noseUp from '../../art/scene-nose-up.svg'
import running from '../../art/scene-running.svg'
import { ButtonLink } from '../../components/button.tsx'
import { CollarTag, CountBadge } from '../../components/collar-tag.tsx'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { capital } from '../../lib/words.ts'
import classes from './doghouse.module.css'

interface CardProps {
  to: string
  title: string
  text: string
  picture: string
  /** The number of waiting items. 0 is not shown. */
  count?: number
  countLabel?: string
  /** What happens there, below the link. It keeps its place while it is not known. */
  children: ReactNode
}

const Card = ({ to, title, text, picture, count = 0, countLabel = '', children }: CardProps) => (
  <div className={`card lifts ${classes.card}`}>
    <Link to={to} className={`line ${classes.way}`}>
      <img className={classes.picture} src={picture} alt="" width={128} height={96} />
      <div className="grow">
        <h2 className={`line ${classes.title}`}>
          {title}
          <CountBadge count={count} label={countLabel} />
        </h2>
        <p className={classes.text}>{text}</p>
      </div>
    </Link>
    <div className={`line ${classes.life}`}>{children}</div>
  </div>
)

interface CardsProps {
  barks: number
  playdates: number
  newest: ReactNode
  best: ReactNode
  next: ReactNode
}

/** The ways from the doghouse, each with what happens there. */
export const Cards = ({ barks, playdates, newest, best, next }: CardsProps) => (
  <div className={classes.cards}>
    <Card
      to="/barks"
      title="Barks"
      text="View your messages"
      picture={awake}
      count={barks}
      countLabel={barks === 1 ? 'new bark' : 'new barks'}
    >
      {newest}
    </Card>
    <Card to="/sniff" title="Sniff" text="Find dogs nearby" picture={noseUp}>
      {best}
    </Card>
    <Card
      to="/playdates"
      title="Playdates"
      text="Schedule meetups"
      picture={running}
      count={playdates}
      countLabel={`${playdates === 1 ? 'playdate' : 'playdates'} waiting for your answer`}
    >
      {next}
    </Card>
  </div>
)

/** The active dog. */
export const ProfileCard = ({ dog }: { dog: Dog }) => (
  <Link to={`/dog/${dog.id}`} className={`card lifts ${classes.profile}`}>
    <DogPhoto
      dog={dog}
      photo={dog.photos[0]}
      name={dog.name}
      sizes="(max-width: 48em) calc(100vw - 32px), 440px"
      priority
      alt=""
      className={classes.photo}
    />
    <div className={classes.about}>
      <p className={classes.kicker}>My Profile</p>
      <h2 className={classes.name}>{dog.name}</h2>
      <p className="quiet breakable">{dog.breed}</p>
      <div className={classes.tags}>
        <CollarTag>{capital(dog.size)}</CollarTag>
        <CollarTag>{ageLabel(dog.ageYears)}</CollarTag>
        <CollarTag>{capital(dog.sex)}</CollarTag>
      </div>
    </div>
  </Link>
)

interface Step {
  title: string
  text: string
  to: string
  label: string
}

function stepOf(dog: Dog, { lat, city }: User): Step | null {
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
    <section className={`line ${classes.step}`} aria-labelledby="first-step">
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
