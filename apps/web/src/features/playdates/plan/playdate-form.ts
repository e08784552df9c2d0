import { localClock, localInstant } from '@barkyard/domain/local-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import { titleFor } from '@barkyard/domain/playdate'
import type { PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { NewPlaydate } from '@barkyard/domain/schemas/playdate'
import { type PlanFields, planOf, termsOf } from '../../../components/plan/plan-fields.ts'
import type { CompletePlan } from '../../../components/plan/plan-schema.ts'

export function toNewPlaydate(matchId: string, plan: CompletePlan): NewPlaydate {
  const { title, ...terms } = termsOf(plan)
  return { matchId, ...terms, notes: title, status: 'proposed' }
}

/** Terms as form fields, for one side. */
export const fieldsOf = (terms: PlaydateTerms, ownDog: string | undefined, otherDog: string): PlanFields =>
  planOf(terms, titleFor(terms.notes, ownDog, otherDog))

const DAY_MS = 24 * 60 * 60 * 1000

/** The same park, weekday and hour in a later week: the first that is still in the future. */
export function aWeekLater(fields: PlanFields, now: Date): PlanFields {
  let date = fields.date ?? localClock(BUILT_IN_ZONE, now).date
  do date = new Date(Date.parse(`${date}T12:00:00Z`) + 7 * DAY_MS).toISOString().slice(0, 10)
  while (localInstant(BUILT_IN_ZONE, date, fields.time ?? '18:00:00') <= now)
  return { ...fields, date }
}
