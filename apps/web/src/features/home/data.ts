import { hasBegun, isGoingOn, refusalOf } from '@barkyard/domain/playdate-moves'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { useState } from 'react'
import { itemsOf, itemsOfPage, nextCursorOf } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { A_PAGE, JUST_BEGUN, NEW_NEARBY } from '../../screens.ts'
import { trpc } from '../../trpc.ts'

/** The greeting works without these. */
const quiet = { throwOnError: false } as const

const scoreOf = ({ compatibility }: SniffDog) => compatibility?.score ?? -1

/** The meeting of this hour, the next playdate, the newest bark, the best match. undefined: not read. null: none. */
export function useToday(dog: Dog) {
  const now = useNow()
  const matches = trpc.matches.list.useQuery(undefined, { ...quiet, select: itemsOfPage })
  const playdates = trpc.playdates.list.useInfiniteQuery(
    { limit: A_PAGE.playdates },
    { ...quiet, getNextPageParam: nextCursorOf },
  )
  const past = trpc.playdates.past.useQuery(JUST_BEGUN, { ...quiet, select: itemsOfPage })
  const nearby = trpc.sniff.search.useQuery(NEW_NEARBY, quiet)

  const withDog = (playdate: Playdate | undefined) => {
    const otherDog = matches.data?.find(({ id }) => id === playdate?.matchId)?.otherDog
    return playdate && otherDog ? { playdate, otherDog } : null
  }
  // One that has begun since it was read is still in the list.
  const upcoming = itemsOf(playdates.data?.pages)
  const begun = [...upcoming.filter(one => hasBegun(one, now)), ...(past.data ?? [])].filter(one => isGoingOn(one, now))
  const ahead = upcoming.filter(one => !hasBegun(one, now) && one.status !== 'declined')
  const meeting = [...begun, ...ahead].find(one => refusalOf(one, dog.id, { type: 'here' }, now) === null)
  const bark = matches.data?.find(({ lastMessage, ownDogId }) => lastMessage && lastMessage.senderDogId !== ownDogId)

  // Who is barked at here stays, with the way to the chat: the next best would come under the finger.
  const [shown, setShown] = useState<SniffDog | null>(null)
  const isMatched = matches.data?.some(({ otherDog }) => otherDog.id === shown?.id)
  const dogs = nearby.data?.items ?? []
  const [first] = dogs.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const best = dogs.find(({ id }) => id === shown?.id) ?? (isMatched ? shown : first)
  if (best && best !== shown) setShown(best)

  return {
    hasFailed: [matches, playdates, nearby].some(query => query.isError),
    meeting: withDog(meeting),
    plan: matches.data && playdates.data ? withDog(ahead.find(one => one !== meeting) ?? meeting) : undefined,
    bark: matches.data ? (bark ?? null) : undefined,
    best: nearby.data ? (best ?? null) : undefined,
  }
}
