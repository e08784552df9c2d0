import { hasBegun, isGoingOn, turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { ChatPlaydate, PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { useActingDog } from '../../auth.ts'
import { itemsOf, itemsOfPage, nextCursorOf, useMorePages } from '../../lib/list-pages.ts'
import { refreshSoon } from '../../lib/refresh-soon.ts'
import { useNow } from '../../lib/use-now.ts'
import { A_PAGE, TO_PLAY_AGAIN } from '../../screens.ts'
import { useZoneNotes } from '../../time-zone.ts'
import { trpc } from '../../trpc.ts'
import { briefWords } from './words.ts'

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

/** A plan where it is shown, with what its moves need. `about`: the id of what names it. */
export interface PlanProps extends UpcomingPlaydate {
  dog: Dog
  about: string
  now: Date
  onDone: () => void
}

export function withDogs<T extends Playdate>(playdates: readonly T[], matches: readonly Match[] | undefined) {
  const dogs = new Map(matches?.map(match => [match.id, match.otherDog]))
  return playdates.flatMap(playdate => {
    const otherDog = dogs.get(playdate.matchId)
    return otherDog ? [{ playdate, otherDog }] : []
  })
}

/** The acting dog's playdates by time, page by page. Those that have begun since they were read are apart. */
export function usePlaydatePages(options: { throwOnError?: false } = {}) {
  const now = useNow()
  const query = trpc.playdates.list.useInfiniteQuery(
    { limit: A_PAGE.playdates },
    { ...options, enabled: useActingDog() !== null, getNextPageParam: nextCursorOf },
  )
  const all = itemsOf(query.data?.pages)
  const begun = all.filter(one => hasBegun(one, now))
  // What begins changes the other lists and counts too. The server's clock may be behind, so a minute later they are read again.
  const isOld = begun.some(({ whenTs }) => query.dataUpdatedAt < Date.parse(whenTs) + 60_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each minute until it is newer
  useEffect(() => {
    if (isOld) void refreshSoon(getQueryKey(trpc.playdates))
  }, [isOld, now])
  return { query, now, begun, ahead: all.filter(one => !hasBegun(one, now)) }
}

/** Future playdates of all matches with the other dog, by time, page by page. `upcoming` is undefined while they load. */
export function useUpcomingPlaydates(matches: readonly Match[] | undefined) {
  const { query, begun, ahead } = usePlaydatePages()
  const upcoming = matches && query.data && withDogs(ahead, matches)
  return { upcoming, begun: withDogs(begun, matches), ...useMorePages(query) }
}

/** Past playdates of all matches, newest first, page by page. `past` is undefined while they load. */
export function usePastPlaydates(matches: readonly Match[] | undefined) {
  const dog = useActingDog()
  const query = trpc.playdates.past.useInfiniteQuery(
    { limit: A_PAGE.pastPlaydates },
    { enabled: dog !== null, getNextPageParam: nextCursorOf, throwOnError: false },
  )
  const more = useMorePages(query)
  return { past: matches && query.data && withDogs(itemsOf(query.data.pages), matches), ...more }
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

const isMeeting = (playdate: Playdate, now: Date) => playdate.status === 'accepted' && isGoingOn(playdate, now)

export function useGoingOn(playdates: readonly UpcomingPlaydate[]): UpcomingPlaydate[] {
  const now = useNow()
  const agreed = playdates.filter(({ playdate }) => isMeeting(playdate, now))
  return [...new Map(agreed.map(one => [one.playdate.id, one])).values()]
}

/** By match: how it stands with its next playdate, "Your turn: Sat 10:00 AM". undefined while they load. */
export function usePlanWords(): ReadonlyMap<string, string> | undefined {
  const dog = useActingDog()
  const { query, now, ahead } = usePlaydatePages({ throwOnError: false })
  const zoneOf = useZoneNotes()
  const words = new Map<string, string>()
  for (const playdate of ahead) {
    if (!dog || playdate.status === 'declined' || words.has(playdate.matchId)) continue
    const when = briefWords(playdate, now, zoneOf(playdate))
    const isOurs = turnOf(playdate, dog.id) === 'ours'
    const state = isOurs ? `Your turn: ${when}` : playdate.status === 'proposed' ? `Proposed ${when}` : when
    words.set(playdate.matchId, `${state}, ${playdate.parkName}`)
  }
  return query.isPending ? undefined : words
}

/** The playdates of a match, for its chat; undefined while they load. The chat works without them. */
export const useChatPlaydates = (matchId: string): ChatPlaydate[] | undefined => {
  const query = trpc.playdates.ofChat.useQuery({ matchId }, { throwOnError: false })
  return query.data ?? (query.isError ? [] : undefined)
}

/** Whether nothing can be done about it any more: declined, cancelled, past, or not answered in time. */
export const isOver = (playdate: Playdate, now: Date): boolean =>
  playdate.status === 'declined' || (hasBegun(playdate, now) && !isMeeting(playdate, now))

export const nextOf = (playdates: readonly ChatPlaydate[], now: Date): ChatPlaydate | undefined =>
  playdates
    .filter(({ playdate }) => !isOver(playdate, now))
    .toSorted((a, b) => Date.parse(a.playdate.whenTs) - Date.parse(b.playdate.whenTs))[0]
