import type { Dog } from '@barkyard/domain/schemas/dog'
import type { UnreadByDog } from '@barkyard/domain/schemas/match'
import type { ComponentType, ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import classes from './app-frame.module.css'
import { DoglessBar, Header } from './header.tsx'
import { Places } from './places.tsx'

/** What stands around every screen, all of it known before a screen asks for anything of its own. */
export interface AroundScreen {
  /** The acting dog, or null. */
  dog: Dog | null
  /** All dogs of the owner. */
  dogs: readonly Dog[]
  /** Messages that the acting dog has not seen. */
  newBarks: number
  /** Playdates that wait for an answer. */
  pendingPlaydates: number
  unreadByDog: UnreadByDog
  /** Notifications that were not seen. */
  unseen: number
}

interface AppFrameProps {
  around: AroundScreen
  /** Sticks above the header. */
  banners?: ReactNode
  /** The list that opens below the bell. */
  NotificationPanel?: ComponentType | undefined
  children: ReactNode
}

/** Header, places and the screen between them. Needs no data of its own: the server draws it too, before any script. */
export function AppFrame({ around, banners, NotificationPanel, children }: AppFrameProps) {
  const { dog, dogs, newBarks, pendingPlaydates, unreadByDog, unseen } = around
  const { pathname } = useLocation()
  // A chat fills what the window leaves it, down to its lower edge: the bar would stand between field and thumb.
  const fill = matchPath('/bark-chat/:matchId', pathname) !== null
  const otherUnread = unreadByDog.filter(({ dogId }) => dogId !== dog?.id)
  const waiting = {
    barks: newBarks,
    playdates: pendingPlaydates,
    otherBarks: otherUnread.reduce((sum, { count }) => sum + count, 0),
  }

  return (
    <div className={classes.shell} data-fill={fill || undefined}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <div className={classes.banners}>{banners}</div>
      {dog ? <Header {...{ dog, dogs, waiting, unseen, NotificationPanel }} unreadByDog={otherUnread} /> : null}
      <main id="main" tabIndex={-1} className={classes.main} data-with-bar={(dog !== null && !fill) || undefined}>
        {children}
      </main>
      {dog && !fill ? <Places waiting={waiting} className={classes.bar} /> : null}
      {dog ? null : <DoglessBar unseen={unseen} />}
    </div>
  )
}
