import { useActingDog } from '../../auth.ts'
import { Page } from '../../components/page.tsx'
import { BarksCard, PlaydatesCard, SniffCard } from './cards.tsx'
import { useNewBarks, usePendingPlaydates } from './data.ts'
import classes from './doghouse.module.css'
import { ProfileCard } from './profile-card.tsx'

export function Component() {
  const dog = useActingDog()
  const barks = useNewBarks()
  const playdates = usePendingPlaydates()
  // What waits comes first.
  const cards = [
    { name: 'barks', Card: BarksCard, waits: barks > 0 },
    { name: 'sniff', Card: SniffCard, waits: false },
    { name: 'playdates', Card: PlaydatesCard, waits: playdates > 0 },
  ].toSorted((a, b) => Number(b.waits) - Number(a.waits))
  // The route lets nobody in without a dog; it can only go while the page is open, and then the route leaves.
  if (!dog) return null
  return (
    <Page title={`Welcome back, ${dog.name}!`} subtitle="Your doghouse dashboard">
      <div className={classes.house}>
        <ProfileCard dog={dog} />
        <div className={classes.cards}>
          {cards.map(({ name, Card }) => (
            <Card key={name} />
          ))}
        </div>
      </div>
    </Page>
  )
}
