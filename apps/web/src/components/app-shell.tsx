import { type ReactNode, useEffect, useState } from 'react'
import { matchPath, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { useActingDog } from '../auth.ts'
import { useLive } from '../live.ts'
import classes from './app-shell.module.css'
import { BottomBar } from './bottom-bar.tsx'
import { DoglessBar, Header } from './header.tsx'
import { preloadTrouble } from './illustration.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** A thin line at the top while the next screen is downloaded, if that takes long enough to be felt. */
function NavigationLine() {
  const busy = useNavigation().state !== 'idle'
  return busy ? <div className={classes.line} role="progressbar" aria-label="Loading the page" /> : null
}

/** Everything around a screen: header, bottom bar, banners. */
export function AppShell({ banner }: { banner?: ReactNode }) {
  const dog = useActingDog()
  const { pathname } = useLocation()
  const [live, setLive] = useState(false)
  useLive(live)
  // The first screen's own calls go first.
  useEffect(() => {
    setLive(true)
    preloadTrouble()
  }, [])
  // A chat fills what the window leaves it, down to its lower edge: the bar would stand between field and thumb.
  const fill = matchPath('/bark-chat/:matchId', pathname) !== null
  const withBar = dog !== null && !fill

  return (
    <div className={classes.shell} data-with-bar={withBar || undefined} data-fill={fill || undefined}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <NavigationLine />
      <div className={classes.banners}>
        {banner}
        <OfflineBanner />
      </div>
      {dog ? <Header dog={dog} /> : null}
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {withBar ? <BottomBar /> : null}
      {dog ? null : <DoglessBar />}
      <ScrollRestoration />
    </div>
  )
}
