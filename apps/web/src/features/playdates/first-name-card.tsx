import type { User } from '@barkyard/domain/schemas/user'
import { useState } from 'react'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import classes from './first-name-card.module.css'

/** Whether the other owner of an accepted playdate reads one's first name. */
export function FirstNameCard({ user }: { user: User }) {
  const preferences = trpc.preferences.get.useQuery(undefined, { staleTime: 0, throwOnError: false })
  // Kept here while it is saved: the mutation's state comes a moment later, and the box would jump back meanwhile.
  const [chosen, setChosen] = useState<boolean>()
  const edit = trpc.preferences.edit.useMutation({
    onSuccess: ({ showFirstName }) =>
      toast({ title: showFirstName ? 'Your first name is shown' : 'Your first name is kept back' }),
    onError: error => toastError(error, 'Failed to save this'),
    onSettled: () => setChosen(undefined),
  })
  const save = useOneAtATime<{ showFirstName: boolean }>((change, options) => {
    setChosen(change.showFirstName)
    edit.mutate(change, options)
  })
  const isShown = chosen ?? preferences.data?.showFirstName
  return (
    <Card title="Meeting in person">
      {isShown !== undefined ? (
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={isShown}
            onChange={event => save({ showFirstName: event.currentTarget.checked })}
          />
          <span>
            Tell the other owner that “{user.firstName}” is coming
            <span className={classes.hint}>
              From accepting a playdate until a day after it, so that you can find each other. Nobody else sees your
              name.
            </span>
          </span>
        </label>
      ) : preferences.isError ? (
        <ErrorState title="We couldn't load this setting" onRetry={() => void preferences.refetch()} />
      ) : (
        <SkeletonRows rows={1} />
      )}
    </Card>
  )
}
