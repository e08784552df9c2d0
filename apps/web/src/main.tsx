import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startAtTop } from './lib/start-at-top.ts'
import { liveThroughTranslation } from './lib/translated-page.ts'
import { readKeptPage } from './offline/kept-page.ts'
import { seenAt } from './offline/seen-at.ts'
import { openApp, Root } from './root.tsx'
import { readSentAlong } from './sent-along.ts'
import { loadSession, startSession } from './session.ts'
import { followOtherWindows } from './theme-choice.ts'

// The content security policy forbids eval. Zod, which is loaded later, would test for it, and browsers report each attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

liveThroughTranslation()
followOtherWindows()
startAtTop()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)
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
  await openApp(kept.queries).catch(() => undefined)
  seenAt.set(new Date(kept.seenAt))
  return kept.user
}

const sentAlong = readSentAlong()
if (sentAlong) {
  // The server-rendered view stays until the screen can be shown.
  // Without a connection the app itself says so.
  void openApp(sentAlong.queries)
    .catch(() => undefined)
    .then(() => {
      startSession(sentAlong.user)
      show()
    })
} else {
  void loadSession(openLastSeen)
  show()
}
