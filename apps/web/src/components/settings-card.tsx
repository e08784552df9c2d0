import { type ReactNode, type RefObject, useId } from 'react'
import classes from './settings-card.module.css'

interface SettingsCardProps {
  title: string
  /** Receives the focus when the focused element disappears. */
  headingRef?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** A card of the settings. */
export function Card({ title, headingRef, children }: SettingsCardProps) {
  const id = useId()
  return (
    <section className={`card ${classes.card}`} aria-labelledby={id}>
      <h2 ref={headingRef} id={id} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A setting with a description and its button at the right, or below on a phone. */
export const Row = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <div className={classes.row}>
    <div className="grow">
      <h3 className={classes.rowTitle}>{title}</h3>
      {children}
    </div>
    {action ? <div className={classes.action}>{action}</div> : null}
  </div>
)
