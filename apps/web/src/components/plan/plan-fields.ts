import { localClock, localInstant } from '@barkyard/domain/local-time'
import { SLOTS } from '@barkyard/domain/park-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import type { PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { CompletePlan } from './plan-schema.ts'

/** The fields' current values: date is YYYY-MM-DD, time HH:MM:SS, both in San Francisco time. */
export interface PlanFields {
  title: string
  date: string | null
  time: string | null
  park: string | null
}

/** The start that the fields describe; null while date or time is missing. */
export const instantOf = ({ date, time }: Pick<PlanFields, 'date' | 'time'>): Date | null =>
  date !== null && time !== null ? localInstant(BUILT_IN_ZONE, date, time) : null

/** Whether the slot has begun in San Francisco; false while date or time is missing. */
export function hasPassed(fields: Pick<PlanFields, 'date' | 'time'>, now: Date): boolean {
  const instant = instantOf(fields)
  return instant !== null && instant <= now
}

/** A completed form as the API's terms. */
export const termsOf = ({ title, date, time, park }: CompletePlan) => ({
  whenTs: localInstant(BUILT_IN_ZONE, date, time).toISOString(),
  parkName: park,
  title,
})

/** Time and park as form fields. A time that is no slot has to be chosen anew. */
export function planOf({ whenTs, parkName }: Pick<PlaydateTerms, 'whenTs' | 'parkName'>, title: string): PlanFields {
  const { date, time } = localClock(BUILT_IN_ZONE, new Date(whenTs))
  return { title, date, park: parkName, time: SLOTS.some(slot => slot.value === time) ? time : null }
}

/** The terms that differ from the initial values. */
export function changesOf(began: PlanFields, plan: CompletePlan) {
  const { whenTs, parkName, title } = termsOf(plan)
  return {
    ...((plan.date !== began.date || plan.time !== began.time) && { whenTs }),
    ...(parkName !== began.park && { parkName }),
    ...(title !== began.title && { notes: title }),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The next two Saturdays and Sundays in San Francisco, today included, each YYYY-MM-DD. */
export function weekendDays(now: Date): string[] {
  const today = Date.parse(localClock(BUILT_IN_ZONE, now).date)
  return Array.from({ length: 15 }, (_, ahead) => new Date(today + ahead * DAY_MS))
    .filter(day => day.getUTCDay() % 6 === 0)
    .slice(0, 4)
    .map(day => day.toISOString().slice(0, 10))
}
