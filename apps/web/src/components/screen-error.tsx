import { type ComponentProps, useEffect, useState } from 'react'
import { Outlet, useLocation, useRouteError } from 'react-router-dom'
import { usePageTitle } from '../lib/page-title.ts'
import { toast } from '../lib/toast.ts'
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
  return (
    <RetryBoundary failed={onRetry => <ScreenError onRetry={onRetry} />} resetKeys={[pathname]}>
      <Outlet />
    </RetryBoundary>
  )
}

const isReached = () =>
  fetch('/api/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** When and where the page last loaded itself anew. */
const RELOADED = 'reloaded'
const AGAIN_AFTER = 60_000

/** Whether the page may load itself anew at this address: once, so that a file that is missing for good does not repeat it. */
function takeReload(): boolean {
  const [at, address] = (sessionStorage.getItem(RELOADED) ?? '').split(' ')
  if (address === location.href && Date.now() - Number(at) < AGAIN_AFTER) return false
  sessionStorage.setItem(RELOADED, `${Date.now()} ${location.href}`)
  return true
}

/** Reloads the page only if the server can be reached: otherwise the browser would show its own error page. */
async function reloadWhereReached(): Promise<void> {
  if (await isReached()) location.reload()
  else toast({ title: 'Still no connection', message: 'Please try again in a moment.', destructive: true })
}

/** A file is missing: a newer version has replaced it, and the page loads itself anew; or there is no connection. */
export function RouteError() {
  const error = useRouteError()
  const [failed, setFailed] = useState<'here' | 'connection' | null>(null)
  useEffect(() => {
    console.error(error)
    void isReached().then(reached => {
      if (reached && takeReload()) location.reload()
      else setFailed(reached ? 'here' : 'connection')
    })
  }, [error])
  if (failed === null) return <Spinner />
  return (
    <ScreenError
      {...(failed === 'here' && { text: 'This is our fault. Please try again in a moment.' })}
      onRetry={() => void reloadWhereReached()}
    />
  )
}
