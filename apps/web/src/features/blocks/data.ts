import { isolate } from '@barkyard/domain/isolate'
import { useLeave } from '../../lib/block.ts'
import { toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

/** The acting dog's match with a dog; null if there is none, and until it is loaded. */
export function useMatchWith(dogId: string, enabled: boolean): string | null {
  const matches = trpc.matches.list.useQuery(undefined, { enabled, throwOnError: false })
  return matches.data?.items.find(({ otherDog }) => otherDog.id === dogId)?.id ?? null
}

export function useEndMatch(name: string, onDone: () => void, to?: string) {
  const leave = useLeave(onDone, to)
  return trpc.matches.end.useMutation({
    meta: { refresh: [] },
    onSuccess: () => leave(`You unmatched ${isolate(name)}`),
    onError: error => toastError(error, 'Failed to unmatch'),
  })
}
