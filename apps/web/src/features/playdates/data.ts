import { cursorAfter } from '@barkyard/domain/cursor'
import { hasBegun, isGoingOn } from '@barkyard/domain/playdate-moves'
import type { Match } from '@barkyard/domain/schemas/match'
import type { PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { useEffect, useState } from 'react'
import { useActingDog } from '../../auth.ts'
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
  const loaded = [...playdates.values()].flatMap((playdate): UpcomingPlaydate[] => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog ? [{ playdate, otherDog }] : []
  })
  const upcoming = loaded.filter(({ playdate }) => !hasBegun(playdate, now))
  return {
    upcoming: matches && query.data ? upcoming : undefined,
    /** What began since it was read. */
    begun: loaded.filter(({ playdate }) => hasBegun(playdate, now)),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    // The playdate that the next page would follow may be gone: then all is read anew.
    loadMore: () =>
      void (query.isFetchNextPageError && errorStatus(query.error) === 400 ? query.refetch() : query.fetchNextPage()),
  }
}

/** Past playdates that are read at once. */
const PAST_PAGE = 10

export interface PastWithDog {
  playdate: PastPlaydate
  otherDog: Match['otherDog']
}

/** What has begun in all matches, the newest first, a page a call; `past` is undefined while it loads. */
export function usePastPlaydates(matches: readonly Match[] | undefined) {
  const dog = useActingDog()
  const query = trpc.playdates.past.useInfiniteQuery(
    { limit: PAST_PAGE },
    { enabled: dog !== null, getNextPageParam: page => cursorAfter(page, PAST_PAGE), throwOnError: false },
  )
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  const playdates = new Map(query.data?.pages.flat().map(playdate => [playdate.id, playdate]))
  const past = [...playdates.values()].flatMap((playdate): PastWithDog[] => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog ? [{ playdate, otherDog }] : []
  })
  return {
    past: matches && query.data ? past : undefined,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void (query.isFetchNextPageError ? query.refetch() : query.fetchNextPage()),
  }
}

/** The agreed ones of these that began less than an hour ago, each once. */
export function useGoingOn(playdates: readonly UpcomingPlaydate[]): UpcomingPlaydate[] {
  const now = useNow()
  const agreed = playdates.filter(({ playdate }) => playdate.status === 'accepted' && isGoingOn(playdate, now))
  return [...new Map(agreed.map(one => [one.playdate.id, one])).values()]
}

/** The acting dog's other playdates of the hour, with the dogs that they are with. Nothing is asked without a time. */
export function useOverlapping(whenTs: string | null, exceptId?: string): UpcomingPlaydate[] {
  const matches = useMatches()
  const query = trpc.playdates.overlapping.useQuery(
    { whenTs: whenTs ?? '', ...(exceptId !== undefined && { exceptId }) },
    // Only a hint: what is agreed to does not wait for it.
    { enabled: whenTs !== null, throwOnError: false },
  )
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  return (query.data ?? []).flatMap(playdate => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog ? [{ playdate, otherDog }] : []
  })
}
