// All the script of the landing page: the rest of it comes as HTML (page/server.tsx).
import { forgetPerson } from '../offline/forget.ts'
import { followOtherWindows, toggleTheme } from '../theme-choice.ts'

followOtherWindows()
// Only the signed-out see this page.
void forgetPerson()
for (const toggle of document.querySelectorAll('[data-theme-toggle]')) toggle.addEventListener('click', toggleTheme)

for (const opener of document.querySelectorAll('[data-safety-guide]'))
  opener.addEventListener('click', event => {
    event.preventDefault()
    // Without a connection there is still the page's own section about safety.
    import('./safety-dialog.ts').then(module => module.openSafetyGuide()).catch(() => location.assign('#safety'))
  })

const goodbye = new URLSearchParams(location.search).has('goodbye')
// Signed-out visitors have one page, whatever the address says. Loaded again, it says no goodbye.
if (goodbye || location.pathname !== '/') history.replaceState(null, '', '/')

const note = document.getElementById('goodbye')
if (goodbye && note) {
  note.hidden = false
  // A text that comes with its page is not read out by itself.
  note.focus({ preventScroll: true })
}
