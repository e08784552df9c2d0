import { isolate } from '@barkyard/domain/isolate'
import type { NewSearch, Search } from '@barkyard/domain/schemas/search'
import { toast, toastError } from '../../lib/toast.ts'
import { told } from '../../lib/told.ts'
import { trpc } from '../../trpc.ts'

/** The account's saved searches, newest first. Refreshed at each visit, because other devices change them too. */
export const useSearches = () => trpc.searches.list.useQuery(undefined, { staleTime: 0, throwOnError: false })

export const useSaveSearch = (onSaved: () => void) =>
  trpc.searches.create.useMutation(
    told(
      ({ name }: Search) => ({
        title: `“${isolate(name)}” is saved`,
        message: "We'll tell you about new dogs that match.",
      }),
      'Failed to save the search',
      onSaved,
    ),
  )

/** Deletes a search. The toast saves it again: as a new one, which looks for dogs from now on. */
export function useDeleteSearch(onDeleted: () => void) {
  const utils = trpc.useUtils()
  const back = trpc.searches.create.useMutation({ onError: error => toastError(error, 'Failed to save the search') })
  return trpc.searches.delete.useMutation({
    onMutate: ({ id }): NewSearch | undefined => utils.searches.list.getData()?.find(search => search.id === id),
    onSuccess: (_answer, _input, search) => {
      onDeleted()
      if (!search) return
      const { name, filters } = search
      toast({
        title: `“${isolate(name)}” is deleted`,
        action: { label: 'Undo', onClick: () => back.mutate({ name, filters }) },
      })
    },
    onError: error => toastError(error, 'Failed to delete the search'),
  })
}
