import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { useActingDog } from '../../../auth.ts'
import { mountedWhenOpened } from '../../../components/mounted-when-opened.tsx'
import { PlanDialog } from '../../../components/plan/plan-dialog.tsx'
import { changesOf, type PlanFields } from '../../../components/plan/plan-fields.ts'
import { useCounter, useCreatePlaydate } from '../moves.ts'
import { OverlapNote } from '../overlap-note.tsx'
import { fieldsOf, toNewPlaydate } from './playdate-form.ts'

interface CreateDialogProps {
  match: Pick<Match, 'id' | 'otherDog'>
  opened: boolean
  onClose: () => void
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

interface SuggestDialogProps {
  playdate: Playdate
  otherDog: Dog
  opened: boolean
  onClose: () => void
}

/** Suggests other terms for a playdate. The form starts with the current terms and marks the differences. */
export const SuggestDialog = mountedWhenOpened(({ playdate, otherDog, opened, onClose }: SuggestDialogProps) => {
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
