declare global {
  interface Window {
    /** The button that was pressed last, and all that were on the page then. public/theme.js keeps it until the app runs. */
    earlyPress?: { button: HTMLButtonElement; others: readonly HTMLButtonElement[] } | null
  }
}

const nameOf = (button: HTMLButtonElement) => (button.getAttribute('aria-label') ?? button.textContent).trim()

/**
 * Presses, once, the button that was pressed last while the page was the server's drawing, which hears nothing: the one
 * of the same name, if there are as many of that name as there were.
 */
export function pressAgain(): void {
  const { button, others } = window.earlyPress ?? {}
  // From now on none is kept.
  window.earlyPress = null
  // What is still on the page has heard it.
  if (!button || !others || button.isConnected) return
  const name = nameOf(button)
  const before = others.filter(one => nameOf(one) === name)
  const now = [...document.querySelectorAll('button')].filter(one => nameOf(one) === name)
  if (now.length === before.length) now[before.indexOf(button)]?.click()
}
