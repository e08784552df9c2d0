import type { EventDetails, NotificationEvent } from '@barkyard/domain/notification'
import { URGENT_WITHIN_MS } from '@barkyard/domain/playdate'
import type { PlaydateAction } from '@barkyard/domain/playdate-moves'
import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { type NewNotification, notifyEach } from '../notify.ts'
import type { PlaydateChange } from '../playdates/playdates.ts'
import { affectsRows } from '../rows.ts'

/** The earlier changes that an unseen notification of playdates keeps. */
const EARLIER_MAX = 3

type Event = { [E in NotificationEvent]: { event: E; details: EventDetails[E]; isUrgent?: boolean } }[NotificationEvent]

/** The event that an action causes for the other side. */
function eventOf(action: PlaydateAction, { playdate }: PlaydateChange, now: Date): Event {
  const { id: playdateId, whenTs, parkName, timeZone, changes } = playdate
  const plan = { playdateId, whenTs, parkName, timeZone }
  switch (action.kind) {
    case 'proposed':
    case 'countered':
      return { event: action.kind, details: plan }
    case 'counter-offered':
      return {
        event: 'change-asked',
        details: changes
          ? { playdateId, whenTs: changes.whenTs, parkName: changes.parkName, timeZone: changes.timeZone }
          : plan,
      }
    case 'answered':
      if (action.what === 'change')
        return { event: action.accepted ? 'change-accepted' : 'change-declined', details: plan }
      return { event: action.accepted ? 'accepted' : 'declined', details: plan }
    case 'cancelled':
      return {
        event: 'cancelled',
        details: { ...plan, reason: action.reason },
        isUrgent: action.wasAccepted && Date.parse(whenTs) - now.getTime() <= URGENT_WITHIN_MS,
      }
    case 'late':
      return { event: 'late', details: { ...plan, minutes: action.minutes }, isUrgent: true }
    case 'here':
      return { event: 'here', details: plan, isUrgent: true }
    case 'phrase':
      return { event: 'phrase', details: { ...plan, phrase: action.phrase } }
    case 'again':
      return { event: 'again', details: { playdateId, parkName } }
  }
}

/** Whether an urgent notice of a playdate may pass quiet hours: each does once. The caller has locked the playdate. */
function passesQuietHours(trx: Trx, playdateId: string, event: string, byDogId: string): Promise<boolean> {
  const notice = `${event} ${byDogId}`
  const noted = trx.updateTable('playdates').set({ urgent: sql`array_append(urgent, ${notice})` })
  return affectsRows(noted.where('id', '=', playdateId).where(sql<boolean>`${notice} <> ALL (urgent)`))
}

/** Notifies the other side of a change to a playdate, in the same transaction. `again` notifies both sides. @returns the notified users. */
export async function notifyOfPlaydate(trx: Trx, change: PlaydateChange, now: Date): Promise<string[]> {
  const { action, playdate, by, to } = change
  if (!action) return []
  const event = eventOf(action, change, now)
  event.isUrgent &&= await passesQuietHours(trx, playdate.id, event.event, by.dogId)
  const notify = (byDogId: string) => notifyOtherSide(trx, event, { matchId: playdate.matchId, byDogId }, now)
  const others = await notify(by.dogId)
  return action.kind === 'again' ? [...others, ...(await notify(to.dogId))] : others
}

/**
 * Notifies the other side of a match of a change to one of its playdates, unless both dogs have the same owner. Changes share
 * one notification until it is seen: it shows the last one, and the titles of a few before it.
 */
export async function notifyOtherSide(
  trx: Trx,
  event: Event,
  { matchId, byDogId }: { matchId: string; byDogId: string },
  now: Date,
): Promise<string[]> {
  const side = await trx
    .selectFrom('match_dogs')
    .innerJoin('dogs as own', 'own.id', 'match_dogs.dog_id')
    .innerJoin('dogs as by', 'by.id', 'match_dogs.other_dog_id')
    .select(['own.id', 'own.user_id'])
    .where('match_id', '=', matchId)
    .where('other_dog_id', '=', byDogId)
    .where(sql<boolean>`own.user_id IS DISTINCT FROM by.user_id`)
    .executeTakeFirst()
  if (!side?.user_id) return []
  const key = `playdates ${matchId} ${side.id}`
  const one = { ...event, userId: side.user_id, dogId: side.id, matchId, key } as NewNotification
  // The next one after what was seen is a notification of its own.
  const sameKey = trx.updateTable('notifications').set({ key: null }).where('user_id', '=', side.user_id)
  await sameKey.where('key', '=', key).where('seen_at', 'is not', null).execute()
  // An urgent change that was not decided about yet is still sent during quiet hours.
  const change = sql`
    event = excluded.event, notified_at = excluded.notified_at, push_at = excluded.push_at, mail_id = NULL, seen_at = NULL,
    details = excluded.details || jsonb_build_object('earlier', jsonb_path_query_array(
      jsonb_build_object('event', notifications.event, 'details', notifications.details - 'earlier')
        || coalesce(notifications.details -> 'earlier', '[]'), ${`$[0 to ${EARLIER_MAX - 1}]`}::jsonpath)),
    is_urgent = excluded.is_urgent OR (notifications.is_urgent AND notifications.push_at IS NOT NULL),
    mail_at = CASE WHEN notifications.mail_id IS NULL THEN coalesce(notifications.mail_at, excluded.mail_at)
                   ELSE excluded.mail_at END`
  return notifyEach(trx, [one], now, sql`UPDATE SET ${change}`)
}
