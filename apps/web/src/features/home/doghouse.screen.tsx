import { isolate } from '@barkyard/domain/isolate'
import { refusalOf } from '@barkyard/domain/playdate-moves'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { type ReactNode, useState } from 'react'
import awake from '../../art/scene-awake.svg'
import noseUp from '../../art/scene-nose-up.svg'
import running from '../../art/scene-running.svg'
import { useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Glance } from '../../components/glance.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Bone } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { useFrameData } from '../../frame-data.ts'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { JUST_BEGUN, NEW_NEARBY } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { LostStrip } from '../lost/strip.tsx'
import { BarkBack } from '../matches/bark-back.tsx'
import { BarkButton } from '../matches/bark-button.tsx'
import { Meeting, NextPlan } from '../playdates/at-a-glance.tsx'
import { usePlaydatePages, withDogs } from '../playdates/data.ts'
import { BestMatch, Card, FirstStep, ProfileCard } from './cards.tsx'
import classes from './doghouse.module.css'

const NewestBark = ({ match }: { match: Match }) => {
  const path = `/bark-chat/${match.id}`
  return (
    <Glance
      kicker="Newest bark"
      dog={match.otherDog}
      title={`${isolate(match.otherDog.name)}: ${match.lastMessage?.body ?? ''}`}
      to={path}
      actions={about =>
        match.barked ? (
          <ButtonLink variant={match.unreadCount > 0 ? 'filled' : 'default'} to={path} aria-describedby={about}>
            Answer
          </ButtonLink>
        ) : (
          <BarkBack match={match} about={about} />
        )
      }
    />
  )
}

const NextWalk = lazyWithRetry(() => import('../walks/walk-card.tsx').then(module => module.NextWalk))

/** The greeting works without these. */
const quiet = { throwOnError: false } as const

const scoreOf = ({ compatibility }: SniffDog) => compatibility?.score ?? -1

/** The meeting of this hour, the next playdate, the newest bark, the best match. undefined: not read. null: none. */
function useToday(dog: Dog) {
  const matches = trpc.matches.list.useQuery(undefined, { ...quiet, select: itemsOfPage })
  const { query: playdates, now, begun, ahead } = usePlaydatePages(quiet)
  const past = trpc.playdates.past.useQuery(JUST_BEGUN, { ...quiet, select: itemsOfPage })
  const nearby = trpc.sniff.search.useQuery(NEW_NEARBY, quiet)

  const withDog = (playdate: Playdate | undefined) => withDogs(playdate ? [playdate] : [], matches.data)[0] ?? null
  const isNear = (one: Playdate) => refusalOf(one, dog.id, { type: 'here' }, now) === null
  const meeting = [...begun, ...(past.data ?? []), ...ahead].find(isNear)
  const next = ahead.find(one => one !== meeting && one.status !== 'declined')
  const bark = matches.data?.find(({ lastMessage, ownDogId }) => lastMessage && lastMessage.senderDogId !== ownDogId)

  // Who is barked at here stays, with the way to the chat: the next best would come under the finger.
  const [shown, setShown] = useState<SniffDog | null>(null)
  const isMatched = matches.data?.some(({ otherDog }) => otherDog.id === shown?.id)
  const dogs = nearby.data?.items ?? []
  const [first] = dogs.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const best = dogs.find(({ id }) => id === shown?.id) ?? (isMatched ? shown : first)
  if (best && best !== shown) setShown(best)

  return {
    hasFailed: [matches, playdates, nearby].some(query => query.isError),
    meeting: withDog(meeting),
    plan: matches.data && playdates.data ? withDog(next ?? meeting) : undefined,
    bark: matches.data ? (bark ?? null) : undefined,
    best: nearby.data ? (best ?? null) : undefined,
  }
}

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
