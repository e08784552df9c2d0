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
  to: string
  /** Further lines, the empty ones left out. A phone has room for the first. */
  lines?: readonly string[]
  /** The buttons. They may name the title's id as their description. */
  actions: (about: string) => ReactNode
  /** Whether a phone shows all of it, also the buttons. Else they are where the title leads. */
  isPressing?: boolean
}

/** One thing of today on the doghouse, with what can be done about it. */
export function Glance({ kicker, dog, title, to, lines = [], actions, isPressing = false }: GlanceProps) {
  const about = useId()
  return (
    <article className={`line full ${classes.glance}`} aria-labelledby={about} data-pressing={isPressing || undefined}>
      <DogAvatar dog={dog} size={40} />
      <div className={`breakable ${classes.text}`}>
        <h3 className={`label quiet text-small ${classes.kicker}`}>{kicker}</h3>
        <Link id={about} to={to} className={`plain-link block bold ${classes.title}`}>
          {title}
        </Link>
        {lines
          .filter(line => line !== '')
          .map(line => (
            <p key={line} className={`quiet text-small ${classes.line}`}>
              {line}
            </p>
          ))}
      </div>
      <div className={classes.actions}>{actions(about)}</div>
    </article>
  )
}
