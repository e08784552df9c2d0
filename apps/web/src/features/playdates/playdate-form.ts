import { parkClock, parkInstant, SLOTS } from '@barkyard/domain/park-time'
import { titleFor } from '@barkyard/domain/playdate'
import type { PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { NewPlaydate } from '@barkyard/domain/schemas/playdate'
import type { CompletePlaydate } from './playdate-form-schema.ts'

/** The fields' current values: date is YYYY-MM-DD, time HH:MM:SS, both in San Francisco time. */
export interface PlaydateFields {
  title: string
  date: string | null
  time: string | null
  park: string | null
}

/** The start that the fields describe; null while date or time is missing. */
export const instantOf = ({ date, time }: Pick<PlaydateFields, 'date' | 'time'>): Date | null =>
  date !== null && time !== null ? parkInstant(date, time) : null

/** Whether the slot has begun in San Francisco; false while date or time is missing. */
export function hasPassed(fields: Pick<PlaydateFields, 'date' | 'time'>, now: Date): boolean {
  const instant = instantOf(fields)
  return instant !== null && instant <= now
}

export const toNewPlaydate = (matchId: string, { title, date, time, park }: CompletePlaydate): NewPlaydate => ({
  matchId,
  whenTs: parkInstant(date, time).toISOString(),
  parkName: park,
  notes: title,
  status: 'proposed',
})

/** Terms as form fields, for one side. */
export function fieldsOf(terms: PlaydateTerms, ownDog: string | undefined, otherDog: string): PlaydateFields {
  const { date, time } = parkClock(new Date(terms.whenTs))
  return {
    ...{ title: titleFor(terms.notes, ownDog, otherDog), date, park: terms.parkName },
    time: SLOTS.some(slot => slot.value === time) ? time : null,
  }
}

/** The terms that differ from the initial values. */
export function changesOf(
  began: PlaydateFields,
  { title, date, time, park }: CompletePlaydate,
): Pick<Partial<NewPlaydate>, 'whenTs' | 'parkName' | 'notes'> {
  return {
    ...((date !== began.date || time !== began.time) && { whenTs: parkInstant(date, time).toISOString() }),
    ...(park !== began.park && { parkName: park }),
    ...(title !== began.title && { notes: title }),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The same park, weekday and hour in a later week: the first that is still in the future. */
export function aWeekLater(fields: PlaydateFields, now: Date): PlaydateFields {
  let date = fields.date ?? parkClock(now).date
  do date = new Date(Date.parse(`${date}T12:00:00Z`) + 7 * DAY_MS).toISOString().slice(0, 10)
  while (parkInstant(date, fields.time ?? '18:00:00') <= now)
  return { ...fields, date }
}
