import { isolate } from '@barkyard/domain/isolate'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { useActingDog } from '../../auth.ts'
import { itemsOf, itemsOfPage, morePages, nextCursorOf } from '../../lib/list-pages.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { A_PAGE, walksAsked } from '../../screens.ts'
import { trpc } from '../../trpc.ts'

/** Walks of strangers change without news, so a page reads them again after this time. */
const FRESH_FOR = 60_000
const quiet = { throwOnError: false, staleTime: FRESH_FOR } as const

/** Walks to come, near the owner or all, by time, page by page. `walks` is undefined while they load. */
export function useWalks(near: boolean) {
  const dog = useActingDog()
  const query = trpc.walks.list.useInfiniteQuery(walksAsked(near), {
    ...quiet,
    enabled: dog !== null,
    getNextPageParam: nextCursorOf,
  })
  return { walks: query.data && itemsOf(query.data.pages), failed: query.isError && !query.data, ...morePages(query) }
}

/** The walks that the acting dog hosts or has joined, by time, also those that were called off or have just begun. */
export function useOwnWalks(): Walk[] | undefined {
  const dog = useActingDog()
  return trpc.walks.list.useQuery(
    { mine: 'yes', limit: A_PAGE.ownWalks },
    { ...quiet, enabled: dog !== null, select: itemsOfPage },
  ).data
}

/** A walk by its id. A walk that the dog does not see is an error with status 404. */
export const useWalk = (id: string) => trpc.walks.get.useQuery({ id }, { staleTime: FRESH_FOR })

const FAILED = 'Failed to update the walk'

/** Reads the walks again after a refusal, because others have changed them. */
function useRefused(): (error: unknown) => void {
  const utils = trpc.useUtils()
  return error => {
    toastError(error, FAILED)
    void utils.walks.invalidate()
  }
}

// `onDone` is called here, not by the component, which may be removed before the answer arrives.

export const useHostWalk = (onDone: (walk: Walk) => void) =>
  trpc.walks.create.useMutation({
    onSuccess: walk => {
      onDone(walk)
      toast({ title: 'Your walk is open', message: "We'll tell you when somebody joins." })
    },
    onError: error => toastError(error, 'Failed to open the walk. Please try again.'),
  })

export const useChangeWalk = (onDone: () => void) =>
  trpc.walks.change.useMutation({
    onSuccess: ({ dogs }) => {
      onDone()
      toast({ title: 'Walk changed', ...(dogs.length > 1 && { message: 'We told everybody who comes.' }) })
    },
    onError: useRefused(),
  })

export const useCancelWalk = (onDone: () => void) =>
  trpc.walks.cancel.useMutation({
    onSuccess: ({ dogs }) => {
      onDone()
      toast({ title: 'Walk called off', ...(dogs.length > 1 && { message: 'We told everybody who was coming.' }) })
    },
    onError: useRefused(),
  })

export const useEndSeries = (onDone: () => void) =>
  trpc.walks.endSeries.useMutation({
    onSuccess: () => {
      onDone()
      toast({ title: 'The weekly walk has ended', message: 'No further ones are opened.' })
    },
    onError: useRefused(),
  })

export const useJoinWalk = (onDone: () => void) =>
  trpc.walks.join.useMutation({
    onSuccess: ({ hostDog, waiting }) => {
      onDone()
      toast(
        waiting === null
          ? { title: "You're coming", message: `We told ${isolate(hostDog.name)}, and we'll remind you.` }
          : { title: "You're waiting for a place", message: "We'll tell you as soon as you have one." },
      )
    },
    onError: useRefused(),
  })

/** @param isWaiting whether the dog waits for a place, and is not on the walk. */
export function useLeaveWalk(onDone: () => void, isWaiting = false) {
  const refused = useRefused()
  const back = trpc.walks.join.useMutation({ onError: refused })
  return trpc.walks.leave.useMutation({
    onSuccess: (_, { id }) => {
      onDone()
      toast({
        title: isWaiting ? "You're no longer waiting" : 'You left the walk',
        action: { label: 'Undo', onClick: () => back.mutate({ id, wait: isWaiting }) },
      })
    },
    onError: refused,
  })
}

const TOLD = { message: 'We told everybody on the walk.' }

export const useSayLate = (onDone: () => void) =>
  trpc.walks.late.useMutation({
    onSuccess: (_, { minutes }) => {
      onDone()
      toast({ title: `You're ${minutes} minutes late`, ...TOLD })
    },
    onError: useRefused(),
  })

export const useSayHere = (onDone: () => void) =>
  trpc.walks.here.useMutation({
    onSuccess: () => {
      onDone()
      toast({ title: "You're here", ...TOLD })
    },
    onError: useRefused(),
  })
