import { isolate } from '@barkyard/domain/isolate'
import { useUser } from '../../auth.ts'
import { Bone } from '../../components/bone.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Page } from '../../components/page.tsx'
import { useFrameData } from '../../frame-data.ts'
import { BarkButton } from '../matches/bark-button.tsx'
import { NewestBark } from '../matches/newest-bark.tsx'
import { NextPlan } from '../playdates/next-plan.tsx'
import { BestMatch } from '../sniff/best-match.tsx'
import { Cards } from './cards.tsx'
import { useToday } from './data.ts'
import classes from './doghouse.module.css'
import { FirstStep } from './first-step.tsx'
import { ProfileCard } from './profile-card.tsx'

/** Downloaded after the page, below which it stands. */
const NextWalk = lazyWithRetry(() => import('../walks/next-walk.tsx').then(module => module.NextWalk))

/** What happens today. Nothing where nothing does. */
function Today() {
  const { isLoading, plan, bark, best } = useToday()
  if (!isLoading && !plan && !bark && !best) return null
  return (
    <section className={classes.today} aria-label="Right now" aria-busy={isLoading}>
      {isLoading ? (
        <Bone className={classes.bone} />
      ) : (
        <>
          {plan ? <NextPlan {...plan} /> : null}
          {bark ? <NewestBark match={bark} /> : null}
          {best ? <BestMatch dog={best} bark={<BarkButton dog={best} compact />} /> : null}
        </>
      )}
    </section>
  )
}

/** The greeting of the acting dog, the ways to everything else, and what happens today. The server draws it too. */
export function Component() {
  const { dog, newBarks, pendingPlaydates } = useFrameData()
  const user = useUser()
  // The route requires a dog. If it disappears while the page is open, the route redirects.
  if (!dog) return null
  return (
    <Page title={`Welcome back, ${isolate(dog.name)}!`} subtitle="Your doghouse dashboard">
      <div className={classes.house}>
        <ProfileCard dog={dog} />
        <Cards barks={newBarks} playdates={pendingPlaydates} />
      </div>
      <FirstStep dog={dog} user={user} />
      <Today key={dog.id} />
      <NextWalk />
    </Page>
  )
}
