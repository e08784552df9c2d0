import { isolate } from '@barkyard/domain/isolate'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { useMutation } from '@tanstack/react-query'
import { useActingDog, useNamedDog } from '../../auth.ts'
import { itemsOfPage, nextCursorOf, useInfiniteList } from '../../lib/list-pages.ts'
import { toast, told } from '../../lib/toast.ts'
import { A_PAGE, walksAsked } from '../../screens.ts'
import { type Inputs, trpc, trpcClient } from '../../trpc.ts'

/** Walks of strangers change without news, so a page reads them again after this time. */
const FRESH_FOR = 60_000
const quiet = { throwOnError: false, staleTime: FRESH_FOR } as const

/** Walks to come, near the owner or all, by time, page by page. */
export function useWalks(near: boolean) {
  const options = { ...quiet, enabled: useActingDog() !== null, getNextPageParam: nextCursorOf }
  return useInfiniteList<Walk>(trpc.walks.list.useInfiniteQuery(walksAsked(near), options))
}

/** The walks that the acting dog hosts or has joined, by time, also those that were called off or have just begun. */
export function useOwnWalks(): Walk[] | undefined {
  const dog = useActingDog()
  return trpc.walks.list.useQuery(
    { mine: 'yes', limit: A_PAGE.ownWalks },
    { ...quiet, enabled: dog !== null, select: itemsOfPage },
  ).data
}

/** The next walk that the acting dog can join, within 50 km of its owner; null: none, or not known yet. */
export function useNearWalk({ enabled = true } = {}): Walk | null {
  const dog = useActingDog()
  const asked = { near: 'yes', joinable: 'yes', limit: 1 } as const
  const walks = trpc.walks.list.useQuery(asked, { ...quiet, enabled: enabled && dog !== null, select: itemsOfPage })
  return (dog && walks.data?.[0]) ?? null
}

/** A walk by its id. A walk that the dog does not see is an error with status 404. */
export const useWalk = (id: string) => trpc.walks.get.useQuery({ id }, { staleTime: FRESH_FOR })

/** A change of a walk. After a refusal the walks are read again, because others have changed them. */
function useMove<Answer, Asked>(done: Parameters<typeof told<Answer, Asked>>[0], onDone?: () => void) {
  const utils = trpc.useUtils()
  return told(done, 'Failed to update the walk', onDone, () => utils.walks.invalidate())
}

export const useHostWalk = (onDone: () => void) =>
  trpc.walks.create.useMutation(
    told(
      { title: 'Your walk is open', message: "We'll tell you when somebody joins." },
      'Failed to open the walk. Please try again.',
      onDone,
    ),
  )

/** What is said of a change, and of whom it is told if there are others. */
const toldAll =
  (title: string, message: string) =>
  ({ dogs }: Walk) => ({ title, ...(dogs.length > 1 && { message }) })

export const useChangeWalk = (onDone: () => void) =>
  trpc.walks.change.useMutation(useMove(toldAll('Walk changed', 'We told everybody who comes.'), onDone))

export const useCancelWalk = (onDone: () => void) =>
  trpc.walks.cancel.useMutation(useMove(toldAll('Walk called off', 'We told everybody who was coming.'), onDone))

export const useEndSeries = (onDone: () => void) =>
  trpc.walks.endSeries.useMutation(
    useMove({ title: 'The weekly walk has ended', message: 'No further ones are opened.' }, onDone),
  )

export const useJoinWalk = (onDone: () => void) =>
  trpc.walks.join.useMutation(
    useMove(
      ({ hostDog, waiting }: Walk) =>
        waiting === null
          ? { title: "You're coming", message: `We told ${isolate(hostDog.name)}, and we'll remind you.` }
          : { title: "You're waiting for a place", message: "We'll tell you as soon as you have one." },
      onDone,
    ),
  )

/** @param isWaiting whether the dog waits for a place, and is not on the walk. @param isFinal whether it could not come back */
export function useLeaveWalk(onDone: () => void, isWaiting: boolean, isFinal: boolean) {
  const { onError } = useMove('')
  const dogId = useNamedDog()
  const back = useMutation({
    mutationFn: ({ dogId, ...walk }: Inputs['walks']['join'] & { dogId: string | undefined }) =>
      trpcClient.walks.join.mutate(walk, { context: { dogId } }),
    onError,
  })
  return trpc.walks.leave.useMutation({
    onSuccess: (_, { id }) => {
      onDone()
      toast({
        title: isWaiting ? "You're no longer waiting" : 'You left the walk',
        ...(!isFinal && { action: { label: 'Undo', onClick: () => back.mutate({ id, wait: isWaiting, dogId }) } }),
      })
    },
    onError,
  })
}

const message = 'We told everybody on the walk.'

export const useSayLate = (onDone: () => void) =>
  trpc.walks.late.useMutation(
    useMove(
      (_: Walk, asked: { minutes: number }) => ({ title: `You're ${asked.minutes} minutes late`, message }),
      onDone,
    ),
  )

export const useSayHere = (onDone: () => void) =>
  trpc.walks.here.useMutation(useMove({ title: "You're here", message }, onDone))
