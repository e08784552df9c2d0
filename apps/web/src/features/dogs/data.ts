import { getQueryKey } from '@trpc/react-query'
import { useNavigate } from 'react-router-dom'
import { refreshSoon } from '../../lib/refresh-soon.ts'
import { toastError, told } from '../../lib/toast.ts'
import { errorStatus, type Outputs, queryClient, trpc } from '../../trpc.ts'

export const useMyDogs = () => trpc.dogs.mine.useQuery()

export function useUnreadOf() {
  const unread = trpc.matches.unreadByDog.useQuery(undefined, { throwOnError: false })
  return (dogId: string) => unread.data?.find(one => one.dogId === dogId)?.unread ?? 0
}

/** Statuses that mean "no such dog". 400: no dog can have this id. */
const NOT_A_DOG = [400, 404]
export const isNotADog = (error: unknown) => NOT_A_DOG.includes(errorStatus(error) ?? 0)

type SeenDog = Outputs['dogs']['get']

const findSniffed = (id: string): SeenDog | undefined =>
  queryClient
    .getQueriesData<{ pages: { items: SeenDog[] }[] }>({ queryKey: getQueryKey(trpc.sniff.search) })
    .flatMap(([, search]) => search?.pages ?? [])
    .flatMap(page => page.items)
    .findLast(dog => dog.id === id)

function findOwn(id: string): SeenDog | undefined {
  const mine = queryClient.getQueryData<Outputs['dogs']['mine']>(getQueryKey(trpc.dogs.mine, undefined, 'query'))
  const own = mine?.find(dog => dog.id === id)
  return own && { ...own, distance: null, compatibility: null, activeLately: true }
}

/** A dog. @param options.isWatched its page is open: a dog that is known is shown until the answer comes. */
export const useDog = (id: string, { isWatched = false } = {}) =>
  trpc.dogs.get.useQuery(
    { id },
    {
      placeholderData: () => (isWatched ? (findOwn(id) ?? findSniffed(id)) : undefined),
      throwOnError: (error, query) => query.state.data === undefined && !isNotADog(error) && errorStatus(error) !== 401,
    },
  )

/** A dog whose page is open: it is refreshed whenever it changes, also for somebody who has no match with it. */
export function useWatchedDog(id: string) {
  const dog = useDog(id, { isWatched: true })
  trpc.live.dog.useSubscription(
    { id },
    {
      enabled: !isNotADog(dog.error),
      onData: () => void refreshSoon(getQueryKey(trpc.dogs.get, { id }, 'query')),
    },
  )
  return dog
}

export function useActivateDog(to: '/doghouse' | '/sniff') {
  const navigate = useNavigate()
  return trpc.dogs.activate.useMutation({
    onSuccess: () => navigate(to),
    onError: error => toastError(error, 'Failed to switch to this dog'),
  })
}

export const useDeleteDog = (onDeleted: () => void) =>
  trpc.dogs.delete.useMutation(told('Dog profile deleted successfully', 'Failed to delete dog', onDeleted))

export const useEditDog = (onSaved: () => void) =>
  trpc.dogs.edit.useMutation(told('Dog profile updated successfully', 'Failed to update dog profile', onSaved))
