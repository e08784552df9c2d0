import { cursorAfter } from '@barkyard/domain/cursor'
import { hasBegun, isGoingOn } from '@barkyard/domain/playdate-moves'
import type { Match } from '@barkyard/domain/schemas/match'
import type { PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { useEffect, useState } from 'react'
import { useActingDog } from '../../auth.ts'
import { itemsOf, morePages } from '../../lib/list-pages.ts'
import { trpc } from '../../trpc.ts'

const MINUTE = 60_000

/** The current time, updated every minute, so that playdates leave the list when they begin. Makes no calls. */
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

/** Playdates per page. */
const PAGE = 50

export interface UpcomingPlaydate {
  playdate: Playdate
  otherDog: Match['otherDog']
}

/** Future playdates of all matches with the other dog, by time, page by page. `upcoming` is undefined while they load. */
export function useUpcomingPlaydates(matches: readonly Match[] | undefined) {
  const dog = useActingDog()
  const query = trpc.playdates.list.useInfiniteQuery(
    { limit: PAGE },
    { enabled: dog !== null, getNextPageParam: page => cursorAfter(page, PAGE) },
  )
  const now = useNow()
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  const loaded = itemsOf(query.data?.pages ?? []).flatMap((playdate): UpcomingPlaydate[] => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog ? [{ playdate, otherDog }] : []
  })
  const upcoming = loaded.filter(({ playdate }) => !hasBegun(playdate, now))
  return {
    upcoming: matches && query.data ? upcoming : undefined,
    /** Playdates that have begun since they were read. */
    begun: loaded.filter(({ playdate }) => hasBegun(playdate, now)),
    ...morePages(query),
  }
}

/** Past playdates per page. */
const PAST_PAGE = 10

export interface PastWithDog {
  playdate: PastPlaydate
  otherDog: Match['otherDog']
}

/** Past playdates of all matches, newest first, page by page. `past` is undefined while they load. */
export function usePastPlaydates(matches: readonly Match[] | undefined) {
  const dog = useActingDog()
  const query = trpc.playdates.past.useInfiniteQuery(
    { limit: PAST_PAGE },
    { enabled: dog !== null, getNextPageParam: page => cursorAfter(page, PAST_PAGE), throwOnError: false },
  )
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  const past = itemsOf(query.data?.pages ?? []).flatMap((playdate): PastWithDog[] => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog ? [{ playdate, otherDog }] : []
  })
  return {
    past: matches && query.data ? past : undefined,
    ...morePages(query),
  }
}

/** The agreed playdates among these that began less than an hour ago, each once. */
export function useGoingOn(playdates: readonly UpcomingPlaydate[]): UpcomingPlaydate[] {
  const now = useNow()
  const agreed = playdates.filter(({ playdate }) => playdate.status === 'accepted' && isGoingOn(playdate, now))
  return [...new Map(agreed.map(one => [one.playdate.id, one])).values()]
}

/** The acting dog's other playdates at the same hour, with the other dogs. Makes no call without a time. */
export function useOverlapping(whenTs: string | null, exceptId?: string): UpcomingPlaydate[] {
  const matches = useMatches()
  const query = trpc.playdates.overlapping.useQuery(
    { whenTs: whenTs ?? '', ...(exceptId !== undefined && { exceptId }) },
    // Only a hint, so answering does not wait for it.
    { enabled: whenTs !== null, throwOnError: false },
  )
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  return (query.data ?? []).flatMap(playdate => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog ? [{ playdate, otherDog }] : []
  })
}
