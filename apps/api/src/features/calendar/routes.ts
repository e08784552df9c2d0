import { randomBytes } from 'node:crypto'
import {
  calendarEntries,
  closeCalendarFeed,
  findCalendarEntry,
  findCalendarFeed,
  findCalendarOwner,
  findWalkEntry,
  openCalendarFeed,
} from '@barkyard/db/queries/calendar/calendar'
import { calendarFeedSchema, newFeedSchema } from '@barkyard/domain/schemas/calendar'
import { readId } from '@barkyard/domain/schemas/fields'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { callerNow } from '../../platform/access/guard.ts'
import { requireActingDog, requireCaller } from '../../platform/access/requirements.ts'
import { hashToken } from '../../platform/access/sessions.ts'
import { AppError, foundOrThrow } from '../../platform/errors.ts'
import { etagOf, isKnown } from '../../platform/http/request.ts'
import { OUTSIDE_API, text } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, headers, type RoutePaths } from '../../platform/rest/responses.ts'
import { doneOutput, router, sessionProcedure } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'
import { calendarText } from './calendar-text.ts'

const fileOf = (kind: 'playdate' | 'walk') => ({
  tags: ['calendar'],
  summary: `A ${kind} as a calendar file`,
  responses: {
    200: { description: 'iCalendar (RFC 5545).', headers: COUNTED, content: { 'text/calendar': text } },
    ...errors(['not-signed-in', 'suspended', `${kind}-not-found`, 'no-active-dog', ...ANY]),
  },
})

export const CALENDAR_PATHS: RoutePaths = {
  'GET /calendar/{secret}.ics': {
    operationId: 'readCalendarFeed',
    tags: ['calendar'],
    security: [],
    servers: OUTSIDE_API,
    summary: 'A calendar feed',
    description:
      'The address that `POST /calendar-feed` returned: it begins at the root of the server, not under `/api`, and needs no sign-in. Send `If-None-Match` with the `ETag` of your last reading: 304 means that nothing has changed.',
    requestParams: {
      header: z.object({ 'If-None-Match': z.string().describe('The `ETag` that you have.').optional() }),
    },
    responses: {
      200: {
        description: 'iCalendar (RFC 5545).',
        headers: { ...COUNTED, ...headers('ETag') },
        content: { 'text/calendar': text },
      },
      304: { description: 'Nothing has changed.', headers: { ...COUNTED, ...headers('ETag') } },
      ...errors(['calendar-not-found', ...ANY]),
    },
  },
  'GET /playdates/{id}/ics': {
    operationId: 'getPlaydateFile',
    description: 'For both sides. Proposals are tentative; declined and cancelled playdates are cancelled.',
    ...fileOf('playdate'),
  },
  'GET /walks/{id}/ics': {
    operationId: 'getWalkFile',
    description: 'For everybody who sees it. One that was called off is cancelled.',
    ...fileOf('walk'),
  },
}

/** The prefix of calendar addresses. `redactPath` keeps the secret after it out of the log. */
const FEED_PREFIX = '/calendar/'

const feedPath = (secret: string) => `${FEED_PREFIX}${secret}.ics`

/** The secret in a calendar's file name; null if the name is malformed. */
const secretOf = (file: string): string | null => /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? null

const TYPE = 'text/calendar; charset=utf-8'
const DAY_MS = 24 * 60 * 60 * 1000
/** Past playdates stay in a subscribed calendar for this long. */
const KEPT_DAYS = 90
const PAST_MAX = 100
const COMING_MAX = 200

const FINDERS = { playdate: findCalendarEntry, walk: findWalkEntry }

/** `GET /playdates/{id}/ics` and `/walks/{id}/ics`: one as a file. They have their own routes because they do not answer JSON. */
export function registerCalendarFiles(scope: FastifyInstance, services: Services): void {
  for (const kind of ['playdate', 'walk'] as const)
    scope.get<{ Params: { id: string } }>(`/${kind}s/:id/ics`, async (request, reply) => {
      const viewer = requireActingDog(requireCaller(await callerNow(request, services)))
      const entry = await FINDERS[kind](services.db, viewer, readId(request.params.id))
      if (!entry) throw new AppError(`${kind}-not-found`)
      return (
        reply
          .type(TYPE)
          // Not as an attachment: iOS would save it, instead of opening it in Calendar.
          .header('content-disposition', `inline; filename="${kind}.ics"`)
          .send(calendarText([entry], services.config.publicUrl))
      )
    })
}

/** `GET /calendar/{secret}.ics`: the calendar that an owner subscribes to. The secret in its address gives access, so it needs no cookie. */
export function registerCalendarFeed(scope: FastifyInstance, { db, limits, config, now }: Services): void {
  const open = { config: { access: 'anybody' } } as const
  scope.get<{ Params: { file: string } }>(`${FEED_PREFIX}:file`, open, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const secret = secretOf(request.params.file)
    if (secret === null) throw new AppError('calendar-not-found')
    const hash = hashToken(secret)
    const at = now()
    const owner = foundOrThrow(await findCalendarOwner(db, hash, at), 'calendar-not-found')
    await limits.take('calendar', hash.toString('hex'), request.limitHeaders)
    const since = new Date(at.getTime() - KEPT_DAYS * DAY_MS)
    const entries = await calendarEntries(db, owner, { now: at, since, past: PAST_MAX, coming: COMING_MAX })
    // From its rows: building the text costs a hundred times as much.
    const etag = etagOf(JSON.stringify(entries))
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type(TYPE).send(calendarText(entries, config.publicUrl))
  })
}

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
