import type { ReactNode } from 'react'
import classes from './case-view.module.css'

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={`stack-12 ${classes.part}`} aria-label={title}>
    <h4 className="label">{title}</h4>
    {children}
  </section>
)

/** What somebody wrote. @param source who or when */
export const Quote = ({ text, source }: { text: string; source: ReactNode }) => (
  <blockquote className="sunken as-typed">
    {text}
    <footer className="quiet text-small breakable">{source}</footer>
  </blockquote>
)

/** Says which keys do what, each in a `kbd`. Devices without a keyboard do not show it. */
export const KeyHint = ({ children }: { children: ReactNode }) => (
  <span className={`quiet ${classes.keys}`}>{children}</span>
)
