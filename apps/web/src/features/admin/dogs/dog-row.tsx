import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import classes from './dogs.module.css'

type ShownDog = Pick<AdminDog, 'id' | 'name' | 'breed' | 'photos'>

export const DogThumb = ({ dog }: { dog: ShownDog }) => (
  <Link
    to={`/dog/${dog.id}`}
    className={`block no-shrink ${classes.thumb}`}
    aria-label={`${isolate(dog.name)}'s profile`}
  >
    <DogPhoto photo={dog.photos[0]} name={dog.name} shape="square" alt="" />
  </Link>
)

interface DogRowProps {
  dog: ShownDog
  /** Below its breed. */
  children?: ReactNode
  /** Its buttons. */
  action: ReactNode
}

export const DogRow = ({ dog, children, action }: DogRowProps) => (
  <div className={`line ${classes.row}`}>
    <DogThumb dog={dog} />
    <div className={classes.words}>
      <span className="display breakable">{dog.name}</span>
      <span className="quiet text-small breakable">{dog.breed}</span>
      {children}
    </div>
    {action}
  </div>
)
