import type { ReactNode } from 'react'
import classes from './with-pane.module.css'

interface WithPaneProps {
  /** At the left on a desktop. */
  pane: ReactNode
  /** What a desktop shows beside it. */
  children: ReactNode
}

/** A list that is the page on a phone, and on a desktop stands beside a hint. */
export const WithPane = ({ pane, children }: WithPaneProps) => (
  <div className={classes.both}>
    <div className="shrinkable">{pane}</div>
    <div className={classes.hint}>{children}</div>
  </div>
)
