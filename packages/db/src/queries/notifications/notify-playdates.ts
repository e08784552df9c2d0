import type { EventDetails, NotificationEvent } from '@barkyard/domain/notification'
import { URGENT_WITHIN_MS } from '@barkyard/domain/playdate'
import type { PlaydateAction } from '@barkyard/domain/playdate-moves'
import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import type { PlaydateChange } from '../playdates/playdates.ts'
import { notifyOtherSide } from './notify.ts'

type Event = { [E in NotificationEvent]: { event: E; details: EventDetails[E]; isUrgent?: boolean } }[NotificationEvent]

/** The event that an action causes for the other side. */
function eventOf(action: PlaydateAction, { playdate }: PlaydateChange, now: Date): Event {
  const { id: playdateId, whenTs, parkName, timeZone, changes } = playdate
  const plan = { playdateId, whenTs, parkName, timeZone }
  switch (action.kind) {
    case 'proposed':
    case 'countered':
      return { event: action.kind, details: plan }
    case 'wished':
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
async function passesQuietHours(trx: Trx, playdateId: string, event: string, byDogId: string): Promise<boolean> {
  const notice = `${event} ${byDogId}`
  const { numUpdatedRows } = await trx
    .updateTable('playdates')
    .set({ urgent: sql`array_append(urgent, ${notice})` })
    .where('id', '=', playdateId)
    .where(sql<boolean>`${notice} <> ALL (urgent)`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notifies the other side of a change to a playdate, in the same transaction. `again` notifies both sides. @returns the notified users. */
export async function notifyOfPlaydate(trx: Trx, change: PlaydateChange, now: Date): Promise<string[]> {
  const { action, playdate, by, to } = change
  if (!action) return []
  const event = eventOf(action, change, now)
  event.isUrgent &&= await passesQuietHours(trx, playdate.id, event.event, by.dogId)
  const notify = (byDogId: string) => notifyOtherSide(trx, { ...event, matchId: playdate.matchId, byDogId }, now)
  const others = await notify(by.dogId)
  return action.kind === 'again' ? [...others, ...(await notify(to.dogId))] : others
}
