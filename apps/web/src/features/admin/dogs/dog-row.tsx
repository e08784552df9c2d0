import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DogPhoto } from '../../../components/dog-photo.tsx'

const THUMB = { width: 60, fontSize: '0.5em', borderRadius: 'var(--radius-photo)' }

type ShownDog = Pick<AdminDog, 'id' | 'name' | 'breed' | 'photos'>

export const DogThumb = ({ dog }: { dog: ShownDog }) => (
  <Link to={`/dog/${dog.id}`} className="block no-shrink" style={THUMB} aria-label={`${isolate(dog.name)}'s profile`}>
    <DogPhoto photo={dog.photos[0]} name={dog.name} shape="square" alt="" />
  </Link>
)

/** A dog with its buttons. @param children what stands below its breed */
export const DogRow = ({ dog, children, action }: { dog: ShownDog; children?: ReactNode; action: ReactNode }) => (
  <div className="row-12 center">
    <DogThumb dog={dog} />
    <div className="grow" style={{ flexBasis: 140, lineHeight: 1.4 }}>
      <span className="display breakable block">{dog.name}</span>
      <span className="quiet text-small breakable block">{dog.breed}</span>
      {children}
    </div>
    {action}
  </div>
)
