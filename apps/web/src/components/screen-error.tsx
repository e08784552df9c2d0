import { useRouteError } from 'react-router-dom'
import { ErrorState } from './error-state.tsx'
import { usePageTitle } from './page-title.ts'

/** A screen that could not show itself (react-error-boundary's fallback): trying again reads its data anew. */
export function ScreenError({ resetErrorBoundary }: { resetErrorBoundary: () => void }) {
  return <ErrorState onRetry={resetErrorBoundary} />
}

/** A screen that could not be downloaded: no connection, or a new version has replaced the file. Loading the page anew gets it. */
export function RouteError() {
  const error = useRouteError()
  const heading = usePageTitle('Something went wrong')
  console.error(error)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        Something went wrong
      </h1>
      <ErrorState
        title="This page didn't arrive"
        text="Check your connection, then try again."
        onRetry={() => location.reload()}
      />
    </>
  )
}
