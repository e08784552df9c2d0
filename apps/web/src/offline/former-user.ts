import { forgetPerson } from './forget.ts'
import { readKeptPage } from './kept-page.ts'

/** Whose data this device stores. */
const KEY = 'stored-for'

/** Whether what this device stores is this user's. */
export const isStoredFor = (userId: string): boolean => localStorage.getItem(KEY) === userId

/**
 * Deletes everything about the former user of this device, if somebody else has signed in without signing them out.
 * Never throws: a browser that forbids storage has stored nothing.
 */
export async function forgetFormerUser(userId: string): Promise<void> {
  try {
    if (isStoredFor(userId)) return
    const former = localStorage.getItem(KEY) ?? (await readKeptPage())?.user.id
    if (former !== undefined && former !== userId) await forgetPerson()
    localStorage.setItem(KEY, userId)
  } catch {
    // Nothing was stored.
  }
}
