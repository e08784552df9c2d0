import { SLOTS } from '@barkyard/domain/park-time'
import { PARK_NAMES } from '@barkyard/domain/parks'
import { PLAYDATE_TITLE_MAX } from '@barkyard/domain/playdate'
import { trimmedText } from '@barkyard/domain/schemas/text'
import { z } from 'zod'

/** The form's required fields, with the messages for missing ones. */
export const planSchema = z.object({
  title: trimmedText(1, PLAYDATE_TITLE_MAX, { min: 'Title is required' }),
  date: z.iso.date('Please select a date'),
  time: z.enum(
    SLOTS.map(slot => slot.value),
    'Please select a time',
  ),
  park: z.enum(PARK_NAMES, 'Please select a park location'),
})
export type CompletePlan = z.infer<typeof planSchema>
