import { defaultTitle } from '@barkyard/domain/playdate'
import type { PastPlaydate } from '@barkyard/domain/schemas/playdate'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useActingDog, useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Page } from '../../components/page.tsx'
import { useParksAround } from '../../components/plan/use-offered-parks.ts'
import { Section } from '../../components/section.tsx'
import { useFirstRows } from '../../lib/first-rows.ts'
import { areBuiltIn } from '../../lib/park-words.ts'
import { livesSomewhere, SCREENS } from '../../screens.ts'
import { WalkList } from '../walks/walk-list.tsx'
import { OverlapNote } from './answer.tsx'
import {
  type UpcomingPlaydate,
  useGoingOn,
  useMatches,
  useNewestAgain,
  usePastPlaydates,
  useUpcomingPlaydates,
} from './data.ts'
import { MatchPicker } from './match-picker.tsx'
import { PastPlaydates } from './past-playdates.tsx'
import { CreateDialog } from './plan/plan-dialogs.tsx'
import { aWeekLater, fieldsOf } from './plan/playdate-form.ts'
import { PlaydateCard } from './playdate-card.tsx'
import classes from './playdates.module.css'
import { useShowPlan } from './show-plan.ts'
import { PickerSkeleton, PlaydateSkeletons } from './skeletons.tsx'

/** As many cards as the first screen of a phone has room for, or one elsewhere. */
const firstCards = () => (window.screen.width < 768 ? 2 : 4)
const { title } = SCREENS.playdates

function Cards({ plans }: { plans: readonly UpcomingPlaydate[] }) {
  const dog = useActingDog()
  return dog ? (
    <ul className={`stack-16 ${classes.list}`}>
      {plans.map(({ playdate, otherDog }) => (
        <li key={playdate.id}>
          <PlaydateCard playdate={playdate} dog={dog} otherDog={otherDog} />
        </li>
      ))}
    </ul>
  ) : null
}

export function Component() {
  const dog = useActingDog()
  const user = useUser()
  const matches = useMatches()
  const { upcoming, begun, ...more } = useUpcomingPlaydates(matches)
  const past = usePastPlaydates(matches)
  const goingOn = useGoingOn([...begun, ...(past.past ?? [])])
  const room = Math.max(0, firstCards() - goingOn.length)
  const firstUpcoming = useFirstRows(upcoming ?? [], room)
  const isWindowFull = upcoming !== undefined && upcoming.length >= room
  const over = past.past?.filter(({ playdate }) => !goingOn.some(one => one.playdate.id === playdate.id))
  useShowPlan([
    { ...more, plans: upcoming && [...goingOn, ...upcoming] },
    { ...past, plans: past.past },
  ])
  const again = useNewestAgain()
  const parks = useParksAround(dog !== null && livesSomewhere(user))
  const subtitle =
    !parks?.length || areBuiltIn(parks)
      ? SCREENS.playdates.subtitle
      : 'Schedule meetups with your matches at parks near you'
  // A chat links here with its match selected and the form open, a park's page with the park.
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState(() => params.get('match'))
  const [creating, setCreating] = useState(() => params.has('plan'))
  const [repeated, setRepeated] = useState<PastPlaydate | null>(null)
  const create = (like: PastPlaydate | null) => {
    if (like) setChosen(like.matchId)
    setRepeated(like)
    setCreating(true)
  }
  // The chosen match can disappear, for example if its dog is deleted.
  const match = matches?.find(({ id }) => id === chosen) ?? null

  const noPark =
    parks?.length === 0 ? (
      <p className="quiet" style={{ marginTop: 16 }}>
        We know no park near you yet. Do you?{' '}
        <Link className="tap" to="/parks/suggest">
          Suggest a park
        </Link>
      </p>
    ) : null

  const hasNone = matches?.length === 0

  return (
    <Page title={title} subtitle={subtitle}>
      {hasNone ? (
        <EmptyState
          title="No Matches Yet"
          text="You need matches before you can create playdates. Sniff around and bark at a dog you like."
          action={<ButtonLink to="/sniff">Find Matches</ButtonLink>}
        />
      ) : matches ? (
        <MatchPicker
          matches={matches.toSorted((a, b) => Number(again.has(b.id)) - Number(again.has(a.id)))}
          again={again}
          chosen={match}
          onChoose={setChosen}
          onCreate={() => create(null)}
          onRepeat={create}
        />
      ) : (
        <PickerSkeleton />
      )}
      {noPark}
      {goingOn.length > 0 ? (
        <Section title="Happening now">
          <Cards plans={goingOn} />
        </Section>
      ) : null}
      {hasNone ? null : (
        <Section title="Upcoming Playdates">
          {!upcoming ? (
            <PlaydateSkeletons />
          ) : upcoming.length === 0 && !more.hasMore ? (
            <EmptyState text="No upcoming playdates. Create one above!" />
          ) : (
            <Cards plans={firstUpcoming} />
          )}
          <LoadMore list={more} what="playdates" />
        </Section>
      )}
      <WalkList note={whenTs => <OverlapNote whenTs={whenTs} />} isBelowWindow={isWindowFull} />
      <PastPlaydates list={{ ...past, past: over }} isBelowWindow={isWindowFull} onRepeat={create} />
      {match ? (
        <CreateDialog
          key={repeated?.id ?? 'new'}
          match={match}
          start={
            repeated && dog
              ? aWeekLater(fieldsOf(repeated, dog.name, match.otherDog.name), repeated.timeZone, new Date())
              : { title: defaultTitle(match.otherDog.name), date: null, time: null, park: params.get('park') }
          }
          opened={creating}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </Page>
  )
}
