import { addDays, localClock, localInstant } from '@barkyard/domain/local-time'
import { SLOTS } from '@barkyard/domain/park-time'
import type { PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { CompletePlan } from './plan-schema.ts'

/** The fields' current values: date is YYYY-MM-DD, time HH:MM:SS, both in the time zone of the park. */
export interface PlanFields {
  title: string
  date: string | null
  time: string | null
  park: string | null
  /** The start of the plan that the form began with. */
  whenTs?: string
}

/** The start that the fields describe; null while date or time is missing. */
export const instantOf = ({ date, time }: Pick<PlanFields, 'date' | 'time'>, timeZone: string): Date | null =>
  date !== null && time !== null ? localInstant(timeZone, date, time) : null

/** Whether the slot has begun in a time zone; false while date or time is missing. */
export function hasPassed(fields: Pick<PlanFields, 'date' | 'time'>, timeZone: string, now: Date): boolean {
  const instant = instantOf(fields, timeZone)
  return instant !== null && instant <= now
}

export const termsOf = ({ title, date, time, park }: CompletePlan) => ({
  whenTs: localInstant(park.timeZone, date, time).toISOString(),
  parkId: park.id,
  title,
})

/** Time and park as form fields. A time that is no slot has to be chosen anew. */
export function planOf({ whenTs, parkId, timeZone }: Omit<PlaydateTerms, 'notes'>, title: string): PlanFields {
  const start = new Date(whenTs)
  const { date, time } = localClock(timeZone, start)
  const isSlot = SLOTS.some(slot => slot.value === time)
  return { title, date, park: parkId, time: isSlot ? time : null, whenTs: start.toISOString() }
}

export function changesOf(began: PlanFields, plan: CompletePlan) {
  const { whenTs, parkId, title } = termsOf(plan)
  return {
    // In a park of another time zone, the same hour is another time.
    ...(whenTs !== began.whenTs && { whenTs }),
    ...(parkId !== began.park && { parkId }),
    ...(title !== began.title && { notes: title }),
  }
}

/** The next two Saturdays and Sundays in a time zone, today included, each YYYY-MM-DD. */
export function weekendDays(timeZone: string, now: Date): string[] {
  const today = localClock(timeZone, now).date
  return Array.from({ length: 15 }, (_, ahead) => addDays(today, ahead))
    .filter(day => new Date(day).getUTCDay() % 6 === 0)
    .slice(0, 4)
}
