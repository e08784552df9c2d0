import { isGoingOn } from '@barkyard/domain/playdate-moves'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { useState } from 'react'
import { itemsOf, itemsOfPage, nextCursorOf } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { A_PAGE } from '../../screens.ts'
import { trpc } from '../../trpc.ts'

/** The greeting works without these. */
const quiet = { throwOnError: false } as const

const scoreOf = ({ compatibility }: SniffDog) => compatibility?.score ?? -1

/** What happens today: the next playdate that is not off, the newest bark of another dog, and the best match nearby. */
export function useToday() {
  const now = useNow()
  const matches = trpc.matches.list.useQuery(undefined, { ...quiet, select: itemsOfPage })
  const playdates = trpc.playdates.list.useInfiniteQuery(
    { limit: A_PAGE.playdates },
    { ...quiet, getNextPageParam: nextCursorOf },
  )
  const nearby = trpc.sniff.search.useQuery({ limit: A_PAGE.bestMatches }, quiet)

  const plan = itemsOf(playdates.data?.pages).find(
    one => one.status !== 'declined' && (Date.parse(one.whenTs) > now.getTime() || isGoingOn(one, now)),
  )
  const planWith = matches.data?.find(({ id }) => id === plan?.matchId)?.otherDog
  const bark = matches.data?.find(({ lastMessage, ownDogId }) => lastMessage && lastMessage.senderDogId !== ownDogId)

  // Who is barked at here stays, with the way to the chat: the next best would come under the finger.
  const [shown, setShown] = useState<string | null>(null)
  const known = new Set(matches.data?.map(({ otherDog }) => otherDog.id))
  const dogs = nearby.data?.items ?? []
  const [first] = dogs.filter(dog => !known.has(dog.id)).toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const best = dogs.find(({ id }) => id === shown) ?? (matches.data ? first : undefined)
  if (best && best.id !== shown) setShown(best.id)

  return {
    isLoading: [matches, playdates, nearby].some(query => query.isPending && !query.isError),
    plan: plan && planWith ? { playdate: plan, otherDog: planWith } : null,
    bark: bark ?? null,
    best: best ?? null,
  }
}
