import { isGoingOn } from '@barkyard/domain/playdate-moves'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { useState } from 'react'
import { itemsOf, itemsOfPage, nextCursorOf } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { A_PAGE, NEW_NEARBY } from '../../screens.ts'
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
  const nearby = trpc.sniff.search.useQuery(NEW_NEARBY, quiet)

  const plan = itemsOf(playdates.data?.pages).find(
    one => one.status !== 'declined' && (Date.parse(one.whenTs) > now.getTime() || isGoingOn(one, now)),
  )
  const planWith = matches.data?.find(({ id }) => id === plan?.matchId)?.otherDog
  const bark = matches.data?.find(({ lastMessage, ownDogId }) => lastMessage && lastMessage.senderDogId !== ownDogId)

  // Who is barked at here stays, with the way to the chat: the next best would come under the finger.
  const [shown, setShown] = useState<SniffDog | null>(null)
  const isMatched = matches.data?.some(({ otherDog }) => otherDog.id === shown?.id)
  const dogs = nearby.data?.items ?? []
  const [first] = dogs.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const best = dogs.find(({ id }) => id === shown?.id) ?? (isMatched ? shown : first)
  if (best && best !== shown) setShown(best)

  return {
    isLoading: [matches, playdates, nearby].some(query => query.isPending && !query.isError),
    plan: plan && planWith ? { playdate: plan, otherDog: planWith } : null,
    bark: bark ?? null,
    best: best ?? null,
  }
}
