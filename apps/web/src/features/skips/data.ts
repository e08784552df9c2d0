import { isolate } from '@barkyard/domain/isolate'
import { useNavigate } from 'react-router-dom'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

/** Refreshed at each visit, because other devices change it too. */
export const useSkips = () =>
  trpc.skips.list.useQuery(undefined, { staleTime: 0, throwOnError: false, select: itemsOfPage })

export const useUndoSkip = (onUndone?: () => void) =>
  trpc.skips.undo.useMutation({
    ...(onUndone && { onSuccess: onUndone }),
    onError: error => toastError(error, 'Failed to undo this'),
  })

/** Leaves a dog out of Sniff. @param to the page to open then, if the current one is the dog's */
export function useSkipDog(to?: string) {
  const navigate = useNavigate()
  const undo = useUndoSkip()
  return trpc.skips.create.useMutation({
    onSuccess: ({ id, dog }) => {
      if (to !== undefined) void navigate(to)
      toast({
        title: `${isolate(dog.name)} is left out of Sniff`,
        message: 'Nobody else is told.',
        action: { label: 'Undo', onClick: () => undo.mutate({ id }) },
      })
    },
    onError: error => toastError(error, 'Failed to leave this dog out'),
  })
}
