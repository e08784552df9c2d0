/** The key under which the router stores the scroll positions of history entries. */
export const SCROLL_KEY = 'scroll-positions'

/** Makes a full page load start at the top: forgets the scroll position of this entry and keeps those of others. */
export function startAtTop() {
  history.scrollRestoration = 'manual'
  try {
    const kept: Record<string, number> = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '{}')
    delete kept[history.state?.key ?? 'default']
    sessionStorage.setItem(SCROLL_KEY, JSON.stringify(kept))
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}
