import { z } from 'zod'

export const newFeedSchema = z
  .object({
    url: z
      .url()
      .describe(
        'The address for calendar programs. Anybody who has it can read your playdates. It is shown once and not stored.',
      ),
  })
  .meta({ id: 'NewCalendarFeed', description: 'A calendar to subscribe to.' })

/** The user's calendar feed. The secret in its address is not stored. */
export const calendarFeedSchema = z
  .object({ createdAt: z.iso.datetime().describe('When its address was made.') })
  .meta({ id: 'CalendarFeed', description: 'Your calendar feed. Its address is only shown when it is created.' })
export type CalendarFeed = z.infer<typeof calendarFeedSchema>
