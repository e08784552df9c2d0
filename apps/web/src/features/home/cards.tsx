import awake from 'virtual:art/scene-awake'
import noseUp from 'virtual:art/scene-nose-up'
import running from 'virtual:art/scene-running'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { CountBadge } from '../../components/collar-tag.tsx'
import { useNewBarks, usePendingPlaydates } from './data.ts'
import classes from './doghouse.module.css'

interface CardProps {
  to: string
  title: string
  text: string
  picture: string
  /** What waits there; nothing is shown for 0. */
  count?: number
  countLabel?: string
}

const Card = ({ to, title, text, picture, count = 0, countLabel = '' }: CardProps) => (
  <Link to={to} className={classes.card}>
    <img className={classes.picture} src={picture} alt="" width={128} height={96} />
    <div className={classes.words}>
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

export function BarksCard() {
  const count = useNewBarks()
  return (
    <Card
      to="/barks"
      title="Barks"
      text="View your messages"
      picture={awake}
      count={count}
      countLabel={count === 1 ? 'new bark' : 'new barks'}
    />
  )
}

export const SniffCard = () => <Card to="/sniff" title="Sniff" text="Find dogs nearby" picture={noseUp} />

export function PlaydatesCard() {
  const count = usePendingPlaydates()
  return (
    <Card
      to="/playdates"
      title="Playdates"
      text="Schedule meetups"
      picture={running}
      count={count}
      countLabel={`${count === 1 ? 'playdate' : 'playdates'} waiting for your answer`}
    />
  )
}
