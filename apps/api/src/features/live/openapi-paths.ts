import { EVENT_PING_EVERY_MS, EVENT_STREAMS_PER_USER } from '@barkyard/domain/socket'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { ANY, COUNTED, errors } from '../../platform/rest/responses.ts'
import { tooManyStreams } from './event-stream.ts'

/** The event stream in the API reference. */
export const LIVE_PATHS: ZodOpenApiPathsObject = {
  '/events': {
    get: {
      operationId: 'streamEvents',
      tags: ['operation'],
      summary: 'Live events of your dogs',
      description: `An event stream (server-sent events). The name of an event is its type, its data the event as JSON. \`/asyncapi.json\` describes each type. Events are not stored: reconnect with \`Last-Event-ID\`, and you get one \`refresh\` if events were, or may have been, missed. Then read your data again. At most ${EVENT_STREAMS_PER_USER} streams per user. A comment is sent every ${EVENT_PING_EVERY_MS / 1000} s. The stream ends with the session.`,
      requestParams: {
        header: z.object({
          'Last-Event-ID': z
            .string()
            .describe('The id of the last event received before the connection was lost.')
            .meta({ example: '1f9c3b5f2e7d1a4b68-7' })
            .optional(),
        }),
      },
      responses: {
        200: {
          description: 'The stream. It ends with the session, or when the server stops: then reconnect.',
          headers: COUNTED,
          content: { 'text/event-stream': { schema: z.string() } },
        },
        ...errors(['not-signed-in', 'suspended', ...ANY, 'too-many-connections'], {
          thrown: { 'too-many-connections': tooManyStreams() },
        }),
      },
    },
  },
}
