import { trpcClient } from './trpc.ts'

/** Whose zone is known is remembered on the device: it is asked once, not by every page. */
const KEY = 'time-zone-of'

export const browsersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The first page of somebody whose time zone nobody has set sets the browser's. Never throws: the next page tries again. */
export async function setTimeZoneOnce(userId: string): Promise<void> {
  try {
    if (localStorage.getItem(KEY) === userId) return
    const { timeZone } = await trpcClient.preferences.get.query()
    if (timeZone === null) await trpcClient.preferences.edit.mutate({ timeZone: browsersZone() })
    localStorage.setItem(KEY, userId)
  } catch {
    // Until then the parks' zone counts.
  }
}
