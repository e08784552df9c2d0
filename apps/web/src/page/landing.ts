// All the script of the landing page: the rest of it comes as HTML (page/server.tsx).
import { followOtherWindows, toggleTheme } from '../theme-choice.ts'

followOtherWindows()
for (const toggle of document.querySelectorAll('[data-theme-toggle]')) toggle.addEventListener('click', toggleTheme)

// Signed-out visitors have one page, whatever the address says.
if (location.pathname !== '/') history.replaceState(null, '', '/')
