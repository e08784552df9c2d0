import { useWindowEvent } from '@mantine/hooks'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import { failureText } from '../lib/errors.ts'
import { toast } from '../lib/toast.ts'
import { notStale, whyMissing } from '../offline/missing.ts'
import { ErrorState } from './error-state.tsx'
import { Spinner } from './loading.tsx'
import type { Opened } from './mounted-when-opened.tsx'

/** How long a retried stylesheet may take, in ms. After that its script runs without it. */
const AT_MOST_MS = 10_000

const failed = new Set<HTMLLinkElement>()

if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    // Error events of elements do not bubble, so this captures them.
    true,
  )

/** Downloads failed stylesheets again: Vite takes their broken links for working ones. Rejects if one fails again. */
async function loadFailedStyles(): Promise<void> {
  const links = [...failed]
  failed.clear()
  await Promise.all(
    links.map(
      link =>
        new Promise((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.addEventListener('load', resolve)
          again.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)))
          setTimeout(resolve, AT_MOST_MS)
          link.replaceWith(again)
        }),
    ),
  )
}

/** The pause between two failed downloads, in ms. It is shorter if the browser reports that it is online again. */
const RETRY_MS = 10_000

interface Failure {
  error: unknown
  onRetry: () => void
}

interface PartOptions<Props> {
  /** Shown while it is downloaded. Default: nothing. */
  waiting?: ReactNode
  /** In its place when it cannot be downloaded or drawn. Default: nothing, and it is tried again by itself. */
  Failed?: ComponentType<Props & Failure>
  /** Whether the page is loaded anew if it is tried again in vain. Default: where `Failed` is shown. */
  reloads?: boolean
}

function TriesAgain({ onRetry }: Failure) {
  useWindowEvent('online', onRetry)
  useEffect(() => {
    const timer = setTimeout(onRetry, RETRY_MS)
    return () => clearTimeout(timer)
  }, [onRetry])
  return null
}

interface RetryBoundaryProps {
  failed: (failure: Failure) => ReactNode
  resetKeys?: unknown[]
  children: ReactNode
}

/** Shows what failed in its place. Trying again reloads the data too. */
export const RetryBoundary = ({ failed, resetKeys = [], children }: RetryBoundaryProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <ErrorBoundary
        fallbackRender={({ error, resetErrorBoundary }) => failed({ error, onRetry: resetErrorBoundary })}
        onReset={reset}
        resetKeys={resetKeys}
      >
        {children}
      </ErrorBoundary>
    )}
  </QueryErrorResetBoundary>
)

/** A part that is downloaded separately. If that fails the rest stays, and unlike with `lazy` it is tried again. */
export function lazyWithRetry<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
  { waiting = null, Failed = TriesAgain, reloads = Failed !== TriesAgain }: PartOptions<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  let isRetried = false
  const load = async () => {
    try {
      await loadFailedStyles()
      loaded = await download()
      notStale()
      return loaded
    } catch (error) {
      const why = await whyMissing(error, isRetried && reloads)
      isRetried ||= why === error
      throw why
    }
  }
  // biome-ignore lint/correctness/noComponentHookFactories: each part is made once, as its module is read
  function Downloaded(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const { showBoundary } = useErrorBoundary()
    useEffect(() => {
      if (Shown) return
      let isCurrent = true
      load().then(
        component => isCurrent && setShown(() => component),
        error => isCurrent && showBoundary(error),
      )
      return () => {
        isCurrent = false
      }
    }, [Shown, showBoundary])
    return Shown ? <Shown {...props} /> : waiting
  }
  return props => (
    <RetryBoundary failed={failure => <Failed {...props} {...failure} />}>
      <Downloaded {...props} />
    </RetryBoundary>
  )
}

/** Options of a part that fills its own place: a spinner while it loads, an error if it cannot be loaded. */
export const inPlace = { waiting: <Spinner />, Failed: ErrorState }

const NoMap = (failure: Failure) => <ErrorState title="We couldn't load the map" {...failure} />

/** Maps stand in forms, whose texts a reload would lose. */
export const lazyMap = <Props extends object>(download: () => Promise<ComponentType<Props>>) =>
  lazyWithRetry(download, { ...inPlace, Failed: NoMap, reloads: false })

/** Reports that the dialog cannot open, and tries again the next time. */
function StaysClosed({ opened, onClose, error, onRetry }: Opened & Failure) {
  const wasClosed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment of opening
  useEffect(() => {
    if (!opened) wasClosed.current = true
    else if (wasClosed.current) onRetry()
    else {
      toast({ title: "We couldn't open this", message: failureText(error), destructive: true })
      onClose()
    }
  }, [opened])
  return null
}

/** A dialog that is downloaded when it is first rendered, open or not. */
export const lazyDialog = <Props extends Opened>(download: () => Promise<ComponentType<Props>>) =>
  lazyWithRetry<Props>(download, { Failed: StaysClosed })
