import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { User } from '@barkyard/domain/schemas/user'
import { ButtonLink } from '../../components/button.tsx'
import classes from './first-step.module.css'

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
    <section className={classes.step} aria-labelledby="first-step">
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
