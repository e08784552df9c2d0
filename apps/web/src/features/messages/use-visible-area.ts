import { useEffect } from 'react'

/** A hidden part of at least this height is a keyboard, not a bar of the browser. */
const KEYBOARD_MIN = 150

/** Sets variables for what a phone's keyboard leaves visible: browsers ignore the keyboard in their layout. */
export function useVisibleArea() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const root = document.documentElement
    const measure = () => {
      // Zooming in also makes the visible part smaller, which must not count.
      const isCovered = view.scale < 1.05 && window.innerHeight - view.height > KEYBOARD_MIN
      root.toggleAttribute('data-keyboard', isCovered)
      // Without a keyboard none is set: whatever is set here computes the styles of the whole page anew.
      root.style.setProperty('--visible-height', isCovered ? `${view.height}px` : '')
      root.style.setProperty('--visible-top', isCovered ? `${view.offsetTop}px` : '')
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      root.removeAttribute('data-keyboard')
      for (const name of ['--visible-height', '--visible-top']) root.style.removeProperty(name)
    }
  }, [])
}
