// Puts the chosen theme on the page. The Content-Security-Policy allows no inline script, so this is a file of its own.
// A page from the server has the theme already, by its cookie: there this runs late, and corrects a cookie that was lost.
;(() => {
  let theme = 'light'
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark'
    const known = /(?:^|; )theme=(\w+)/.exec(document.cookie)
    if (theme !== (known ? known[1] : 'light') && window.cookieStore)
      window.cookieStore
        .set({ name: 'theme', value: theme, path: '/', sameSite: 'lax', expires: Date.now() + 31_536_000_000 })
        .catch(() => {})
  } catch {
    // Storage may be forbidden: light it is.
  }
  const root = document.documentElement
  root.classList.remove('light', 'dark')
  root.classList.add(theme)
  root.setAttribute('data-mantine-color-scheme', theme)
  const bar = document.querySelector('meta[name="theme-color"]')
  if (bar) bar.setAttribute('content', theme === 'dark' ? '#121C17' : '#FFFBF4')
})()
