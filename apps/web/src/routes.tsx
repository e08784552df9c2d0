import { hasRight, type Right } from '@barkyard/domain/rights'
import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router-dom'
import { ActAs } from './act-as.tsx'
import { AppShell } from './app-shell.tsx'
import { useUser } from './auth.ts'
import { inPlace, lazyWithRetry } from './components/lazy-with-retry.tsx'
import { Spinner } from './components/loading.tsx'
import { RouteError, ScreenBoundary } from './components/screen-error.tsx'
import { landsOnQueue, moduleOf, screens } from './screens.ts'

/** Screens that need an acting dog. Without one, the choice of a dog comes first. */
function NeedsDog() {
  const user = useUser()
  // The session has ended, and the landing page is being loaded.
  if (!user) return null
  return user.dog ? <Outlet /> : <Navigate to="/my-dogs" replace />
}

const NotFound = lazyWithRetry(
  () => import('./features/not-found/not-found.screen.tsx').then(module => module.Component),
  inPlace,
)

/** A screen exists only for who has its right. */
function NeedsRight({ right }: { right: Right }) {
  const user = useUser()
  const { pathname } = useLocation()
  if (user && hasRight(user.role, right)) return <Outlet />
  return user && landsOnQueue(pathname, user) ? <Navigate to="/admin/reports" replace /> : <NotFound />
}

const ImpersonationBar = lazyWithRetry(() =>
  import('./features/admin/impersonation-bar.tsx').then(module => module.ImpersonationBar),
)

const NotificationPanel = lazyWithRetry(
  () => import('./features/notifications/notification-list.tsx').then(module => module.Panel),
  inPlace,
)

const Suspended = lazyWithRetry(
  () => import('./features/settings/suspended.screen.tsx').then(module => module.Component),
  inPlace,
)

const MatchMoment = lazyWithRetry(() =>
  import('./features/matches/match-moment.tsx').then(module => module.MatchMoment),
)

function Shell() {
  const user = useUser()
  const impersonating = user?.isImpersonating ?? false
  if (user?.suspended) return <Suspended />
  return (
    <>
      <AppShell banner={impersonating ? <ImpersonationBar /> : null} NotificationPanel={NotificationPanel} />
      <MatchMoment />
    </>
  )
}

/** Each screen is a file of its own, downloaded when it is first opened. */
const modules = import.meta.glob<{ Component: ComponentType }>('./features/**/*.screen.tsx')

function routesFor(needs?: 'dog'): RouteObject[] {
  return screens.flatMap(([name, screen]): RouteObject[] => {
    const lazy = modules[moduleOf(screen).replace('src', '.')]
    if (!lazy) throw new Error(`The screen ${name} has no file`)
    if (screen.needs !== needs) return []
    const routes: RouteObject[] = screen.paths.map(path => ({ path, lazy }))
    return screen.right ? [{ element: <NeedsRight right={screen.right} />, children: routes }] : routes
  })
}

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      hydrateFallbackElement: <Spinner />,
      children: [
        {
          element: <ActAs />,
          errorElement: <RouteError />,
          children: [
            {
              // Nearer than the errorElement, which would take what a screen throws and can only load the page anew.
              element: <ScreenBoundary />,
              children: [...routesFor(), { element: <NeedsDog />, children: routesFor('dog') }],
            },
          ],
        },
      ],
    },
  ])
