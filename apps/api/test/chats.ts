import { onTestFinished } from 'vitest'
import type { Person } from './client.ts'
import { type Chat, openChat as open, listeningChat as openListening, openSocket as openRaw } from './socket.ts'

/** Chat sockets as in socket.ts, each until its test ends. */
const ending = (chat: Chat): Chat => {
  onTestFinished(() => chat.socket.terminate())
  return chat
}
export const openChat = async (person: Person) => ending(await open(person))
export const listeningChat = async (person: Person) => ending(await openListening(person))
export const openSocket = async ({ url, cookie = '' }: Person, headers: Record<string, string> = {}) =>
  ending(await openRaw(url, { cookie, ...headers }))
