import { hasBegun, isGoingOn } from '@barkyard/domain/playdate-moves'
import type { Match } from '@barkyard/domain/schemas/match'
import type { PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { useActingDog } from '../../auth.ts'
import { itemsOf, itemsOfPage, morePages, nextCursorOf } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { A_PAGE, TO_PLAY_AGAIN } from '../../screens.ts'
import { trpc } from '../../trpc.ts'

/** The acting dog's matches: undefined while they load, none without an acting dog. */
export function useMatches(): Match[] | undefined {
  const dog = useActingDog()
  const matches = trpc.matches.list.useQuery(undefined, { enabled: dog !== null, select: itemsOfPage })
  return dog ? matches.data : []
}

export interface UpcomingPlaydate {
  playdate: Playdate
  otherDog: Match['otherDog']
}

/** Future playdates of all matches with the other dog, by time, page by page. `upcoming` is undefined while they load. */
export function useUpcomingPlaydates(matches: readonly Match[] | undefined) {
  const dog = useActingDog()
  const query = trpc.playdates.list.useInfiniteQuery(
    { limit: A_PAGE.playdates },
    { enabled: dog !== null, getNextPageParam: nextCursorOf },
  )
  const now = useNow()
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  const loaded = itemsOf(query.data?.pages).flatMap((playdate): UpcomingPlaydate[] => {
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

interface PastWithDog {
  playdate: PastPlaydate
  otherDog: Match['otherDog']
}

/** Past playdates of all matches, newest first, page by page. `past` is undefined while they load. */
export function usePastPlaydates(matches: readonly Match[] | undefined) {
  const dog = useActingDog()
  const query = trpc.playdates.past.useInfiniteQuery(
    { limit: A_PAGE.pastPlaydates },
    { enabled: dog !== null, getNextPageParam: nextCursorOf, throwOnError: false },
  )
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  const past = itemsOf(query.data?.pages).flatMap((playdate): PastWithDog[] => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog ? [{ playdate, otherDog }] : []
  })
  return {
    past: matches && query.data ? past : undefined,
    ...morePages(query),
  }
}

/** By match: the last of the acting dog's playdates after which both sides wanted to meet again. */
export function useNewestAgain(): ReadonlyMap<string, PastPlaydate> {
  const dog = useActingDog()
  const again = trpc.playdates.past.useQuery(TO_PLAY_AGAIN, {
    enabled: dog !== null,
    throwOnError: false,
    select: itemsOfPage,
  })
  return new Map(again.data?.toReversed().map(playdate => [playdate.matchId, playdate]))
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
