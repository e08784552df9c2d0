import { z } from 'zod'
import { shape, time } from './fields.ts'

export const newFeedSchema = shape('NewCalendarFeed', 'A calendar to subscribe to.', {
  url: z
    .url()
    .describe(
      'The address for calendar programs. Anybody who has it can read your playdates. It is shown once and not stored.',
    ),
})

export const calendarFeedSchema = shape(
  'CalendarFeed',
  'Your calendar feed. Its address is only shown when it is created.',
  { createdAt: time('When its address was made.') },
)
export type CalendarFeed = z.infer<typeof calendarFeedSchema>
