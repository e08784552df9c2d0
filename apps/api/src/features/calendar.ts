import { randomBytes } from 'node:crypto'
import { calendarFeedSince, closeCalendarFeed, openCalendarFeed } from '@barkyard/db/queries/calendar'
import { feedStateSchema, newFeedSchema } from '@barkyard/domain/schemas/calendar'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { z } from 'zod'
import { hashToken } from '../access/sessions.ts'
import { feedPath } from '../calendar/feed-path.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

const tags = ['calendar']
const SECRET_BYTES = 32

/** The calendar feed of a user. It belongs to the account, so it is closed while an admin acts as a dog. */
export const calendarRouter = router({
  /** Only for the web app. */
  feed: signedInProcedure
    .input(z.void())
    .output(feedStateSchema)
    .query(async ({ ctx: { services, caller } }) => ({
      since: (await calendarFeedSince(services.db, caller.userId))?.toISOString() ?? null,
    })),

  openFeed: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/calendar-feed', tags, operationId: 'openCalendarFeed' },
        summary: 'Create a calendar feed of your playdates',
        description:
          'Its address needs no sign-in and is shown once: keep it like a password. A new feed replaces the previous one. It contains the agreed playdates of all your dogs, from 90 days ago on.',
      },
    })
    .input(z.void())
    .output(newFeedSchema)
    .mutation(async ({ ctx: { services, caller } }) => {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      await openCalendarFeed(services.db, caller.userId, hashToken(secret), services.now())
      return { url: new URL(feedPath(secret), services.config.publicUrl).href }
    }),

  closeFeed: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/calendar-feed', tags, operationId: 'closeCalendarFeed' },
        summary: 'Delete your calendar feed',
        description: 'Calendar programs that use its address get 404 from then on.',
      },
    })
    .input(z.void())
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller } }) => {
      await closeCalendarFeed(services.db, caller.userId)
      return { ok: true as const }
    }),
})
