import type { User } from '@barkyard/domain/schemas/user'
import { type DehydratedState, hydrate, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { useUser } from './auth.ts'
import { lazyWithRetry } from './components/lazy-with-retry.tsx'
import { Toasts } from './components/toasts.tsx'
import { measureVitals } from './lib/measure-vitals.ts'
import { createRouter } from './routes.tsx'
import { screenAt } from './screens.ts'
import { endSession } from './session.ts'
import { queryClient, trpc, trpcClient, userKey } from './trpc.ts'

declare global {
  interface Window {
    /** The button that was pressed last, and all that were on the page then. public/theme.js keeps it until the app runs. */
    earlyPress?: { button: HTMLButtonElement; others: readonly HTMLButtonElement[] } | null
  }
}

const nameOf = (button: HTMLButtonElement) => (button.getAttribute('aria-label') ?? button.textContent).trim()

/** Presses once what was pressed before the app ran: the button of that name, if there are as many as there were. */
function pressAgain(): void {
  const { button, others } = window.earlyPress ?? {}
  // From now on none is kept.
  window.earlyPress = null
  // What is still on the page has heard it.
  if (!button || !others || button.isConnected) return
  const name = nameOf(button)
  const before = others.filter(one => nameOf(one) === name)
  const now = [...document.querySelectorAll('button')].filter(one => nameOf(one) === name)
  if (now.length === before.length) now[before.indexOf(button)]?.click()
}

const Offer = lazyWithRetry(() => import('./features/notifications/offer.tsx').then(module => module.Offer))

function SessionWatch() {
  const user = useUser()
  useEffect(() => {
    if (user) return
    queryClient.clear()
    endSession()
  }, [user])
  return null
}

let prepared: ReturnType<typeof createRouter> | null = null

/** Stores the first calls' results, which stay for `gcTime` ms while no screen shows them, and downloads the first screen. */
export async function prepareApp(queries: DehydratedState, gcTime = 300_000) {
  hydrate(queryClient, queries, { defaultOptions: { queries: { gcTime } } })
  const router = createRouter()
  prepared = router
  if (router.state.initialized) return
  await new Promise<void>(resolve => {
    const stop = router.subscribe(state => {
      if (!state.initialized) return
      stop()
      resolve()
    })
  })
}

/** The signed-in app. `user` is already known, so it is not requested again. */
export default function App({ user }: { user: User }) {
  const [router] = useState(() => {
    queryClient.setQueryData(userKey, user)
    measureVitals(screenAt(location.pathname, user).name)
    return prepared ?? createRouter()
  })
  useEffect(pressAgain, [])
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <SessionWatch />
        {/* A transition would wait until the rest of the page that is left has been drawn. */}
        <RouterProvider router={router} useTransitions={false} />
        <Toasts Offer={Offer} />
      </QueryClientProvider>
    </trpc.Provider>
  )
}
