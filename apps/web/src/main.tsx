import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Root } from './root.tsx'
import { loadSession } from './session.ts'

void loadSession()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
createRoot(place).render(
  <StrictMode>
    <Root />
  </StrictMode>,
)
