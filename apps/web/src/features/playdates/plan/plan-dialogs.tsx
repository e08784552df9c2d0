import { isolate } from '@barkyard/domain/isolate'
import { CANCEL_REASONS, type CancelReason } from '@barkyard/domain/playdate'
import type { Match } from '@barkyard/domain/schemas/match'
import { useState } from 'react'
import { useActingDog } from '../../../auth.ts'
import { Check } from '../../../components/check.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormButtons } from '../../../components/form-buttons.tsx'
import { mountedWhenOpened, type Opened } from '../../../components/mounted-when-opened.tsx'
import { PlanDialog } from '../../../components/plan/plan-dialog.tsx'
import { changesOf, type PlanFields } from '../../../components/plan/plan-fields.ts'
import { OverlapNote } from '../answer.tsx'
import type { UpcomingPlaydate } from '../data.ts'
import { useCancelPlaydate, useCounter, useCreatePlaydate } from '../moves.ts'
import { inFull, REASONS } from '../words.ts'
import { fieldsOf, toNewPlaydate } from './playdate-form.ts'

interface CreateDialogProps extends Opened {
  match: Pick<Match, 'id' | 'otherDog'>
  start: PlanFields
}

export const CreateDialog = mountedWhenOpened(({ match, opened, onClose, start }: CreateDialogProps) => {
  const create = useCreatePlaydate(match.otherDog.name, onClose)
  return (
    <PlanDialog
      title="Create a Playdate"
      intro={isBuiltIn => `Schedule a meetup at ${isBuiltIn ? 'a San Francisco park' : 'a park near you'}`}
      matchId={match.id}
      opened={opened}
      onClose={onClose}
      form={{
        start,
        pending: create.isPending,
        words: { submit: 'Create Playdate', submitting: 'Creating...' },
        note: whenTs => <OverlapNote whenTs={whenTs} />,
        onSubmit: values => create.mutateAsync(toNewPlaydate(match.id, values)),
      }}
    />
  )
})

/** Suggests other terms for a playdate. The form starts with the current terms and marks the differences. */
export const SuggestDialog = mountedWhenOpened(({ playdate, otherDog, opened, onClose }: UpcomingPlaydate & Opened) => {
  const counter = useCounter(otherDog.name, onClose)
  const start = fieldsOf(playdate, useActingDog()?.name, otherDog.name)
  const intro =
    playdate.status === 'accepted'
      ? `What you agreed on stays until ${isolate(otherDog.name)} accepts the change`
      : `Change what you like. ${isolate(otherDog.name)} can accept it or suggest something else.`
  return (
    <PlanDialog
      title="Suggest another time"
      intro={intro}
      matchId={playdate.matchId}
      opened={opened}
      onClose={onClose}
      form={{
        start,
        marksChanges: true,
        note: whenTs => <OverlapNote whenTs={whenTs} exceptId={playdate.id} />,
        pending: counter.isPending,
        words: { submit: 'Send suggestion', submitting: 'Sending...' },
        onSubmit: values =>
          counter.mutateAsync({ id: playdate.id, revision: playdate.revision, ...changesOf(start, values) }),
      }}
    />
  )
})

interface CancelDialogProps extends UpcomingPlaydate, Opened {
  onCancelled: () => void
}

/** Cancels a playdate for one of four reasons. There is no free text, because it would be a second chat. */
export const CancelDialog = mountedWhenOpened((props: CancelDialogProps) => {
  const { playdate, otherDog, opened, onClose, onCancelled } = props
  const actingDog = useActingDog()
  const [reason, setReason] = useState<CancelReason | null>(null)
  const cancel = useCancelPlaydate(onCancelled)
  const isProposal = playdate.status === 'proposed'
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      pending={cancel.isPending}
      title={isProposal ? 'Withdraw this proposal?' : 'Cancel this playdate?'}
    >
      <form
        className="stack-24"
        onSubmit={event => {
          event.preventDefault()
          if (reason) cancel.mutate({ id: playdate.id, reason, revision: playdate.revision })
        }}
      >
        <p className="bold breakable">{inFull(playdate, actingDog?.name, otherDog.name, new Date())}</p>
        <fieldset className="stack-4">
          <legend className="quiet breakable">
            Why? <bdi>{otherDog.name}</bdi>'s owner will see the reason.
          </legend>
          {CANCEL_REASONS.map(one => (
            <Check key={one} type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)}>
              {REASONS[one].choice}
            </Check>
          ))}
        </fieldset>
        <FormButtons
          label={isProposal ? 'Withdraw' : 'Cancel playdate'}
          pendingLabel="Cancelling..."
          pending={cancel.isPending}
          disabled={reason === null}
          destructive
          cancelLabel="Keep it"
          stays
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
})
