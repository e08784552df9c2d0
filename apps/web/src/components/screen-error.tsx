import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { ErrorBoundary } from 'react-error-boundary'
import { Outlet, useLocation, useRouteError } from 'react-router-dom'
import { usePageTitle } from '../lib/page-title.ts'
import { toast } from '../lib/toast.ts'
import { ErrorState } from './error-state.tsx'

function ScreenError({ resetErrorBoundary }: { resetErrorBoundary: () => void }) {
  const heading = usePageTitle('Something went wrong')
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        Something went wrong
      </h1>
      <ErrorState onRetry={resetErrorBoundary} />
    </>
  )
}

/** The error boundary of a screen. Trying again reloads its data. */
export function ScreenBoundary() {
  const { pathname } = useLocation()
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary FallbackComponent={ScreenError} onReset={reset} resetKeys={[pathname]}>
          <Outlet />
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

/** Reloads the page only if the server can be reached: otherwise the browser would show its own error page. */
async function reloadWhereReached(): Promise<void> {
  const isReached = await fetch('/api/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  if (isReached) location.reload()
  else toast({ title: 'Still no connection', message: 'Please try again in a moment.', destructive: true })
}

/** A screen that could not be downloaded: there is no connection, or a new version has replaced the file. A reload fixes that. */
export function RouteError() {
  const error = useRouteError()
  const heading = usePageTitle('Something went wrong')
  console.error(error)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        Something went wrong
      </h1>
      <ErrorState onRetry={() => void reloadWhereReached()} />
    </>
  )
}
