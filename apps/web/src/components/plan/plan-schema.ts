import { SLOTS } from '@barkyard/domain/park-time'
import { PLAYDATE_TITLE_MAX } from '@barkyard/domain/playdate'
import { trimmedText } from '@barkyard/domain/schemas/fields'
import type { Park } from '@barkyard/domain/schemas/park'
import { z } from 'zod'

export const planSchema = z.object({
  title: trimmedText(1, PLAYDATE_TITLE_MAX, { min: 'Title is required' }),
  date: z.iso.date('Please select a date'),
  time: z.enum(
    SLOTS.map(slot => slot.value),
    'Please select a time',
  ),
  park: z.string('Please select a park location'),
})

/** A form that is filled in. Date and time are those of the park. */
export interface CompletePlan extends Omit<z.infer<typeof planSchema>, 'park'> {
  park: Pick<Park, 'id' | 'timeZone'>
}
