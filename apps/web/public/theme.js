// Runs before the first paint: the Content-Security-Policy allows no inline script, so this is a file of its own.
;(() => {
  let theme = 'light'
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark'
  } catch {
    // Storage may be forbidden: light it is.
  }
  const root = document.documentElement
  root.classList.add(theme)
  root.setAttribute('data-mantine-color-scheme', theme)
  const bar = document.querySelector('meta[name="theme-color"]')
  if (bar) bar.setAttribute('content', theme === 'dark' ? '#121C17' : '#FFFBF4')
})()
