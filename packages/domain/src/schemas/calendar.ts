import { z } from 'zod'

export const newFeedSchema = z
  .object({
    url: z
      .url()
      .describe(
        'The address for calendar programs. Anybody who has it can read your playdates. It is shown once and not stored.',
      ),
  })
  .meta({ id: 'CalendarFeed', description: 'A calendar to subscribe to.' })

/** Whether the user has a calendar address. Its secret is not stored. */
export const feedStateSchema = z.object({ since: z.iso.datetime().nullable() })
