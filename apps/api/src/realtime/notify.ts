import type { EndedAccess } from '@barkyard/db/queries/account'
import type { StoredMessage } from '@barkyard/db/queries/messages'
import type { PlaydateChange, PlaydateSide } from '@barkyard/db/queries/playdates'
import { tokenKey } from '../access/sessions.ts'
import type { Bus } from './bus.ts'
import type { Audience } from './hub.ts'

// One function per change that other pages must see. Queries return the recipients, so nothing is read after the commit.

interface Publisher {
  bus: Bus
}

/** A message is stored. `sentBy`: the user whose sockets also receive its clientId. */
export function messageStored({ bus }: Publisher, stored: StoredMessage, sentBy: string): void {
  const { message, clientId, dogIds, userIds } = stored
  bus.publish({
    type: 'event',
    audience: { userIds, dogIds },
    event: { type: 'message', message },
    ...(clientId !== null && { clientId: { userId: sentBy, value: clientId } }),
  })
}

/** A user has seen the messages of a match: their other pages drop the badge. */
export function messagesSeen({ bus }: Publisher, userId: string, matchId: string): void {
  bus.publish({ type: 'event', audience: { userIds: [userId], dogIds: [] }, event: { type: 'seen', matchId } })
}

/** A playdate changed, or its signals did: the pages of both sides show it. */
export function playdateChanged({ bus }: Publisher, { playdate, by, to, isOwn = false }: PlaydateChange): void {
  bus.publish({ type: 'event', audience: audienceOf(isOwn ? [by] : [by, to]), event: { type: 'playdate', playdate } })
}

/** Notifications of users came or were seen: the bells of their pages count again. */
export function notificationsChanged({ bus }: Publisher, userIds: readonly string[]): void {
  if (userIds.length === 0) return
  bus.publish({ type: 'event', audience: { userIds, dogIds: [] }, event: { type: 'notifications' } })
}

const audienceOf = (sides: readonly PlaydateSide[]): Audience => ({
  userIds: [...new Set(sides.flatMap(({ userId }) => userId ?? []))],
  dogIds: sides.map(({ dogId }) => dogId),
})

/**
 * Dogs or photos changed: the pages of these users, and of sessions that act as these dogs, read everything again. Other
 * pages that show one of these dogs read that dog again.
 */
export function dogsChanged({ bus }: Publisher, userIds: readonly string[], dogIds: readonly string[] = []): void {
  bus.publish({ type: 'event', audience: { userIds, dogIds }, event: { type: 'refresh' } })
  if (dogIds.length > 0) bus.publish({ type: 'dogs-changed', dogIds })
}

/** A case of the moderation queue changed. These users' pages read reports, notices and the queue again. */
export function reportsChanged({ bus }: Publisher, userIds: readonly string[]): void {
  bus.publish({ type: 'event', audience: { userIds: [...new Set(userIds)], dogIds: [] }, event: { type: 'reports' } })
}

/** An active dog or an owner changed: sessions are read again, and then the pages read everything again. */
export function callersChanged(publisher: Publisher, userIds: readonly string[], dogIds: readonly string[] = []): void {
  sessionsOutdated(publisher, { userIds, dogIds })
  dogsChanged(publisher, userIds, dogIds)
}

/** A user moved: their sessions are read again. Pages need no event, because the page that moved them knows. */
export function placeChanged(publisher: Publisher, userId: string): void {
  sessionsOutdated(publisher, { userIds: [userId], dogIds: [] })
}

/** Sessions and tokens ended: their sockets close. */
export function sessionsEnded({ bus }: Publisher, ids: readonly string[]): void {
  for (const sessionId of ids) bus.publish({ type: 'session-ended', sessionId })
}

/** A password changed: the sessions and tokens that the old one opened end. */
export function accessEnded(publisher: Publisher, { sessionIds, tokenHashes }: EndedAccess): void {
  sessionsEnded(publisher, [...sessionIds, ...tokenHashes.map(tokenKey)])
}

const sessionsOutdated = ({ bus }: Publisher, audience: Audience) => bus.publish({ type: 'callers-changed', audience })
