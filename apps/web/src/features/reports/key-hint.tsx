import type { ReactNode } from 'react'
import classes from './key-hint.module.css'

/** Says which keys do what, each in a `kbd`. Devices without a keyboard do not show it. */
export const KeyHint = ({ children }: { children: ReactNode }) => <span className={classes.keys}>{children}</span>
