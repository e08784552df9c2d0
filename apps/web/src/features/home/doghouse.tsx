import { useActingDog } from '../../auth.ts'
import { Page } from '../../components/page.tsx'
import { Cards } from './cards.tsx'
import { useNewBarks, usePendingPlaydates } from './data.ts'
import classes from './doghouse.module.css'
import { ProfileCard } from './profile-card.tsx'

export function Component() {
  const dog = useActingDog()
  const barks = useNewBarks()
  const playdates = usePendingPlaydates()
  // The route requires a dog. If it disappears while the page is open, the route redirects.
  if (!dog) return null
  return (
    <Page title={`Welcome back, ${dog.name}!`} subtitle="Your doghouse dashboard">
      <div className={classes.house}>
        <ProfileCard dog={dog} />
        <Cards barks={barks} playdates={playdates} />
      </div>
    </Page>
  )
}
