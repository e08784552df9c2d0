import type { Dog } from '@barkyard/domain/schemas/dog'
import type { UnreadByDog } from '@barkyard/domain/schemas/match'
import type { ComponentType, ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import classes from './app-frame.module.css'
import { DoglessBar, Header } from './header.tsx'
import { Places } from './places.tsx'

/** The data around every screen, which is known before the screen loads its own. */
export interface AroundScreen {
  /** The acting dog, or null. */
  dog: Dog | null
  /** All dogs of the owner. */
  dogs: readonly Dog[]
  /** Unread messages of the acting dog. */
  newBarks: number
  /** Playdates that wait for an answer. */
  pendingPlaydates: number
  unreadByDog: UnreadByDog
  /** Unseen notifications. */
  unseen: number
}

interface AppFrameProps {
  around: AroundScreen
  /** Shown above the header. */
  banners?: ReactNode
  /** Shown between the header and the screen. */
  offer?: ReactNode
  /** The list that opens below the bell. */
  NotificationPanel?: ComponentType | undefined
  children: ReactNode
}

/** Header, navigation and the screen between them. It loads no data, so that the server can render it too. */
export function AppFrame({ around, banners, offer, NotificationPanel, children }: AppFrameProps) {
  const { dog, dogs, newBarks, pendingPlaydates, unreadByDog, unseen } = around
  const { pathname } = useLocation()
  // A chat fills the window down to its lower edge, because the bar would be between the field and the thumb.
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
      {offer}
      <main id="main" tabIndex={-1} className={classes.main} data-with-bar={(dog !== null && !fill) || undefined}>
        {children}
      </main>
      {dog && !fill ? <Places waiting={waiting} className={classes.bar} /> : null}
      {dog ? null : <DoglessBar unseen={unseen} />}
    </div>
  )
}
