import { cursorAfter } from '@barkyard/domain/cursor'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { useEffect, useState } from 'react'
import { useActingDog } from '../../auth.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { errorStatus, trpc } from '../../trpc.ts'

const MINUTE = 60_000

/** The present, told anew at every full minute: what has begun leaves the list, passed slots close. Asks no server. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE - (Date.now() % MINUTE) + 20)
    return () => clearTimeout(timer)
  })
  return now
}

/** The acting dog's matches: undefined while they load, none without an acting dog. */
export function useMatches(): Match[] | undefined {
  const dog = useActingDog()
  const matches = trpc.matches.list.useQuery(undefined, { enabled: dog !== null })
  return dog ? matches.data : []
}

/** Playdates that are read at once. */
const PAGE = 50

export interface UpcomingPlaydate {
  playdate: Playdate
  otherDog: Match['otherDog']
}

/** What lies ahead in all matches, by time, a page a call, with the dog it is with; `upcoming` is undefined while it loads. */
export function useUpcomingPlaydates(matches: readonly Match[] | undefined) {
  const dog = useActingDog()
  const query = trpc.playdates.list.useInfiniteQuery(
    { limit: PAGE },
    { enabled: dog !== null, getNextPageParam: page => cursorAfter(page, PAGE) },
  )
  const now = useNow()
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  // A playdate that moves between two pages being read would be in both.
  const playdates = new Map(query.data?.pages.flat().map(playdate => [playdate.id, playdate]))
  const upcoming = [...playdates.values()].flatMap((playdate): UpcomingPlaydate[] => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog && new Date(playdate.whenTs) >= now ? [{ playdate, otherDog }] : []
  })
  return {
    upcoming: matches && query.data ? upcoming : undefined,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    // The playdate that the next page would follow may be gone: then all is read anew.
    loadMore: () =>
      void (query.isFetchNextPageError && errorStatus(query.error) === 400 ? query.refetch() : query.fetchNextPage()),
  }
}

export function useAnswerPlaydate() {
  const utils = trpc.useUtils()
  return trpc.playdates.answer.useMutation({
    onSuccess: ({ status }) => toast({ title: status === 'accepted' ? 'Playdate accepted!' : 'Playdate declined' }),
    onError: error => {
      toastError(error, 'Failed to update playdate')
      // It may have been answered elsewhere: show how it stands.
      void utils.playdates.invalidate()
    },
  })
}

export const useCreatePlaydate = (otherDog: string, onCreated: () => void) =>
  trpc.playdates.create.useMutation({
    onSuccess: () => {
      onCreated()
      toast({ title: 'Playdate created!', message: `Your proposal has been sent to ${otherDog}.` })
    },
    onError: error => toastError(error, 'Failed to create playdate. Please try again.'),
  })
