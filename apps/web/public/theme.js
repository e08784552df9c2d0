// No inline script is allowed. A page from the server has its theme by the cookie: there this runs late, for a lost one.
;(() => {
  const known = /(?:^|; )theme=(\w+)/.exec(document.cookie)?.[1] ?? 'light'
  let theme = known
  try {
    theme = localStorage.getItem('theme') || known
  } catch {
    // It may be forbidden.
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
  // The app presses it once it runs: src/app.tsx.
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button')
    if (button && window.earlyPress !== null)
      window.earlyPress = { button, others: [...document.querySelectorAll('button')] }
  })
  // A second click sends no form again: its answer alone would show.
  let free = 0
  addEventListener('submit', event => {
    if (event.timeStamp < free) event.preventDefault()
    else if (!event.defaultPrevented && event.target.method === 'post') free = event.timeStamp + 2000
  })
})()
