type Theme = 'light' | 'dark'

const KEY = 'theme'
const GROUND: Record<Theme, string> = { light: '#FFFBF4', dark: '#121C17' }
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The class of the root element, which the server or public/theme.js sets before the first paint. */
const currentTheme = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

function show(theme: Theme) {
  const root = document.documentElement
  root.classList.remove('light', 'dark')
  root.classList.add(theme)
  root.setAttribute('data-mantine-color-scheme', theme)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', GROUND[theme])
}

/** For the server, which draws the next page. It also sets the cookie: Safari drops a script's after seven days. */
function keepForNextPage(theme: Theme) {
  document.cookie = `${KEY}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  fetch(`/theme/${theme}`, { method: 'POST', keepalive: true }).catch(() => undefined)
}

export function toggleTheme() {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  show(next)
  keepForNextPage(next)
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Follows a change of the theme in another window. Called once, at the start of the page. */
export function followOtherWindows() {
  window.addEventListener('storage', event => {
    if (event.key === KEY) show(event.newValue === 'dark' ? 'dark' : 'light')
  })
}
