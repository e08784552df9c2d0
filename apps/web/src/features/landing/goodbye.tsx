import { useEffect, useRef, useState } from 'react'
import classes from './goodbye.module.css'

/** Says goodbye once to somebody who has just deleted their account: `/?goodbye`. */
export function Goodbye() {
  const [isShown] = useState(() => new URLSearchParams(location.search).has('goodbye'))
  const note = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (!isShown) return
    // Loaded again, the page is the usual one.
    history.replaceState(null, '', '/')
    // A status that comes with its page is not read out.
    note.current?.focus({ preventScroll: true })
  }, [isShown])

  if (!isShown) return null
  return (
    <p ref={note} tabIndex={-1} className={classes.note}>
      Your account is deleted. Goodbye, and many happy walks!
    </p>
  )
}
