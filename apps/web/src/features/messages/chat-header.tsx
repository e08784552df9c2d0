import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { Bone } from '../../components/loading.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import classes from './chat.module.css'

/** The server draws it without a menu. */
export function ChatHeader({ dog, Menu }: { dog: Dog | null; Menu?: ComponentType<{ dog: Dog }> }) {
  const heading = usePageTitle(dog?.name ?? 'Chat')
  return (
    <div className={`line no-shrink ${classes.header}`}>
      <Link className="quiet icon-button" style={{ marginLeft: -12 }} to="/barks" aria-label="Back to Barks">
        <IconArrowLeft size={22} aria-hidden="true" />
      </Link>
      {dog ? (
        <Link className={`line plain-link pressable shrinkable ${classes.dog}`} to={`/dog/${dog.id}`}>
          <DogAvatar dog={dog} size={48} />
          <div className="grow">
            <h1 ref={heading} tabIndex={-1} className="clip" style={{ fontSize: 'min(var(--text-name), 7vw)' }}>
              {dog.name}
            </h1>
            <p className="quiet clip" style={{ fontSize: 'min(var(--text-small), 5vw)', lineHeight: 1.3 }}>
              {dog.breed}
            </p>
          </div>
        </Link>
      ) : (
        <div className={`line shrinkable ${classes.dog}`}>
          <h1 ref={heading} tabIndex={-1} className="visually-hidden">
            Chat
          </h1>
          <Bone width={48} height={48} />
          <Bone height={20} width={120} />
        </div>
      )}
      {dog && Menu ? <Menu dog={dog} /> : null}
    </div>
  )
}

export const ChatSkeleton = () => (
  <div className={`column ${classes.waiting}`} role="status">
    <span className="visually-hidden">Loading...</span>
    <Bone width="46%" height={48} radius={20} />
    <Bone width="34%" height={48} radius={20} className={classes.own} />
    <Bone width="52%" height={48} radius={20} className={classes.own} />
    <Bone width="40%" height={48} radius={20} />
    <Bone width="48%" height={48} radius={20} className={classes.own} />
  </div>
)
