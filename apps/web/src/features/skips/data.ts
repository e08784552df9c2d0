import { isolate } from '@barkyard/domain/isolate'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useNamedDog } from '../../auth.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc, trpcClient } from '../../trpc.ts'

/** Finds a dog again. @param dogId the dog of one's own that left it out, if another may be chosen by then */
export const useUndoSkip = () =>
  useMutation({
    mutationFn: ({ id, dogId }: { id: string; dogId?: string | undefined }) =>
      trpcClient.skips.undo.mutate({ id }, { context: { dogId } }),
    onError: error => toastError(error, 'Failed to undo this'),
  })

/** Leaves a dog out of Sniff. @param to the page to open then, if the current one is the dog's */
export function useSkipDog(to?: string) {
  const navigate = useNavigate()
  const dogId = useNamedDog()
  const undo = useUndoSkip()
  return trpc.skips.create.useMutation({
    onSuccess: ({ id, dog }) => {
      if (to !== undefined) void navigate(to)
      toast({
        title: `${isolate(dog.name)} is left out of Sniff`,
        message: 'Nobody else is told.',
        action: { label: 'Undo', onClick: () => undo.mutate({ id, dogId }) },
      })
    },
    onError: error => toastError(error, 'Failed to leave this dog out'),
  })
}
