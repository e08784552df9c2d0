import { isolate } from '@barkyard/domain/isolate'
import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/button.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { useHideDog, useShowDog } from '../data.ts'
import { StatementDialog } from './statement-dialog.tsx'
import classes from './user.module.css'

type ShownDog = AdminUserDetails['dogs'][number]

/** A user's dogs, each with a button that hides it, or shows it again. */
export function UserDogCards({ dogs }: { dogs: readonly ShownDog[] }) {
  if (dogs.length === 0) return <p className="quiet text-small">No dogs found for this user</p>
  return (
    <ul className={classes.rows}>
      {dogs.map(dog => (
        <li key={dog.id}>
          <DogRow dog={dog} />
        </li>
      ))}
    </ul>
  )
}

function DogRow({ dog }: { dog: ShownDog }) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const hide = useHideDog(close)
  const show = useShowDog()
  const startShow = useOneAtATime(show.mutate)
  const dogId = dog.id
  return (
    <div className={classes.dog}>
      <Link to={`/dog/${dogId}`} className={classes.photo} aria-label={`${isolate(dog.name)}'s profile`}>
        <DogPhoto photo={dog.photos[0]} name={dog.name} shape="square" alt="" />
      </Link>
      <span className={classes.words}>
        <span className="bold breakable">{dog.name}</span>
        <span className="quiet text-small">{dog.breed}</span>
        {dog.hidden ? (
          <CollarTag tone="collar" size="sm">
            Hidden
          </CollarTag>
        ) : null}
      </span>
      {dog.hidden ? (
        <Button size="sm" variant="default" aria-disabled={show.isPending} onClick={() => startShow({ dogId })}>
          Show again<span className="visually-hidden"> {dog.name}</span>
        </Button>
      ) : (
        <Button size="sm" variant="outline" color="collar" onClick={() => setAsked(true)}>
          Hide<span className="visually-hidden"> {dog.name}</span>
        </Button>
      )}
      <StatementDialog
        opened={isAsked}
        onClose={close}
        title={`Hide ${isolate(dog.name)}`}
        text="Only its owner and admins see it then. Its playdates are cancelled."
        button="Hide"
        pending={hide.isPending}
        onSubmit={(entered, options) => hide.mutate({ dogId, ...entered }, options)}
      />
    </div>
  )
}
