import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ReactNode } from 'react'
import awake from '../../art/scene-awake.svg'
import noseUp from '../../art/scene-nose-up.svg'
import running from '../../art/scene-running.svg'
import { useUser } from '../../auth.ts'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Bone } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { useFrameData } from '../../frame-data.ts'
import { LostStrip } from '../lost/strip.tsx'
import { BarkButton } from '../matches/bark-button.tsx'
import { NewestBark } from '../matches/newest-bark.tsx'
import { Meeting, NextPlan } from '../playdates/at-a-glance.tsx'
import { BestMatch } from '../sniff/best-match.tsx'
import { Card, FirstStep, ProfileCard } from './cards.tsx'
import { useToday } from './data.ts'
import classes from './doghouse.module.css'

const NextWalk = lazyWithRetry(() => import('../walks/walk-card.tsx').then(module => module.NextWalk))

function House({ dog }: { dog: Dog }) {
  const { newBarks, pendingPlaydates } = useFrameData()
  const { meeting, plan, bark, best, hasFailed } = useToday(dog)
  /** What a card says of today: a grey line until it is read, `none` if there is nothing. */
  function life<T>(of: T | null | undefined, none: string, draw: (of: T) => ReactNode) {
    if (of) return draw(of)
    if (of === undefined && !hasFailed) return <Bone height={40} width="100%" />
    return <p className="quiet text-small">{of === null ? none : "We couldn't load this."}</p>
  }
  return (
    <>
      {meeting ? <Meeting {...meeting} dog={dog} /> : null}
      <div className={classes.house}>
        <ProfileCard dog={dog} />
        <div className={`stack-24 ${classes.cards}`}>
          <Card
            to="/barks"
            title="Barks"
            text="View your messages"
            picture={awake}
            count={newBarks}
            countLabel={newBarks === 1 ? 'new bark' : 'new barks'}
          >
            {life(bark, 'No new barks', match => (
              <NewestBark match={match} />
            ))}
          </Card>
          <Card to="/sniff" title="Sniff" text="Find dogs nearby" picture={noseUp}>
            {life(best, 'No new dogs nearby yet', found => (
              <BestMatch dog={found} bark={<BarkButton dog={found} compact />} />
            ))}
          </Card>
          <Card
            to="/playdates"
            title="Playdates"
            text="Schedule meetups"
            picture={running}
            count={pendingPlaydates}
            countLabel={`${pendingPlaydates === 1 ? 'playdate' : 'playdates'} waiting for your answer`}
          >
            {life(plan, 'Nothing planned yet', next => (
              <NextPlan {...next} />
            ))}
          </Card>
        </div>
      </div>
    </>
  )
}

/** The greeting of the acting dog, and the ways to everything else with what happens there. The server draws it too. */
export function Component() {
  const { dog } = useFrameData()
  const user = useUser()
  // The route requires a dog. If it disappears while the page is open, the route redirects.
  if (!dog) return null
  return (
    <Page title={`Welcome back, ${isolate(dog.name)}!`} subtitle="Your doghouse dashboard" isLow>
      <LostStrip />
      <House key={dog.id} dog={dog} />
      <FirstStep dog={dog} user={user} />
      <NextWalk />
    </Page>
  )
}
