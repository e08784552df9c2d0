import type { ComponentType, ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { useUser } from '../auth.ts'
import { useFrameData } from '../frame-data.ts'
import classes from './app-frame.module.css'
import { DoglessBar, Header } from './header.tsx'
import { Places } from './places.tsx'

interface AppFrameProps {
  banners?: ReactNode
  NotificationPanel?: ComponentType | undefined
  children: ReactNode
}

/** Header, navigation and the screen between them. The server renders it too. */
export function AppFrame({ banners, NotificationPanel, children }: AppFrameProps) {
  const frame = useFrameData()
  const { dog } = frame
  const isImpersonating = useUser()?.isImpersonating
  const { pathname } = useLocation()
  // A chat fills the window down to its lower edge, because the bar would be between the field and the thumb.
  const fill = matchPath('/bark-chat/:matchId', pathname) !== null

  return (
    <div className={`column ${classes.shell}`} data-fill={fill || undefined}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className={`${classes.banners} ${isImpersonating ? `on-ball ${classes.impersonation}` : ''}`}>{banners}</div>
      {dog ? <Header dog={dog} frame={frame} NotificationPanel={NotificationPanel} /> : null}
      <main
        id="main"
        tabIndex={-1}
        className={`grow column ${classes.main}`}
        data-with-bar={(dog !== null && !fill) || undefined}
      >
        {children}
      </main>
      {dog && !fill ? <Places frame={frame} className={classes.bar} /> : null}
      {dog ? null : <DoglessBar frame={frame} />}
    </div>
  )
}
