import type { Dog } from '@barkyard/domain/schemas/dog'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { DogAvatar } from './dog-photo.tsx'
import classes from './glance.module.css'

interface GlanceProps {
  /** What it is: "Next playdate". */
  kicker: string
  dog: Dog
  title: string
  /** Where the title leads. */
  to: string
  /** Further lines, the empty ones left out. */
  lines?: readonly string[]
  /** The buttons. They may name the title's id as their description. */
  actions: (about: string) => ReactNode
  /** Whether the buttons take a line of their own. */
  isWide?: boolean
}

/** One thing of today on the doghouse, with what can be done about it. */
export function Glance({ kicker, dog, title, to, lines = [], actions, isWide = false }: GlanceProps) {
  const about = useId()
  return (
    <article className={classes.glance} aria-labelledby={about}>
      <DogAvatar dog={dog} size={56} />
      <div className={classes.text}>
        <h2 className={classes.kicker}>{kicker}</h2>
        <Link id={about} to={to} className={classes.title}>
          {title}
        </Link>
        {lines
          .filter(line => line !== '')
          .map(line => (
            <p key={line} className={classes.line}>
              {line}
            </p>
          ))}
      </div>
      <div className={classes.actions} data-wide={isWide || undefined}>
        {actions(about)}
      </div>
    </article>
  )
}
