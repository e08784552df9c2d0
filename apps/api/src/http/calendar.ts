import { createHash } from 'node:crypto'
import { calendarEntries, findCalendarEntry } from '@barkyard/db/queries/calendar'
import type { FastifyInstance } from 'fastify'
import { demandActingDog, demandCaller } from '../access/demands.ts'
import { callerNow } from '../access/door.ts'
import { hashToken } from '../access/sessions.ts'
import { calendarText } from '../calendar/calendar-text.ts'
import { FEED_PREFIX, secretOf } from '../calendar/feed-path.ts'
import { notFound } from '../errors.ts'
import type { Services } from '../services.ts'

const TYPE = 'text/calendar; charset=utf-8'
const DAY_MS = 24 * 60 * 60 * 1000
/** Past playdates stay in a subscribed calendar for this long. */
const KEPT_DAYS = 90
const ENTRIES_MAX = 1_000

/** `GET /playdates/{id}/ics`: one playdate as a file. It has its own route because it does not answer JSON. */
export function registerPlaydateFile(scope: FastifyInstance, services: Services): void {
  scope.get<{ Params: { id: string } }>('/playdates/:id/ics', async (request, reply) => {
    const dogId = demandActingDog(demandCaller(await callerNow(request, services)))
    const entry = await findCalendarEntry(services.db, dogId, request.params.id.toLowerCase())
    if (!entry) throw notFound('Playdate')
    return reply
      .type(TYPE)
      .header('content-disposition', 'attachment; filename="playdate.ics"')
      .send(calendarText([entry], services.config.publicUrl))
  })
}

/** `GET /calendar/{secret}.ics`: the calendar that an owner subscribes to. The secret in its address gives access, so it needs no cookie. */
export function registerCalendarFeed(scope: FastifyInstance, services: Services): void {
  const config = { access: 'anybody' as const }
  scope.get<{ Params: { file: string } }>(`${FEED_PREFIX}:file`, { config }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const secret = secretOf(request.params.file)
    const since = new Date(services.now().getTime() - KEPT_DAYS * DAY_MS)
    if (secret === null) throw notFound('Calendar')
    const entries = await calendarEntries(services.db, hashToken(secret), { since, limit: ENTRIES_MAX })
    if (entries === 'not found') throw notFound('Calendar')
    const text = calendarText(entries, services.config.publicUrl)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type(TYPE).send(text)
  })
}

/** Whether the client already has this version. A proxy may have turned the tag into a weak one. */
const isKnown = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some(tag => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
