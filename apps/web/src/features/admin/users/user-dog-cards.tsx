import { isolate } from '@barkyard/domain/isolate'
import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import { Link } from 'react-router-dom'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import { HideButton } from '../dogs/hide-button.tsx'
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

const DogRow = ({ dog }: { dog: ShownDog }) => (
  <div className={classes.dog}>
    <Link to={`/dog/${dog.id}`} className={classes.photo} aria-label={`${isolate(dog.name)}'s profile`}>
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
    <HideButton dog={dog} isHidden={dog.hidden} size="sm" />
  </div>
)
