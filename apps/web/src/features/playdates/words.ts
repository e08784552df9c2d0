import { isolate } from '@barkyard/domain/isolate'
import { addDays, localClock } from '@barkyard/domain/local-time'
import { parkDateLabel, parkTimeLabel, parkWeekdayLabel, zoneNote } from '@barkyard/domain/park-time'
import { type CancelReason, PHRASES, titleFor } from '@barkyard/domain/playdate'
import type { CounterOffer, PlaydateSignal, PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { TagTone } from '../../components/collar-tag.tsx'
import { clockTime } from '../../lib/words.ts'

export function statusOf({ status, cancelledAt }: Playdate): { word: string; tone: TagTone } {
  if (status === 'accepted') return { word: 'Accepted', tone: 'grass' }
  if (status === 'proposed') return { word: 'Proposed', tone: 'plain' }
  return { word: cancelledAt === null ? 'Declined' : 'Cancelled', tone: 'collar' }
}

export const REASONS: Record<CancelReason, { choice: string; because: string }> = {
  weather: { choice: 'The weather', because: ': bad weather' },
  unwell: { choice: "Someone's not feeling well", because: ": someone's not feeling well" },
  busy: { choice: 'Something came up', because: ': something came up' },
  other: { choice: 'Another reason', because: '' },
}

/** Who cancelled a playdate and why: "Mochi cancelled: bad weather"; null if it was not cancelled. */
export function cancelledWords(playdate: Playdate, ownDogId: string | undefined, otherDog: string): string | null {
  const { cancelledAt, cancelReason, cancelledByDogId } = playdate
  if (cancelledAt === null) return null
  const { because } = REASONS[cancelReason ?? 'other']
  // From before it was noted, or neither side's own doing.
  if (cancelledByDogId === null) return `Called off${because}`
  return `${cancelledByDogId === ownDogId ? 'You' : otherDog} cancelled${because}`
}

/** "4:00 PM", or "4:00 PM Chicago time" where the zone must be said. @param zone "Chicago time" */
export const timeIn = ({ whenTs, timeZone }: Pick<PlaydateTerms, 'whenTs' | 'timeZone'>, zone: string | null = null) =>
  [parkTimeLabel(new Date(whenTs), timeZone), zone].filter(Boolean).join(' ')

/** "4:00 PM", or "Sun, Nov 22 at 4:00 PM" on another day, with its zone if the other time has another. */
function timeWords(offer: PlaydateTerms, agreed: PlaydateTerms, now: Date): string {
  const when = new Date(offer.whenTs)
  const time = timeIn(offer, zoneNote(when, offer.timeZone, agreed.timeZone))
  const dayOf = (whenTs: string) => localClock(offer.timeZone, new Date(whenTs)).date
  return dayOf(offer.whenTs) === dayOf(agreed.whenTs) ? time : `${parkDateLabel(when, now, offer.timeZone)} at ${time}`
}

/** The changes in words: "4:00 PM", "Crissy Field", "4:00 PM at another Crissy Field", "the title “Fetch”". */
export function changeWords(agreed: PlaydateTerms, offer: CounterOffer, now: Date): string {
  const time = Date.parse(offer.whenTs) === Date.parse(agreed.whenTs) ? null : timeWords(offer, agreed, now)
  const name = offer.parkName === agreed.parkName ? `another ${offer.parkName}` : offer.parkName
  const park = offer.parkId === agreed.parkId ? null : name
  const title = offer.notes === agreed.notes || offer.notes === '' ? null : `the title “${isolate(offer.notes)}”`
  const place = time && park ? `${time} at ${park}` : (time ?? park)
  return [place, title].filter(part => part !== null).join(', and ') || 'no title'
}

/** @param otherDog null: the acting dog suggests it itself. "Mochi suggests 4:00 PM instead of 5:00 PM", "Mochi suggests 4:00 PM at Crissy Field instead of 5:00 PM at Dolores Park". */
export function offerWords(otherDog: string | null, agreed: PlaydateTerms, offer: CounterOffer, now: Date): string {
  // One park of two of the same name is another.
  const before = changeWords({ ...offer, parkName: '' }, { ...agreed, byDogId: offer.byDogId }, now)
  return `${otherDog === null ? 'You suggest' : `${otherDog} suggests`} ${changeWords(agreed, offer, now)} instead of ${before}`
}

/** The same for a proposal that has replaced another one; null for a first proposal. */
export function counterWords(playdate: Playdate, ownDogId: string, otherDog: string, now: Date): string | null {
  const { was, proposerDogId } = playdate
  if (!was) return null
  return offerWords(proposerDogId === ownDogId ? null : otherDog, was, { ...playdate, byDogId: proposerDogId }, now)
}

const HOUR_MS = 60 * 60_000

/** How near a playdate is: "In 20 minutes", "Today", "Tomorrow"; null for one that is further away or has begun. */
export function nearWords(when: Date, now: Date, timeZone: string): string | null {
  const ahead = when.getTime() - now.getTime()
  if (ahead <= 0) return null
  const minutes = Math.ceil(ahead / 60_000)
  if (ahead < HOUR_MS) return `In ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const day = localClock(timeZone, when).date
  const today = localClock(timeZone, now).date
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : null
}

/** "Sunset zoomies with Waffles" */
function namedOf({ notes }: Playdate, ownDog: string | undefined, otherDog: string): string {
  const title = titleFor(notes, ownDog, otherDog)
  return title.includes(otherDog) ? isolate(title) : `${isolate(title)} with ${isolate(otherDog)}`
}

/** A playdate with its day and park: "Sunset zoomies with Waffles, Sat, Nov 28 at 5:00 PM, Dolores Park". */
export function inFull(playdate: Playdate, ownDog: string | undefined, otherDog: string, now: Date): string {
  const when = new Date(playdate.whenTs)
  return `${namedOf(playdate, ownDog, otherDog)}, ${parkDateLabel(when, now, playdate.timeZone)} at ${parkTimeLabel(when, playdate.timeZone)}, ${playdate.parkName}`
}

/** When a playdate is, at a glance: "Today, 5:00 PM", "Today, 5:00 PM Chicago time". */
export function dayWords(playdate: Playdate, now: Date, zone: string | null): string {
  const [when, { timeZone }] = [new Date(playdate.whenTs), playdate]
  return `${nearWords(when, now, timeZone) ?? parkDateLabel(when, now, timeZone)}, ${timeIn(playdate, zone)}`
}

const WEEK_MS = 7 * 24 * HOUR_MS

/** The same in less space: "Today 5:00 PM", "Sat 10:00 AM", "Sat, Dec 12 10:00 AM" from a week on. */
export function briefWords(playdate: Playdate, now: Date, zone?: string | null): string {
  const [when, { timeZone }] = [new Date(playdate.whenTs), playdate]
  const isThisWeek = when.getTime() - now.getTime() < WEEK_MS
  const day =
    nearWords(when, now, timeZone) ??
    (isThisWeek ? parkWeekdayLabel(when, timeZone) : parkDateLabel(when, now, timeZone))
  return `${day} ${timeIn(playdate, zone)}`
}

// A newer version may know more phrases.
const phraseText = ({ phrase }: PlaydateSignal) => (phrase && PHRASES[phrase]) ?? '…'

/** What one side said: "You're here", "Mochi is running 10 minutes late", "Mochi: By the water". */
export function signalText(signal: PlaydateSignal, ownDogId: string, otherDog: string): string {
  const isOwn = signal.dogId === ownDogId
  if (signal.kind === 'phrase') return `${isOwn ? 'You' : isolate(otherDog)}: ${phraseText(signal)}`
  const who = isOwn ? "You're" : `${otherDog} is`
  return signal.kind === 'here' ? `${who} here` : `${who} running ${signal.minutes} minutes late`
}

/** The last “late” or “here” of each side: "You're here", "Mochi is running 10 minutes late". */
export function signalWords(signals: readonly PlaydateSignal[], ownDogId: string, otherDog: string): string[] {
  const last = new Map(signals.filter(({ kind }) => kind !== 'phrase').map(signal => [signal.dogId, signal]))
  return [...last.values()].map(signal => signalText(signal, ownDogId, otherDog))
}

const PHRASES_SHOWN = 5

/** The latest phrases, the last one last: who said what, and when, by the reader's clock as in the chat. */
export const phraseWords = ({ signals }: Playdate, ownDogId: string, otherDog: string) =>
  signals
    .filter(({ kind }) => kind === 'phrase')
    .slice(-PHRASES_SHOWN)
    .map(signal => ({
      who: signal.dogId === ownDogId ? 'You' : otherDog,
      words: phraseText(signal),
      time: clockTime(signal.at),
      at: signal.at,
    }))

/** A playdate in one line: "Sunset zoomies with Waffles, 5:00 PM". */
export const shortly = (playdate: Playdate, ownDog: string, otherDog: string, zone: string | null): string =>
  `${namedOf(playdate, ownDog, otherDog)}, ${timeIn(playdate, zone)}`
