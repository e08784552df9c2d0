import { parkClock, parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { type CancelReason, titleFor } from '@barkyard/domain/playdate'
import type { PlaydateSignal, PlaydateTerms, PlaydateWish } from '@barkyard/domain/playdate-moves'
import type { Playdate } from '@barkyard/domain/schemas/playdate'

/** The reasons to choose from when cancelling. */
export const REASONS: Record<CancelReason, string> = {
  weather: 'The weather',
  unwell: 'Somebody is unwell',
  busy: 'Something came up',
  other: 'Another reason',
}

const CALLED_OFF: Record<CancelReason, string> = {
  weather: 'Called off because of the weather.',
  unwell: 'Called off because somebody is unwell.',
  busy: 'Called off because something came up.',
  other: 'Called off.',
}

/** The reason of a cancelled playdate in words; null if it was not cancelled. */
export const cancelledWords = ({ cancelledAt, cancelReason }: Playdate): string | null =>
  cancelledAt === null ? null : CALLED_OFF[cancelReason ?? 'other']

/** "4:00 PM", or "Sun, Nov 22 at 4:00 PM" on another day. */
function timeWords(wanted: Date, agreed: Date, now: Date): string {
  const time = parkTimeLabel(wanted)
  return parkClock(wanted).date === parkClock(agreed).date ? time : `${parkDateLabel(wanted, now)} at ${time}`
}

/** The changes in words: "4:00 PM", "Crissy Field", "4:00 PM at Crissy Field", "the title “Fetch”". */
export function changeWords(agreed: PlaydateTerms, wish: PlaydateWish, now: Date): string {
  const when = new Date(wish.whenTs)
  const isTime = when.getTime() !== Date.parse(agreed.whenTs)
  const time = isTime ? timeWords(when, new Date(agreed.whenTs), now) : null
  const park = wish.parkName === agreed.parkName ? null : wish.parkName
  const title = wish.notes === agreed.notes || wish.notes === '' ? null : `the title “${wish.notes}”`
  const place = time && park ? `${time} at ${park}` : (time ?? park)
  return [place, title].filter(part => part !== null).join(', and ') || 'no title'
}

/** "Mochi would rather meet at 4:00 PM". */
export function wishWords(otherDog: string, agreed: PlaydateTerms, wish: PlaydateWish, now: Date): string {
  const wanted = changeWords(agreed, wish, now)
  const isTime = Date.parse(wish.whenTs) !== Date.parse(agreed.whenTs)
  const isSameDay = parkClock(new Date(wish.whenTs)).date === parkClock(new Date(agreed.whenTs)).date
  if (isTime) return `${otherDog} would rather meet ${isSameDay ? 'at' : 'on'} ${wanted}`
  if (wish.parkName !== agreed.parkName) return `${otherDog} would rather meet at ${wanted}`
  return `${otherDog} suggests ${wanted}`
}

/** The last signal of each side: "You're here", "Mochi is running 10 minutes late". */
export function signalWords(signals: readonly PlaydateSignal[], ownDogId: string, otherDog: string): string[] {
  const last = new Map(signals.map(signal => [signal.dogId, signal]))
  return [...last.values()].map(({ dogId, kind, minutes }) => {
    const who = dogId === ownDogId ? "You're" : `${otherDog} is`
    return kind === 'here' ? `${who} here` : `${who} running ${minutes} minutes late`
  })
}

/** A playdate in one line: "Sunset zoomies with Waffles, 5:00 PM". */
export function shortly(playdate: Playdate, ownDog: string | undefined, otherDog: string): string {
  const title = titleFor(playdate.notes, ownDog, otherDog)
  const named = title.includes(otherDog) ? title : `${title} with ${otherDog}`
  return `${named}, ${parkTimeLabel(new Date(playdate.whenTs))}`
}
