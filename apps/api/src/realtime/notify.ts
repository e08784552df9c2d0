import type { EndedAccess } from '@barkyard/db/queries/account'
import type { StoredMessage } from '@barkyard/db/queries/messages'
import type { PlaydateNews } from '@barkyard/db/queries/playdates'
import { tokenKey } from '../access/sessions.ts'
import type { Bus } from './bus.ts'
import type { Audience } from './hub.ts'

// Who is told of which change. Queries return whom a change concerns, so nothing is read after the commit to find out.

interface Speaker {
  bus: Bus
}

/** A message is stored. `sentBy`: the user whose sockets also hear its clientId. */
export function messageStored({ bus }: Speaker, stored: StoredMessage, sentBy: string): void {
  const { message, clientId, dogIds, userIds } = stored
  bus.publish({
    type: 'news',
    audience: { userIds, dogIds },
    news: {
      event: { type: 'message', message },
      ...(clientId !== null && { clientId: { userId: sentBy, value: clientId } }),
    },
  })
}

/** A user has seen the messages of a match: their other pages drop the badge. */
export function messagesSeen({ bus }: Speaker, userId: string, matchId: string): void {
  bus.publish({ type: 'news', audience: { userIds: [userId], dogIds: [] }, news: { event: { type: 'seen', matchId } } })
}

/** A playdate was proposed or answered: both dogs' pages show it. */
export function playdateChanged({ bus }: Speaker, { playdate, userIds, dogIds }: PlaydateNews): void {
  bus.publish({ type: 'news', audience: { userIds, dogIds }, news: { event: { type: 'playdate', playdate } } })
}

/** Dogs or photos changed: the pages of these users, and of those who act as these dogs, read everything again. */
export function dogsChanged({ bus }: Speaker, userIds: readonly string[], dogIds: readonly string[] = []): void {
  bus.publish({ type: 'news', audience: { userIds, dogIds }, news: { event: { type: 'refresh' } } })
}

/** Whom users act as changed, or whose a dog is: their sessions are read anew, then their pages read everything again. */
export function callersChanged(speaker: Speaker, userIds: readonly string[], dogIds: readonly string[] = []): void {
  sessionsOutdated(speaker, { userIds, dogIds })
  dogsChanged(speaker, userIds, dogIds)
}

/** What the sessions of a user know of their place is read anew; their pages show nothing of it that they did not send. */
export function placeChanged(speaker: Speaker, userId: string): void {
  sessionsOutdated(speaker, { userIds: [userId], dogIds: [] })
}

/** Sessions and tokens ended: their sockets close. */
export function sessionsEnded({ bus }: Speaker, ids: readonly string[]): void {
  for (const sessionId of ids) bus.publish({ type: 'session-ended', sessionId })
}

/** A password changed: what the old one opened ends. */
export function accessEnded(speaker: Speaker, { sessionIds, tokenHashes }: EndedAccess): void {
  sessionsEnded(speaker, [...sessionIds, ...tokenHashes.map(tokenKey)])
}

const sessionsOutdated = ({ bus }: Speaker, audience: Audience) => bus.publish({ type: 'callers-changed', audience })
