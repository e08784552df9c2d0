// The complete script of the landing page. Its HTML comes from page/server.tsx.

import { openSafetyGuide } from '../features/landing/open-safety-guide.ts'
import { forgetPerson } from '../lib/forget.ts'
import { LANDING_ROUTE, measureVitals } from '../lib/measure-vitals.ts'
import { followOtherWindows, toggleTheme } from '../theme-choice.ts'

followOtherWindows()
// Only signed-out visitors see this page.
void forgetPerson()
for (const toggle of document.querySelectorAll('[data-theme-toggle]')) toggle.addEventListener('click', toggleTheme)
for (const opener of document.querySelectorAll('[data-safety-guide]')) opener.addEventListener('click', openSafetyGuide)

const goodbye = new URLSearchParams(location.search).has('goodbye')
// Signed-out visitors see this page at every address. After a reload it must not say goodbye again.
if (goodbye || location.pathname !== '/') history.replaceState(null, '', '/')

const farewell = document.getElementById('goodbye')
if (goodbye && farewell) farewell.hidden = false
// A text that comes with the page is not read out, so it gets the focus.
const note = goodbye ? farewell : document.getElementById('signed-out')
note?.focus({ preventScroll: true })

measureVitals(LANDING_ROUTE)
