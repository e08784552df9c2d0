import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { errorReason } from '../../lib/errors.ts'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

/** Sightings that are shown: the newest. */
const SIGHTINGS = { limit: 50 } as const

/** The newest case of an own dog, whatever its state; null: none, undefined: not known yet. */
export function useOwnCase(dogId: string) {
  const mine = trpc.lost.mine.useQuery(undefined, { throwOnError: false })
  const found = mine.data?.items.find(({ dog }) => dog.id === dogId)
  return { failed: mine.isError && !mine.data, retry: () => void mine.refetch(), lost: mine.data && (found ?? null) }
}

export const useCase = (id: string) => trpc.lost.get.useQuery({ id })

export const useSightings = (id: string) =>
  trpc.lost.sightings.useQuery({ id, ...SIGHTINGS }, { throwOnError: false, select: itemsOfPage })

/** Changes an own case. What somebody else changed meanwhile is read anew. */
export function useChangeCase(lost: OwnLost, done: string, onDone: () => void = () => undefined) {
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.lost.edit.useMutation({
    onSuccess: () => {
      toast({ title: done })
      onDone()
    },
    onError: error => {
      toastError(error, 'That did not work. Please try again.')
      if (errorReason(error) === 'stale-lost') void utils.lost.invalidate()
    },
  })
  return {
    isPending,
    change: (changes: Omit<Parameters<typeof mutate>[0], 'id' | 'version'>) => {
      if (!isPending) mutate({ id: lost.id, version: lost.version, ...changes })
    },
  }
}

export const useCloseCase = () =>
  trpc.lost.close.useMutation({ onError: error => toastError(error, 'That did not work. Please try again.') })

export const useThank = () =>
  trpc.lost.thank.useMutation({
    onSuccess: () => toast({ title: 'Thanked' }),
    onError: error => toastError(error, 'That did not work. Please try again.'),
  })
