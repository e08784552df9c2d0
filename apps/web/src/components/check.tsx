import type { ComponentProps, ReactNode } from 'react'
import classes from './check.module.css'

interface CheckProps extends ComponentProps<'input'> {
  /** Below its words. */
  note?: ReactNode
}

/** A box to tick, or with `type="radio"` one of several, with its words beside it. */
export const Check = ({ note, children, ...input }: CheckProps) => (
  <label className={classes.check}>
    <input type="checkbox" {...input} />
    <span className="breakable">
      {children}
      {note ? <span className="quiet text-small block">{note}</span> : null}
    </span>
  </label>
)
