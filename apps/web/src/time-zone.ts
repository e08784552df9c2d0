import { zoneNote } from '@barkyard/domain/park-time'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { session } from './session.ts'
import { trpc, trpcClient } from './trpc.ts'

/** The user whose time zone is known is stored on the device, so that not every page asks for it. */
const KEY = 'time-zone-of'

export const browsersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

type Zoned = Pick<Playdate, 'whenTs' | 'timeZone'>

/** "Chicago time", for a plan there and a reader whose clock shows another time then; null for others. */
export function useZoneNotes(): (plan: Zoned) => string | null {
  const chosen = trpc.preferences.get.useQuery(undefined, { throwOnError: false, select: ({ timeZone }) => timeZone })
  // The server does not know the browser's.
  const zone = chosen.data ?? (import.meta.env.SSR ? null : browsersZone())
  return ({ whenTs, timeZone }) => zone && zoneNote(new Date(whenTs), timeZone, zone)
}

export const useZoneNote = (plan: Zoned) => useZoneNotes()(plan)

/** Sets the browser's time zone for a user without one. Never throws: the next page tries again. */
export async function setTimeZoneOnce(userId: string): Promise<void> {
  try {
    if (localStorage.getItem(KEY) === userId) return
    const { timeZone } = await trpcClient.preferences.get.query()
    if (timeZone === null) await trpcClient.preferences.edit.mutate({ timeZone: browsersZone() })
    // After signing out nothing is kept any more.
    if (session.get().status === 'signed-in') localStorage.setItem(KEY, userId)
  } catch {
    // Until then the parks' time zone applies.
  }
}
