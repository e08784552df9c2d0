import { isolate } from '@barkyard/domain/isolate'
import { parkDateLabel } from '@barkyard/domain/park-time'
import { IconCalendarExclamation } from '@tabler/icons-react'
import { useActingDog } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { useZoneNotes } from '../../time-zone.ts'
import { trpc } from '../../trpc.ts'
import { type PlanProps, useMatches, withDogs } from './data.ts'
import { useAnswerChange, useAnswerPlaydate } from './moves.ts'
import classes from './playdate-card.module.css'
import { changeWords, offerWords, shortly, timeIn } from './words.ts'

/** Points out that the dog has another playdate at that hour, which is allowed. */
export function OverlapNote({ whenTs, exceptId }: { whenTs: string | null; exceptId?: string | undefined }) {
  const dog = useActingDog()
  // Only a hint, so answering does not wait for it.
  const overlapping = trpc.playdates.overlapping.useQuery(
    { whenTs: whenTs ?? '', ...(exceptId !== undefined && { exceptId }) },
    { enabled: whenTs !== null, throwOnError: false },
  )
  const zoneOf = useZoneNotes()
  const others = withDogs(overlapping.data ?? [], useMatches())
  if (others.length === 0 || !dog) return null
  return (
    <div role="status" className="sunken icon-line text-small breakable">
      <IconCalendarExclamation size={20} color="var(--collar-text)" aria-hidden="true" />
      <p>
        <bdi>{dog.name}</bdi> has another playdate then:{' '}
        {others.map(one => shortly(one.playdate, dog.name, one.otherDog.name, zoneOf(one.playdate))).join('; ')}
      </p>
    </div>
  )
}

/** The buttons that answer a proposal. The answer names the revision read, so it is refused if the proposal has changed. */
export function Answer({ playdate, about, onDone }: Pick<PlanProps, 'playdate' | 'about' | 'onDone'>) {
  const answer = useAnswerPlaydate(onDone)
  const give = (status: 'accepted' | 'declined') =>
    answer.mutate({ id: playdate.id, status, revision: playdate.revision })
  const giving = answer.isPending ? answer.variables.status : null
  const button = { 'aria-disabled': giving !== null, 'aria-describedby': about }
  return (
    <>
      <OverlapNote whenTs={playdate.whenTs} exceptId={playdate.id} />
      <div className={`stack-12 ${classes.pair}`}>
        <Button {...button} pending={giving === 'accepted' && 'Accepting...'} onClick={() => give('accepted')}>
          Accept
        </Button>
        <Button
          {...button}
          variant="default"
          pending={giving === 'declined' && 'Declining...'}
          onClick={() => give('declined')}
        >
          Decline
        </Button>
      </div>
    </>
  )
}

interface ChangeAnswerProps extends Omit<PlanProps, 'dog'> {
  isOwn: boolean
  mayAccept: boolean
}

/** A suggested change, with the buttons that answer it. The agreed terms are shown above and stay valid until then. */
export function ChangeAnswer({ playdate, otherDog, about, now, isOwn, mayAccept, onDone }: ChangeAnswerProps) {
  const answer = useAnswerChange(isOwn, onDone)
  const zoneOf = useZoneNotes()
  const { changes } = playdate
  if (!changes) return null
  const give = (accept: boolean) => answer.mutate({ id: playdate.id, accept, revision: playdate.revision })
  const button = { 'aria-disabled': answer.isPending, 'aria-describedby': about }
  const day = parkDateLabel(new Date(changes.whenTs), now, changes.timeZone)
  return (
    <div className="sunken stack-8">
      <p className="bold breakable">
        {isOwn
          ? `You suggested ${changeWords(playdate, changes, now)}. Waiting for ${isolate(otherDog.name)} to answer`
          : offerWords(otherDog.name, playdate, changes, now)}
      </p>
      <p className="quiet text-small tabular">{`${day}, ${timeIn(changes, zoneOf(changes))} · ${changes.parkName}`}</p>
      {isOwn ? null : <OverlapNote whenTs={changes.whenTs} exceptId={playdate.id} />}
      <div className={`stack-12 ${classes.pair}`}>
        {mayAccept ? (
          <Button {...button} onClick={() => give(true)}>
            Accept
          </Button>
        ) : null}
        <Button {...button} variant="default" onClick={() => give(false)}>
          {isOwn ? 'Take it back' : 'Keep the plan'}
        </Button>
      </div>
    </div>
  )
}
