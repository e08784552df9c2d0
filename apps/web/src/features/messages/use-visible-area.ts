import { useEffect } from 'react'

/** A hidden part of at least this height is a keyboard, not a bar of the browser. */
const KEYBOARD_MIN = 150

/**
 * Returns a function that says whether a keyboard has shrunk the window, as some browsers do instead of covering it. It
 * counts from the moment that the window shrinks below a focused field until it grows again. The focus alone would not
 * do: it goes when a button is pressed, and the button must not move then.
 */
function watchShrinking(): () => boolean {
  let [width, tallest, isShrunk] = [window.innerWidth, window.innerHeight, false]
  return () => {
    if (window.innerWidth !== width) [width, tallest] = [window.innerWidth, window.innerHeight]
    tallest = Math.max(tallest, window.innerHeight)
    const isLow = tallest - window.innerHeight > KEYBOARD_MIN && matchMedia('(pointer: coarse)').matches
    isShrunk = isLow && (isShrunk || (document.activeElement?.matches('textarea, input') ?? false))
    return isShrunk
  }
}

/** Sets variables for what a phone's keyboard leaves visible: most browsers ignore the keyboard in their layout. */
export function useVisibleArea() {
  useEffect(() => {
    const view = window.visualViewport
    const root = document.documentElement
    const hasShrunk = watchShrinking()
    const measure = () => {
      // Zooming in also makes the visible part smaller, which must not count.
      const hidden = view && view.scale < 1.05 ? window.innerHeight - view.height : 0
      const keyboard = hidden > KEYBOARD_MIN
      root.toggleAttribute('data-keyboard', hasShrunk() || keyboard)
      root.style.setProperty('--visible-height', keyboard && view ? `${view.height}px` : '100dvh')
      root.style.setProperty('--visible-top', keyboard && view ? `${view.offsetTop}px` : '0px')
      root.style.setProperty('--keyboard-height', `${keyboard ? hidden : 0}px`)
    }
    measure()
    view?.addEventListener('resize', measure)
    view?.addEventListener('scroll', measure)
    return () => {
      view?.removeEventListener('resize', measure)
      view?.removeEventListener('scroll', measure)
      root.removeAttribute('data-keyboard')
      for (const name of ['--visible-height', '--visible-top', '--keyboard-height']) root.style.removeProperty(name)
    }
  }, [])
}
