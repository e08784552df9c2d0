import { isolate } from '@barkyard/domain/isolate'
import { useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

export const useUndoSkip = () =>
  trpc.skips.undo.useMutation({ onError: error => toastError(error, 'Failed to undo this') })

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
