import awake from 'virtual:art/scene-awake'
import noseUp from 'virtual:art/scene-nose-up'
import running from 'virtual:art/scene-running'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CountBadge } from '../../components/collar-tag.tsx'
import classes from './doghouse.module.css'

interface CardProps {
  to: string
  title: string
  text: string
  picture: string
  /** The number of waiting items. 0 is not shown. */
  count?: number
  countLabel?: string
  /** What happens there, below the link. It keeps its place while it is not known. */
  children: ReactNode
}

const Card = ({ to, title, text, picture, count = 0, countLabel = '', children }: CardProps) => (
  <div className={classes.card}>
    <Link to={to} className={classes.way}>
      <img className={classes.picture} src={picture} alt="" width={128} height={96} />
      <div className="grow">
        <h2 className={classes.title}>
          {title}
          <CountBadge count={count} label={countLabel} />
        </h2>
        <p className={classes.text}>{text}</p>
      </div>
    </Link>
    <div className={classes.life}>{children}</div>
  </div>
)

interface CardsProps {
  /** The number of new barks. */
  barks: number
  /** The number of playdates that need an answer. */
  playdates: number
  newest: ReactNode
  best: ReactNode
  next: ReactNode
}

/** The ways from the doghouse, each with what happens there. */
export const Cards = ({ barks, playdates, newest, best, next }: CardsProps) => (
  <div className={classes.cards}>
    <Card
      to="/barks"
      title="Barks"
      text="View your messages"
      picture={awake}
      count={barks}
      countLabel={barks === 1 ? 'new bark' : 'new barks'}
    >
      {newest}
    </Card>
    <Card to="/sniff" title="Sniff" text="Find dogs nearby" picture={noseUp}>
      {best}
    </Card>
    <Card
      to="/playdates"
      title="Playdates"
      text="Schedule meetups"
      picture={running}
      count={playdates}
      countLabel={`${playdates === 1 ? 'playdate' : 'playdates'} waiting for your answer`}
    >
      {next}
    </Card>
  </div>
)
