/** Where the router keeps how far each history entry was scrolled. */
export const SCROLL_KEY = 'scroll-positions'

/** A full page load starts at its top: forgets how far this entry was scrolled before, which going back still uses for the others. */
export function startAtTop() {
  history.scrollRestoration = 'manual'
  try {
    const kept: Record<string, number> = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '{}')
    delete kept[history.state?.key ?? 'default']
    sessionStorage.setItem(SCROLL_KEY, JSON.stringify(kept))
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}
