import awake from 'virtual:art/scene-awake'
import noseUp from 'virtual:art/scene-nose-up'
import running from 'virtual:art/scene-running'
import { IconChevronRight } from '@tabler/icons-react'
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
}

const Card = ({ to, title, text, picture, count = 0, countLabel = '' }: CardProps) => (
  <Link to={to} className={classes.card}>
    <img className={classes.picture} src={picture} alt="" width={128} height={96} />
    <div className="grow">
      <h2 className={classes.title}>
        {title}
        <CountBadge count={count} label={countLabel} />
      </h2>
      <p className={classes.text}>{text}</p>
    </div>
    <span className={classes.arrow}>
      <IconChevronRight size={22} aria-hidden="true" />
    </span>
  </Link>
)

interface CardsProps {
  /** The number of new barks. */
  barks: number
  /** The number of playdates that need an answer. */
  playdates: number
}

/** The links of the doghouse. They load nothing, so that the server can render them too. */
export function Cards({ barks, playdates }: CardsProps) {
  const cards: CardProps[] = [
    {
      to: '/barks',
      title: 'Barks',
      text: 'View your messages',
      picture: awake,
      count: barks,
      countLabel: barks === 1 ? 'new bark' : 'new barks',
    },
    { to: '/sniff', title: 'Sniff', text: 'Find dogs nearby', picture: noseUp },
    {
      to: '/playdates',
      title: 'Playdates',
      text: 'Schedule meetups',
      picture: running,
      count: playdates,
      countLabel: `${playdates === 1 ? 'playdate' : 'playdates'} waiting for your answer`,
    },
  ]
  return (
    <div className={classes.cards}>
      {cards.map(card => (
        <Card key={card.to} {...card} />
      ))}
    </div>
  )
}
