import { z } from 'zod'

export const newFeedSchema = z
  .object({
    url: z
      .url()
      .describe('Where calendar programs read your playdates. Whoever has it can: it is shown once and kept nowhere.'),
  })
  .meta({ id: 'CalendarFeed', description: 'A calendar to subscribe to.' })

/** Whether the user has a calendar address. Its secret is not stored. */
export const feedStateSchema = z.object({ since: z.iso.datetime().nullable() })
