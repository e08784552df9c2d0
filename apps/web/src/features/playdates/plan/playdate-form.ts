import { addDays, localClock, localInstant } from '@barkyard/domain/local-time'
import { titleFor } from '@barkyard/domain/playdate'
import type { PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { NewPlaydate } from '@barkyard/domain/schemas/playdate'
import { type PlanFields, planOf, termsOf } from '../../../components/plan/plan-fields.ts'
import type { CompletePlan } from '../../../components/plan/plan-schema.ts'

export function toNewPlaydate(matchId: string, plan: CompletePlan): NewPlaydate {
  const { title, ...terms } = termsOf(plan)
  return { matchId, ...terms, notes: title, status: 'proposed' }
}

export const fieldsOf = (terms: PlaydateTerms, ownDog: string | undefined, otherDog: string): PlanFields =>
  planOf(terms, titleFor(terms.notes, ownDog, otherDog))

/** The same park, weekday and hour in a later week: the first that is still in the future. */
export function aWeekLater(fields: PlanFields, timeZone: string, now: Date): PlanFields {
  let date = fields.date ?? localClock(timeZone, now).date
  do date = addDays(date, 7)
  while (localInstant(timeZone, date, fields.time ?? '18:00:00') <= now)
  return { ...fields, date }
}
