import { isGoingOn } from '@barkyard/domain/playdate-moves'
import type { ChatPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { trpc } from '../../../trpc.ts'

/** The playdates of a match, for its chat; undefined while they load. The chat works without them. */
export const useChatPlaydates = (matchId: string): ChatPlaydate[] | undefined => {
  const query = trpc.playdates.ofChat.useQuery({ matchId }, { throwOnError: false })
  return query.data ?? (query.isError ? [] : undefined)
}

/** Whether nothing can be done about it any more: declined, cancelled or past. */
export const isOver = (playdate: Playdate, now: Date): boolean =>
  playdate.status === 'declined' || (Date.parse(playdate.whenTs) < now.getTime() && !isGoingOn(playdate, now))

/** The next playdate that is not off. */
export const nextOf = (playdates: readonly ChatPlaydate[], now: Date): ChatPlaydate | undefined =>
  playdates
    .filter(({ playdate }) => !isOver(playdate, now))
    .toSorted((a, b) => Date.parse(a.playdate.whenTs) - Date.parse(b.playdate.whenTs))[0]
