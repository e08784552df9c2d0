import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startAtTop } from './lib/start-at-top.ts'
import { readKeptPage } from './offline/kept-page.ts'
import { showAsOld } from './offline/seen-at.ts'
import { readSentAlong } from './page/first-answers.ts'
import { openApp, Root } from './root.tsx'
import { loadSession, startSession } from './session.ts'
import { followOtherWindows } from './theme-choice.ts'

// The policy forbids eval. Zod, which comes later, would try whether it is allowed, and browsers report each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

followOtherWindows()
startAtTop()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)
const show = () =>
  root.render(
    <StrictMode>
      <Root />
    </StrictMode>,
  )

/** Without the server: the app as this device saw it last, said to be old. */
async function openLastSeen() {
  const kept = await readKeptPage()
  if (!kept) return null
  await openApp(kept.answers).catch(() => undefined)
  showAsOld(new Date(kept.seenAt))
  return kept.user
}

const sentAlong = readSentAlong()
if (sentAlong) {
  // What the server has drawn stays until the screen itself can be shown.
  // Without a connection the app itself says so.
  void openApp(sentAlong.answers)
    .catch(() => undefined)
    .then(() => {
      startSession(sentAlong.user)
      show()
    })
} else {
  void loadSession(openLastSeen)
  show()
}
