import { createStore } from '../lib/store.ts'

/** When the shown data was loaded, if it is from an earlier visit. null once everything on the page has been read again. */
export const seenAt = createStore<Date | null>(null)
