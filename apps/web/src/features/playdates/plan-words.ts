import { turnOf } from '@barkyard/domain/playdate-moves'
import { useActingDog } from '../../auth.ts'
import { itemsOf, nextCursorOf } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { A_PAGE } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { briefWords } from './words.ts'

/** By match: how it stands with its next playdate, "Your turn: Sat 10:00 AM". undefined while they load. */
export function usePlanWords(): ReadonlyMap<string, string> | undefined {
  const dog = useActingDog()
  const now = useNow()
  const query = trpc.playdates.list.useInfiniteQuery(
    { limit: A_PAGE.playdates },
    { enabled: dog !== null, throwOnError: false, getNextPageParam: nextCursorOf },
  )
  const words = new Map<string, string>()
  // By time, the next one first.
  for (const playdate of itemsOf(query.data?.pages)) {
    if (!dog || playdate.status === 'declined' || words.has(playdate.matchId)) continue
    const when = briefWords(playdate, now)
    const isOurs = turnOf(playdate, dog.id) === 'ours'
    const state = isOurs ? `Your turn: ${when}` : playdate.status === 'proposed' ? `Proposed ${when}` : when
    words.set(playdate.matchId, `${state}, ${playdate.parkName}`)
  }
  return query.isPending ? undefined : words
}
