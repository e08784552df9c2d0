import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { Card } from '../../components/settings-card.tsx'
import type { Units } from '../../lib/distance.ts'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

const UNITS: readonly [Units, string][] = [
  ['km', 'Kilometers'],
  ['mi', 'Miles'],
]

/** The unit of distances, on all pages. */
export function UnitsCard() {
  const preferences = trpc.preferences.get.useQuery(undefined, { staleTime: 0, throwOnError: false })
  const edit = trpc.preferences.edit.useMutation({ onError: error => toastError(error, 'Failed to save this') })
  const start = useOneAtATime(edit.mutate)
  const units = (edit.isPending ? edit.variables.units : undefined) ?? preferences.data?.units
  return (
    <Card title="Distances">
      {units ? (
        // In a box: a card would stretch it.
        <div>
          <PillChoice
            legend="Show distances in"
            value={units}
            options={UNITS}
            onChange={next => start({ units: next })}
          />
        </div>
      ) : preferences.isError ? (
        <ErrorState title="We couldn't load this setting" onRetry={() => void preferences.refetch()} />
      ) : (
        <SkeletonRows rows={1} />
      )}
    </Card>
  )
}
