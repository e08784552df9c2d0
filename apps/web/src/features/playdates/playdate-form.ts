import { parkInstant, SLOTS } from '@barkyard/domain/park-time'
import { PARK_NAMES } from '@barkyard/domain/parks'
import { PLAYDATE_TITLE_MAX } from '@barkyard/domain/playdate'
import type { NewPlaydate } from '@barkyard/domain/schemas/playdate'
import { trimmedText } from '@barkyard/domain/schemas/text'
import { z } from 'zod'

/** What the dialog must hold before it can be sent, with the spec's words for what is missing (§5). */
export const playdateFormSchema = z.object({
  title: trimmedText(1, PLAYDATE_TITLE_MAX, { min: 'Title is required' }),
  date: z.iso.date('Please select a date'),
  time: z.enum(
    SLOTS.map(slot => slot.value),
    'Please select a time',
  ),
  park: z.enum(PARK_NAMES, 'Please select a park location'),
})
export type CompletePlaydate = z.infer<typeof playdateFormSchema>

/** The fields as they stand: date is YYYY-MM-DD, time HH:MM:SS, both as San Francisco's clocks show them. */
export interface PlaydateFields {
  title: string
  date: string | null
  time: string | null
  park: string | null
}

/** True once the slot has begun in San Francisco; false while a part is missing. */
export const hasPassed = ({ date, time }: Pick<PlaydateFields, 'date' | 'time'>, now: Date) =>
  date !== null && time !== null && parkInstant(date, time) <= now

export const toNewPlaydate = (matchId: string, { title, date, time, park }: CompletePlaydate): NewPlaydate => ({
  matchId,
  whenTs: parkInstant(date, time).toISOString(),
  parkName: park,
  notes: title,
  status: 'proposed',
})
