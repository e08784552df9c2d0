import type { ReactNode } from 'react'
import classes from './case-view.module.css'

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <h4 className={classes.heading}>{title}</h4>
    {children}
  </section>
)

/** Says which keys do what, each in a `kbd`. Devices without a keyboard do not show it. */
export const KeyHint = ({ children }: { children: ReactNode }) => (
  <span className={`quiet ${classes.keys}`}>{children}</span>
)
