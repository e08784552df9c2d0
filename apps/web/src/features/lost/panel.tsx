import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './lost.module.css'

/** A part of the page that takes the focus as it opens. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <h2 ref={heading} id={id} tabIndex={-1} className={classes.stepTitle}>
        {title}
      </h2>
      {children}
    </section>
  )
}
