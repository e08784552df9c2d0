import type { EventDetails, NotificationEvent } from '@barkyard/domain/notification'
import type { PlaydateDeed } from '@barkyard/domain/playdate-moves'
import type { Trx } from '../transaction.ts'
import { notifyOtherSide } from './notify.ts'
import type { PlaydateChange } from './playdates.ts'

const HOUR_MS = 60 * 60 * 1000
/** A cancellation is sent during quiet hours if the playdate would start within this time. */
const URGENT_WITHIN_MS = 12 * HOUR_MS

type Event = { [E in NotificationEvent]: { event: E; details: EventDetails[E]; isUrgent?: boolean } }[NotificationEvent]

/** The event that a deed causes for the other side. */
function eventOf(deed: PlaydateDeed, { playdate }: PlaydateChange, now: Date): Event {
  const { whenTs, parkName, changes } = playdate
  const plan = { whenTs, parkName }
  switch (deed.kind) {
    case 'proposed':
    case 'countered':
      return { event: deed.kind, details: plan }
    case 'wished':
      return {
        event: 'change-asked',
        details: changes ? { whenTs: changes.whenTs, parkName: changes.parkName } : plan,
      }
    case 'answered':
      if (deed.what === 'change') return { event: deed.accepted ? 'change-accepted' : 'change-declined', details: plan }
      return { event: deed.accepted ? 'accepted' : 'declined', details: plan }
    case 'cancelled':
      return {
        event: 'cancelled',
        details: { ...plan, reason: deed.reason },
        isUrgent: Date.parse(whenTs) - now.getTime() <= URGENT_WITHIN_MS,
      }
    case 'late':
      return { event: 'late', details: { ...plan, minutes: deed.minutes }, isUrgent: true }
    case 'here':
      return { event: 'here', details: plan, isUrgent: true }
    case 'again':
      return { event: 'again', details: { parkName } }
  }
}

/** Notifies the other side of a change to a playdate, in the same transaction. `again` notifies both sides. @returns the notified users. */
export async function notifyOfPlaydate(trx: Trx, change: PlaydateChange, now: Date): Promise<string[]> {
  const { deed, playdate, by, to } = change
  if (!deed) return []
  const event = eventOf(deed, change, now)
  const notify = (byDogId: string) => notifyOtherSide(trx, { ...event, matchId: playdate.matchId, byDogId }, now)
  const others = await notify(by.dogId)
  return deed.kind === 'again' ? [...others, ...(await notify(to.dogId))] : others
}
