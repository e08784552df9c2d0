import { randomBytes } from 'node:crypto'
import { closeCalendarFeed, findCalendarFeed, openCalendarFeed } from '@barkyard/db/queries/calendar/calendar'
import { calendarFeedSchema, newFeedSchema } from '@barkyard/domain/schemas/calendar'
import { hashToken } from '../../platform/access/sessions.ts'
import { doneOutput, router, sessionProcedure } from '../../platform/trpc/init.ts'
import { feedPath } from './routes.ts'

const SECRET_BYTES = 32

/** The calendar feed of a user. It belongs to the account, so it is closed while an admin acts as a dog. */
export const calendarRouter = router({
  feed: sessionProcedure
    .meta({
      rest: 'GET /calendar-feed',
      operationId: 'getCalendarFeed',
      summary: 'Your calendar feed',
      description: 'null if you have none. Its address is not shown again. A token cannot read this.',
    })
    .output(calendarFeedSchema.nullable())
    .query(({ ctx: { services, caller } }) => findCalendarFeed(services.db, caller.userId)),

  openFeed: sessionProcedure
    .meta({
      rest: 'POST /calendar-feed',
      operationId: 'openCalendarFeed',
      summary: 'Create a calendar feed of your playdates',
      description:
        'Its address needs no sign-in and is shown once: keep it like a password. A new feed replaces the previous one. It contains the agreed playdates of all your dogs: the next 200, and the last 100 of the past 90 days. It can be read 60 times an hour. A token cannot do this, because the feed would outlive the token.',
    })
    .output(newFeedSchema)
    .mutation(async ({ ctx: { services, caller, writeLasting } }) => {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      await writeLasting(trx => openCalendarFeed(trx, caller.userId, hashToken(secret), services.now()))
      return { url: new URL(feedPath(secret), services.config.publicUrl).href }
    }),

  closeFeed: sessionProcedure
    .meta({
      rest: 'DELETE /calendar-feed',
      operationId: 'closeCalendarFeed',
      summary: 'Delete your calendar feed',
      done: 'The address of the feed is worth nothing any more.',
      description: 'Calendar programs that use its address get 404 from then on. A token cannot do this.',
    })
    .output(doneOutput)
    .mutation(({ ctx: { caller, write } }) => write(trx => closeCalendarFeed(trx, caller.userId))),
})
