import type { Walk } from '@barkyard/domain/schemas/walk'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { PlanDialog } from '../../components/plan/plan-dialog.tsx'
import { changesOf, planOf } from '../../components/plan/plan-fields.ts'
import { useChangeWalk } from './data.ts'

interface ChangeDialogProps {
  walk: Walk
  opened: boolean
  onClose: () => void
}

/** Moves a walk to another time or park. Everybody stays on it. */
export const ChangeDialog = mountedWhenOpened(({ walk, opened, onClose }: ChangeDialogProps) => {
  const change = useChangeWalk(onClose)
  const start = planOf(walk, walk.title)
  return (
    <PlanDialog
      title="Change time or park"
      intro={`Everybody who comes stays on the walk, and we tell them.${walk.repeats ? ' The next ones stay as planned.' : ''}`}
      matchId={null}
      opened={opened}
      onClose={onClose}
      form={{
        start,
        marksChanges: true,
        keepsTitle: true,
        pending: change.isPending,
        words: { submit: 'Change walk', submitting: 'Changing...' },
        onSubmit: plan => change.mutateAsync({ id: walk.id, revision: walk.revision, ...changesOf(start, plan) }),
      }}
    />
  )
})
