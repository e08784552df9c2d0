import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startAtTop } from './lib/start-at-top.ts'
import { Root } from './root.tsx'
import { loadSession } from './session.ts'
import { followOtherWindows } from './theme-choice.ts'

// The policy forbids eval. Zod, which comes later, would try whether it is allowed, and browsers report each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

followOtherWindows()
startAtTop()
void loadSession()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
createRoot(place).render(
  <StrictMode>
    <Root />
  </StrictMode>,
)
