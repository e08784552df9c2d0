import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Message } from '@barkyard/domain/schemas/message'
import { getQueryKey } from '@trpc/react-query'
import { CHATS } from '../lib/forget.ts'
import { queryClient, trpc } from '../trpc.ts'
import { isStoredFor } from './kept-page.ts'

/** The chats that are kept: those that were read last. */
const CHATS_MAX = 10

/** A chat as one of the owner's dogs has read it. */
interface KeptChat {
  match: Match
  messages: readonly Message[]
}

/** What is written: when it was read, and the chat, encrypted. */
interface Row {
  readAt: number
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opens the database for one piece of work. It is closed at once, so that signing out can delete it. */
async function inDatabase<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(CHATS, 1)
  opening.onupgradeneeded = () => {
    for (const store of ['keys', 'chats']) opening.result.createObjectStore(store)
  }
  const database = await answer(opening)
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

const rows = (database: IDBDatabase, mode: IDBTransactionMode = 'readonly') =>
  database.transaction('chats', mode).objectStore('chats')

/** The device's key. No script can read it, ours neither: it only encrypts and decrypts. */
async function keyOf(database: IDBDatabase): Promise<CryptoKey> {
  const known = await answer<CryptoKey | undefined>(database.transaction('keys').objectStore('keys').get('key'))
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const keys = database.transaction('keys', 'readwrite').objectStore('keys')
  // Another window may have made one meanwhile: the first one stays.
  const first = await answer<CryptoKey | undefined>(keys.get('key'))
  if (first) return first
  await answer(keys.put(made, 'key'))
  return made
}

/** Which of them were read last, newest first. */
async function newestFirst(database: IDBDatabase): Promise<[IDBValidKey, Row][]> {
  const store = rows(database)
  const [names, all] = await Promise.all([answer(store.getAllKeys()), answer<Row[]>(store.getAll())])
  return names
    .map((name, index): [IDBValidKey, Row] => [name, all[index] as Row])
    .sort(([, a], [, b]) => b.readAt - a.readAt)
}

/** Keeps a chat that is read, encrypted, in place of the one that was read longest ago. */
export async function keepChat(userId: string, { match, messages }: KeptChat): Promise<void> {
  if (!isStoredFor(userId)) return
  await inDatabase(async database => {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const chat: KeptChat = { match, messages: messages.slice(-MESSAGES_DEFAULT) }
    const text = new TextEncoder().encode(JSON.stringify(chat))
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(database), text)
    const row: Row = { readAt: Date.now(), iv, sealed }
    await answer(rows(database, 'readwrite').put(row, match.id))
    for (const [name] of (await newestFirst(database)).slice(CHATS_MAX))
      await answer(rows(database, 'readwrite').delete(name))
  })
}

export const forgetChat = (matchId: string): Promise<void> =>
  inDatabase(database => answer(rows(database, 'readwrite').delete(matchId)))

/** Gives the screens the chats of this device, for a start without a network. */
export async function restoreChats(): Promise<void> {
  const cache = queryClient.getQueryCache()
  await inDatabase(async database => {
    const key = await keyOf(database)
    for (const [, { readAt: updatedAt, iv, sealed }] of await newestFirst(database)) {
      const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed))
      const { match, messages } = JSON.parse(text) as KeptChat
      const matchId = match.id
      for (const [queryKey, data] of [
        [getQueryKey(trpc.matches.get, { matchId }, 'query'), match],
        [getQueryKey(trpc.messages.list, { matchId, limit: MESSAGES_DEFAULT }, 'query'), messages],
      ] as const)
        cache.build<unknown>(queryClient, { queryKey, gcTime: Infinity }).setData(data, { updatedAt, manual: true })
    }
  })
}
