import { useEffect } from 'react'

/** From here on what hides a part of the page is a keyboard, and no bar of the browser. */
const KEYBOARD_MIN = 150

/**
 * While mounted, tells the style sheets what of the page can be seen above a phone's keyboard, as variables of the root:
 * `--visible-height`, `--visible-top`, and `data-keyboard` while it is out. Browsers lay the page out as if it were not there.
 */
export function useVisibleArea() {
  useEffect(() => {
    const view = window.visualViewport
    const root = document.documentElement
    const measure = () => {
      // Zooming in makes the visible part smaller too, and changes nothing here.
      const hidden = view && view.scale < 1.05 ? window.innerHeight - view.height : 0
      const keyboard = hidden > KEYBOARD_MIN
      root.toggleAttribute('data-keyboard', keyboard)
      root.style.setProperty('--visible-height', keyboard && view ? `${view.height}px` : '100dvh')
      root.style.setProperty('--visible-top', keyboard && view ? `${view.offsetTop}px` : '0px')
      root.style.setProperty('--toast-lift', `${(keyboard ? hidden : 0) + 100}px`)
    }
    measure()
    view?.addEventListener('resize', measure)
    view?.addEventListener('scroll', measure)
    return () => {
      view?.removeEventListener('resize', measure)
      view?.removeEventListener('scroll', measure)
      root.removeAttribute('data-keyboard')
      for (const name of ['--visible-height', '--visible-top', '--toast-lift']) root.style.removeProperty(name)
    }
  }, [])
}
