import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { toastError, told } from '../../lib/toast.ts'
import { type Inputs, trpc } from '../../trpc.ts'

const FAILED = 'That did not work. Please try again.'

/** The newest case of an own dog, whatever its state; null: none. */
export const useOwnCase = (dogId: string) =>
  trpc.lost.mine.useQuery(undefined, {
    throwOnError: false,
    select: ({ items }) => items.find(({ dog }) => dog.id === dogId) ?? null,
  })

export const useSightings = (id: string) =>
  trpc.lost.sightings.useQuery({ id, limit: 50 }, { throwOnError: false, select: itemsOfPage })

/** Changes an own case. What somebody else changed meanwhile is read anew. */
export function useChangeCase({ id, version }: OwnLost, done: string, onDone?: () => void) {
  const utils = trpc.useUtils()
  const edit = trpc.lost.edit.useMutation(told(done, FAILED, onDone, () => utils.lost.invalidate()))
  return {
    isPending: edit.isPending,
    change: (changes: Omit<Inputs['lost']['edit'], 'id' | 'version'>) => edit.mutate({ id, version, ...changes }),
  }
}

export const useCloseCase = () => trpc.lost.close.useMutation({ onError: error => toastError(error, FAILED) })

export const useThank = () => trpc.lost.thank.useMutation(told('Thanked', FAILED))
