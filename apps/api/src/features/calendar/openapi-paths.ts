import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { OUTSIDE_API, text } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, headers } from '../../platform/rest/responses.ts'

/** Calendar files in the API reference. */
export const CALENDAR_PATHS: ZodOpenApiPathsObject = {
  '/calendar/{secret}.ics': {
    get: {
      operationId: 'readCalendarFeed',
      tags: ['calendar'],
      security: [],
      servers: OUTSIDE_API,
      summary: 'A calendar feed',
      description:
        'The address that `POST /calendar-feed` returned: it begins at the root of the server, not under `/api`, and needs no sign-in. Send `If-None-Match` with the `ETag` of your last reading: 304 means that nothing has changed.',
      requestParams: {
        path: z.object({
          secret: z.string().describe('The secret of the feed.'),
        }),
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
  },
  '/playdates/{id}/ics': {
    get: {
      operationId: 'getPlaydateFile',
      tags: ['calendar'],
      summary: 'A playdate as a calendar file',
      description: 'For both sides. Proposals are tentative; declined and cancelled playdates are cancelled.',
      requestParams: { path: z.object({ id: z.string().describe('The id of the playdate.') }) },
      responses: {
        200: { description: 'iCalendar (RFC 5545).', headers: COUNTED, content: { 'text/calendar': text } },
        ...errors(['not-signed-in', 'suspended', 'playdate-not-found', 'no-active-dog', ...ANY]),
      },
    },
  },
  '/walks/{id}/ics': {
    get: {
      operationId: 'getWalkFile',
      tags: ['calendar'],
      summary: 'A walk as a calendar file',
      description: 'For everybody who sees it. One that was called off is cancelled.',
      requestParams: { path: z.object({ id: z.string().describe('The id of the walk.') }) },
      responses: {
        200: { description: 'iCalendar (RFC 5545).', headers: COUNTED, content: { 'text/calendar': text } },
        ...errors(['not-signed-in', 'suspended', 'walk-not-found', 'no-active-dog', ...ANY]),
      },
    },
  },
}
