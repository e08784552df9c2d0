import { PHOTO_MAX_BYTES, PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { photoSchema } from '@barkyard/domain/schemas/photo'
import { EVENT_PING_EVERY_MS, EVENT_STREAMS_PER_USER } from '@barkyard/domain/socket'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { notMultipart, photoMissing, severalPhotos } from '../http/read-upload.ts'
import { tooManyStreams } from '../realtime/event-stream.ts'
import { json, text } from './contents.ts'
import { ANY, COUNTED, errors } from './responses.ts'

/** Calls with files and streams, which are not procedures. */
export const OTHER_CALLS: ZodOpenApiPathsObject = {
  '/photos': {
    post: {
      operationId: 'addPhoto',
      tags: ['photos'],
      summary: 'Add a photo to a dog',
      description: `One file per request, with the fields in either order. At most ${PHOTOS_PER_DOG} photos per dog. The type is detected from the content, not from the name.`,
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z
              .object({
                dogId: z.string().meta({ description: 'The id of the dog.' }),
                photo: z.string().meta({
                  format: 'binary',
                  description: `JPEG, PNG or WebP, at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB and 50 megapixels.`,
                }),
              })
              .meta({ id: 'NewPhoto', description: 'A photo to add.' }),
            encoding: { photo: { contentType: 'image/jpeg, image/png, image/webp' } },
          },
        },
      },
      responses: {
        200: { description: 'The photo.', headers: COUNTED, content: json(photoSchema) },
        ...errors(
          [
            ...(['invalid-input', 'malformed-upload', 'malformed-request', 'not-signed-in', 'foreign-site'] as const),
            ...(['suspended', 'not-your-dog', 'body-too-large', 'dog-not-found', 'photos-full'] as const),
            ...(['photo-too-large', 'too-many-pixels', 'wrong-content-type', 'not-a-photo'] as const),
            ...(['too-many-uploads', 'photos-away', ...ANY] as const),
          ],
          {
            thrown: {
              'invalid-input': photoMissing(),
              'malformed-upload': severalPhotos(),
              'wrong-content-type': notMultipart(),
            },
          },
        ),
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
  '/admin/reports/{id}/photos/{photoId}': {
    get: {
      operationId: 'getReportPhoto',
      tags: ['admin'],
      summary: 'A photo that a report keeps',
      description: 'Available even after its owner has deleted it.',
      requestParams: {
        path: z.object({
          id: z.string().describe('The id of the report.'),
          photoId: z.string().describe('The id of the photo.'),
        }),
      },
      responses: {
        200: {
          description: 'The photo. It must not be cached.',
          headers: COUNTED,
          content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } },
        },
        ...errors(['not-signed-in', 'suspended', 'not-admin', 'photo-not-found', 'photos-away', ...ANY]),
      },
    },
  },
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
