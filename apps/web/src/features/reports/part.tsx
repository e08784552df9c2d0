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
