import { readStored, store, storedKeys } from '../../lib/stored.ts'

export interface Draft {
  text: string
  noises: readonly string[]
}

const PREFIX = 'draft:'
/** The number of chats whose drafts are kept on a device. */
const KEPT_MAX = 50

function read(key: string): (Draft & { at: number }) | null {
  const kept = readStored(key)
  if (typeof kept !== 'object' || kept === null || !('text' in kept) || !('noises' in kept) || !('at' in kept))
    return null
  const { text, noises, at } = kept
  const isDraft = typeof text === 'string' && Array.isArray(noises) && typeof at === 'number'
  return isDraft ? { text, noises: noises.filter(noise => typeof noise === 'string'), at } : null
}

/** The draft of a chat on this device, or null. @param chat "USER:DOG:MATCH" */
export const readDraft = (chat: string): Draft | null => read(PREFIX + chat)

/** Keeps what is typed in a chat until it is sent. Of too many chats, the drafts that were typed last stay. */
export function keepDraft(chat: string, { text, noises }: Draft): void {
  store(PREFIX + chat, text === '' ? null : { text, noises, at: Date.now() })
  const drafts = storedKeys(PREFIX)
  if (drafts.length <= KEPT_MAX) return
  const oldest = drafts.toSorted((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0))
  for (const key of oldest.slice(0, drafts.length - KEPT_MAX)) store(key, null)
}
