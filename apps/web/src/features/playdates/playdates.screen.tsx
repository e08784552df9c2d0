import { type ComponentProps, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Page } from '../../components/page.tsx'
import { rowsInWindow, useFirstRows } from '../../lib/first-rows.ts'
import { CreateDialog } from './create-dialog.tsx'
import { useGoingOn, useMatches, usePastPlaydates, useUpcomingPlaydates } from './data.ts'
import { MatchPicker } from './match-picker.tsx'
import { PastPlaydates } from './past-playdates.tsx'
import { PlaydateCard } from './playdate-card.tsx'
import classes from './playdates.module.css'
import { PickerSkeleton, PlaydateSkeletons } from './skeletons.tsx'

/** Where the first card is, and a card's height with its gap, in px. */
const [TOP, HEIGHT] = [430, 330]
/** On phones, and elsewhere. */
const columns = () => (window.screen.width < 768 ? 1 : 2)
const SUBTITLE = 'Schedule meetups with your matches at San Francisco parks'

/** The acting dog's playdates, and the button that creates one. */
export function Playdates({ Menu }: Pick<ComponentProps<typeof PlaydateCard>, 'Menu'>) {
  const matches = useMatches()
  const { upcoming, begun, ...more } = useUpcomingPlaydates(matches)
  const past = usePastPlaydates(matches)
  const goingOn = useGoingOn([...begun, ...(past.past ?? [])])
  const room = Math.max(0, rowsInWindow(TOP, HEIGHT) * columns() - goingOn.length)
  const firstUpcoming = useFirstRows(upcoming ?? [], room)
  const isGoingOn = new Set(goingOn.map(({ playdate }) => playdate.id))
  const over = past.past?.filter(({ playdate }) => !isGoingOn.has(playdate.id))
  // A chat links here with its match selected.
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState(() => params.get('match'))
  const [creating, setCreating] = useState(false)
  // The chosen match can disappear, for example if its dog is deleted.
  const match = matches?.find(({ id }) => id === chosen) ?? null

  if (matches?.length === 0) {
    return (
      <Page title="Playdates" subtitle={SUBTITLE}>
        <EmptyState
          title="No Matches Yet"
          text="You need matches before you can create playdates. Sniff around and bark at a dog you like."
          action={<ButtonLink to="/sniff">Find Matches</ButtonLink>}
        />
      </Page>
    )
  }

  return (
    <Page title="Playdates" subtitle={SUBTITLE}>
      {matches ? (
        <MatchPicker matches={matches} chosen={match} onChoose={setChosen} onCreate={() => setCreating(true)} />
      ) : (
        <PickerSkeleton />
      )}
      {goingOn.length > 0 ? (
        <section aria-labelledby="going-on">
          <h2 id="going-on" className={classes.heading}>
            Happening now
          </h2>
          <ul className={classes.list}>
            {goingOn.map(({ playdate, otherDog }) => (
              <li key={playdate.id}>
                <PlaydateCard playdate={playdate} otherDog={otherDog} Menu={Menu} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-labelledby="upcoming">
        <h2 id="upcoming" className={classes.heading}>
          Upcoming Playdates
        </h2>
        {!upcoming ? (
          <PlaydateSkeletons />
        ) : upcoming.length === 0 && !more.hasMore ? (
          <EmptyState text="No upcoming playdates. Create one above!" />
        ) : (
          <ul className={classes.list}>
            {firstUpcoming.map(({ playdate, otherDog }) => (
              <li key={playdate.id}>
                <PlaydateCard playdate={playdate} otherDog={otherDog} Menu={Menu} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={more} what="playdates" className={classes.more} />
      </section>
      <PastPlaydates list={{ ...past, past: over }} isBelowWindow={upcoming !== undefined && upcoming.length >= room} />
      {match ? <CreateDialog match={match} opened={creating} onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}
