import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/words.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startAtTop } from './lib/start-at-top.ts'
import { readKeptPage } from './offline/kept-page.ts'
import { seenAt } from './offline/missing.ts'
import { openApp, Root } from './root.tsx'
import { loadSession, readBootstrapData, startSession } from './session.ts'
import { followOtherWindows } from './theme-choice.ts'

/**
 * Lets the app live through a browser's translation of the page, which replaces texts by elements of its own. React then
 * removes a text that is gone already, or puts something before it, and the browser throws: the screen would be lost. Texts
 * that come and go stand in elements of their own, so nothing is missing; this is for those that a component is handed.
 */
function liveThroughTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this || child.nodeType !== Node.TEXT_NODE ? (removeChild.call(this, child) as T) : child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const isGone = before?.nodeType === Node.TEXT_NODE && before.parentNode !== this
    return insertBefore.call(this, node, isGone ? null : before) as T
  }
}

// The content security policy forbids eval. Zod, which is loaded later, would test for it, and browsers report each attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

liveThroughTranslation()
followOtherWindows()
startAtTop()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
// A part that is missing for want of a connection throws undefined, and comes later: that is no error.
const root = createRoot(place, { onCaughtError: error => error !== undefined && console.error(error) })
const show = () =>
  // A transition is drawn in short tasks, so that the page scrolls meanwhile.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  )

/** Opens the app with the last data of this device, marked as old, if the server cannot be reached. */
async function openLastSeen() {
  const kept = await readKeptPage()
  if (!kept) return null
  // What is dropped could not be read again.
  await openApp(kept.queries, Infinity).catch(() => undefined)
  await import('./offline/kept-chats.ts').then(module => module.restoreChats()).catch(() => undefined)
  seenAt.set(new Date(kept.seenAt))
  return kept.user
}

const bootstrapData = readBootstrapData()
if (bootstrapData) {
  // The server's drawing stays until the screen can be shown. Without a connection the app itself says so.
  void openApp(bootstrapData.queries)
    .catch(() => undefined)
    .then(() => {
      startSession(bootstrapData.user)
      show()
    })
} else {
  void loadSession(openLastSeen)
  show()
}
