// Puts the chosen theme on the page. The Content-Security-Policy allows no inline script, so this is a file of its own.
// A page from the server has the theme already, by its cookie: there this runs late, and corrects a cookie that was lost.
;(() => {
  const cookie = /(?:^|; )theme=(\w+)/.exec(document.cookie)
  const known = cookie ? cookie[1] : 'light'
  let theme = known
  try {
    theme = localStorage.getItem('theme') || known
  } catch {
    // Storage may be forbidden. The cookie is enough.
  }
  theme = theme === 'dark' ? 'dark' : 'light'
  // As in src/theme-choice.ts.
  if (theme !== known) {
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`
    fetch(`/theme/${theme}`, { method: 'POST', keepalive: true }).catch(() => {})
  }
  const root = document.documentElement
  root.classList.remove('light', 'dark')
  root.classList.add(theme)
  root.setAttribute('data-mantine-color-scheme', theme)
  const bar = document.querySelector('meta[name="theme-color"]')
  if (bar) bar.setAttribute('content', theme === 'dark' ? '#121C17' : '#FFFBF4')
  // The last button that was pressed on the server's drawing. The app presses it once it runs: src/app.tsx.
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button')
    if (button && window.earlyPress !== null)
      window.earlyPress = { button, others: [...document.querySelectorAll('button')] }
  })
  // A second click would send a page's form again: it shows that answer alone, of a link that is used up.
  let free = 0
  addEventListener('pageshow', () => (free = 0))
  addEventListener('submit', event => {
    if (event.timeStamp < free) event.preventDefault()
    else if (!event.defaultPrevented) free = event.timeStamp + 2000
  })
})()
