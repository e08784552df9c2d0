import { defaultTitle } from '@barkyard/domain/playdate'
import type { Match } from '@barkyard/domain/schemas/match'
import { mountedWhenOpened } from '../../../components/mounted-when-opened.tsx'
import { PlanDialog } from '../../../components/plan/plan-dialog.tsx'
import type { PlanFields } from '../../../components/plan/plan-fields.ts'
import { useCreatePlaydate } from '../moves.ts'
import { OverlapNote } from '../overlap-note.tsx'
import { toNewPlaydate } from './playdate-form.ts'

interface CreateDialogProps {
  match: Pick<Match, 'id' | 'otherDog'>
  opened: boolean
  onClose: () => void
  /** The initial values, for a playdate that is repeated. Default: only a title. */
  start?: PlanFields
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
        start: start ?? { title: defaultTitle(match.otherDog.name), date: null, time: null, park: null },
        pending: create.isPending,
        words: { submit: 'Create Playdate', submitting: 'Creating...' },
        note: whenTs => <OverlapNote whenTs={whenTs} />,
        onSubmit: values => create.mutateAsync(toNewPlaydate(match.id, values)),
      }}
    />
  )
})
