import { type ComponentProps, useEffect, useState } from 'react'
import { Outlet, useLocation, useRouteError } from 'react-router-dom'
import { usePageTitle } from '../lib/page-title.ts'
import { reloadIfStale, reloadWhereReached, whyMissing } from '../offline/missing.ts'
import { ErrorState } from './error-state.tsx'
import { RetryBoundary } from './lazy-with-retry.tsx'
import { Spinner } from './loading.tsx'

function ScreenError(props: ComponentProps<typeof ErrorState>) {
  const heading = usePageTitle('Something went wrong')
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        Something went wrong
      </h1>
      <ErrorState {...props} />
    </>
  )
}

export function ScreenBoundary() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the next screen is opened
  useEffect(reloadIfStale, [pathname])
  return (
    <RetryBoundary failed={failure => <ScreenError {...failure} />} resetKeys={[pathname]}>
      <Outlet />
    </RetryBoundary>
  )
}

/** A screen's file is missing. */
export function RouteError() {
  const error = useRouteError()
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    console.error(error)
    void whyMissing(error, true).then(setFailure)
  }, [error])
  return failure === null ? <Spinner /> : <ScreenError error={failure} onRetry={() => void reloadWhereReached()} />
}
