import type { User } from '@barkyard/domain/schemas/user'
import { createRoot, type Root } from 'react-dom/client'
import { expect } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { paced } from '../lib/refresh-soon.ts'
import { shownToast } from '../lib/toast.ts'
import { seenAt } from '../offline/missing.ts'
import { Root as App } from '../root.tsx'
import { session, startSession } from '../session.ts'
import { queryClient } from '../trpc.ts'
import { type Answers, network } from './network-links.ts'
import { quietYard } from './quiet-yard.ts'
import { anOwner } from './rows.ts'

interface Options {
  /** Who is signed in. Default: an owner with a dog. null: nobody. */
  user?: User | null
  /** In place of the quiet yard's. A call that has no answer fails the test. */
  answers?: Answers
  theme?: 'light' | 'dark'
  /** Width and height. Default: a desktop's. */
  viewport?: readonly [number, number]
  /** What the history keeps of this entry, as after a reload. */
  state?: unknown
  /** Whether the device asks for less motion. */
  reducedMotion?: boolean
}

export const PHONE = [375, 720] as const
const DESKTOP = [1280, 900] as const

let root: Root | null = null

/** Opens the app at an address, with answers in place of the server. */
export async function open(path: string, options: Options = {}) {
  const { user = anOwner(), theme = 'light', viewport = DESKTOP, reducedMotion = false } = options
  await page.viewport(...viewport)
  if (reducedMotion) await emulate('reduce')
  document.documentElement.className = theme
  document.documentElement.dataset.mantineColorScheme = theme
  network.start({ ...quietYard(user), ...options.answers })
  // Numbered as the router numbers them, which counts how far Back has gone.
  const { idx = 0 } = history.state ?? {}
  history.replaceState({ idx }, '')
  history.pushState({ idx: idx + 1, usr: options.state }, '', path)
  if (user) startSession(user)
  else session.set({ status: 'signed-out', hasEnded: false })
  const place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
  // What an error boundary caught is on the page, where the test looks.
  root = createRoot(place, { onCaughtError: () => undefined })
  root.render(<App />)
  // A busy machine takes its time over the first screen of a page, whose modules nobody has asked for yet.
  await expect.poll(() => document.querySelector('main'), { timeout: 60_000 }).not.toBeNull()
}

/** Goes to another address, as a link of the app does. */
export function goTo(path: string) {
  history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

const emulate = (motion: 'reduce' | '') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: motion }] })

/** Where the app is: "/sniff?distance=60". */
export const address = () => location.pathname + location.search

/** Leaves nothing for the next test. */
export async function close() {
  root?.unmount()
  root = null
  document.body.replaceChildren()
  queryClient.clear()
  // Their pace is measured by a clock that the next test may not have.
  paced.clear()
  localStorage.clear()
  sessionStorage.clear()
  session.set({ status: 'loading' })
  shownToast.set(null)
  seenAt.set(null)
  await emulate('')
}
