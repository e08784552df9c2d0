import { PHOTO_MAX_BYTES, PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { photoSchema } from '@barkyard/domain/schemas/photo'
import { signInSchema, signUpSchema, userSchema } from '@barkyard/domain/schemas/user'
import { EVENT_PING_EVERY_MS, EVENT_STREAMS_PER_USER } from '@barkyard/domain/socket'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { notMultipart, photoMissing, severalPhotos } from '../http/read-upload.ts'
import { tooManyStreams } from '../realtime/event-stream.ts'
import { ANY, COUNTED, errors, headers, takes, WRITE } from './responses.ts'

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const form = (schema: z.ZodType) => ({ 'application/x-www-form-urlencoded': { schema } })
const page = { schema: z.string() }
const html = (description: string) => ({ description, headers: COUNTED, content: { 'text/html': page } })
const redirect = (description: string) => ({ description, headers: { ...COUNTED, ...headers('Location') } })
const healthSchema = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'unavailable'])
      .describe('degraded: only the bus between processes is down. unavailable: the database is down.'),
  })
  .meta({ id: 'Health', description: 'The state of the server.' })

/** The responses to a sign-in, for JSON and for a form. */
const signedIn = {
  200: {
    description: 'Signed in (JSON was sent).',
    headers: { ...COUNTED, ...headers('Set-Cookie') },
    content: json(userSchema),
  },
  303: { description: 'Signed in (a form was sent).', headers: { ...COUNTED, ...headers('Set-Cookie', 'Location') } },
}
const open = { tags: ['auth'], security: [] }
const operation = { tags: ['operation'], security: [] }
const withPage = { html: true }
const answered = (description: string, schema: z.ZodType) => ({
  description,
  headers: headers('X-Request-Id'),
  content: json(schema),
})

/** Calls that are not procedures. */
export const OTHER_CALLS: ZodOpenApiPathsObject = {
  '/login': {
    get: {
      ...open,
      operationId: 'showSignInPage',
      summary: 'The sign-in page, or a redirect to the OpenID provider',
      description: 'For browsers. Scripts sign in with `POST /login` or a token.',
      responses: {
        200: html('The page.'),
        302: redirect('Already signed in, or to the provider.'),
        ...errors(ANY, withPage),
      },
    },
    post: {
      ...open,
      operationId: 'signIn',
      summary: 'Sign in',
      description: 'Keep the cookie. With an OpenID provider the answer is 404.',
      requestBody: { required: true, content: { ...json(signInSchema), ...form(signInSchema) } },
      responses: {
        ...signedIn,
        ...errors([...ANY, 'invalid-input', ...WRITE, 'wrong-credentials', 'account-changed', 'password-not-found'], {
          ...withPage,
          ...takes(signInSchema),
        }),
      },
    },
  },
  '/login/demo/{role}': {
    post: {
      ...open,
      operationId: 'signInToDemo',
      summary: 'Try the demo without a password',
      description: 'Only if the demo is on.',
      requestParams: {
        path: z.object({
          role: z.enum(['owner', 'admin']).describe('The account to sign in to.').meta({ example: 'owner' }),
        }),
      },
      responses: {
        ...signedIn,
        ...errors([...ANY, ...WRITE, 'demo-off', 'password-not-found', 'address-not-found'], withPage),
      },
    },
  },
  '/signup': {
    post: {
      ...open,
      operationId: 'signUp',
      summary: 'Create an account and sign in',
      description: 'Keep the cookie. With an OpenID provider the answer is 404.',
      requestBody: { required: true, content: { ...json(signUpSchema), ...form(signUpSchema) } },
      responses: {
        ...signedIn,
        ...errors([...ANY, 'invalid-input', ...WRITE, 'password-not-found', 'email-taken'], {
          ...withPage,
          ...takes(signUpSchema),
        }),
      },
    },
  },
  '/logout': {
    get: {
      ...open,
      operationId: 'signOut',
      summary: 'End the session of the cookie',
      description:
        'Works without a session too. Browsers are redirected to `/`; with only `Accept: application/json` the answer is JSON. Personal access tokens stay valid: `DELETE /tokens/{id}` revokes one.',
      responses: {
        200: { description: 'Signed out (only JSON was accepted).', headers: COUNTED, content: json(doneSchema) },
        302: redirect('Signed out.'),
        ...errors(ANY),
      },
    },
  },
  '/callback': {
    get: {
      ...open,
      operationId: 'finishOpenidSignIn',
      summary: 'The callback of the OpenID provider',
      description: 'Only for browsers. With built-in accounts the answer is 404.',
      requestParams: {
        query: z.object({
          code: z.string().describe('The authorization code.').meta({ example: 'SplxlOBeZQQYbYS6WxSbIA' }).optional(),
          state: z
            .string()
            .describe('The state that was sent to the provider.')
            .meta({ example: 'af0ifjsldkj' })
            .optional(),
          iss: z.string().describe('The provider’s issuer.').meta({ example: 'https://id.example.com' }).optional(),
        }),
      },
      responses: {
        302: { ...redirect('Signed in.'), headers: { ...COUNTED, ...headers('Location', 'Set-Cookie') } },
        400: html('The user cancelled, or the provider’s answer is invalid.'),
        409: html('Another account has the e-mail, and the provider has not verified it.'),
        default: html('Any other error, as a page that says what to do.'),
        ...errors(['address-not-found']),
        ...errors(ANY, withPage),
      },
    },
  },
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
        200: { description: 'iCalendar (RFC 5545).', headers: COUNTED, content: { 'text/calendar': page } },
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
  '/health': {
    get: {
      ...operation,
      operationId: 'getHealth',
      summary: 'Whether the app is ready to serve requests',
      description: 'For load balancers: with 503, send no requests to this process.',
      responses: {
        200: answered('The app is ready.', healthSchema),
        503: {
          ...answered('The database cannot be reached.', healthSchema),
          headers: headers('X-Request-Id', 'Retry-After'),
        },
      },
    },
  },
  '/live': {
    get: {
      ...operation,
      operationId: 'getLiveness',
      summary: 'Whether the process is running',
      description: 'Does not check the database.',
      responses: { 200: answered('The process is running.', healthSchema) },
    },
  },
  '/openapi.json': {
    get: {
      ...operation,
      operationId: 'getOpenapiDocument',
      summary: 'This document',
      description: 'OpenAPI 3.1, for client generators.',
      responses: {
        200: answered('The document.', z.looseObject({ openapi: z.string().describe('The version of OpenAPI.') })),
      },
    },
  },
  '/asyncapi.json': {
    get: {
      ...operation,
      operationId: 'getAsyncapiDocument',
      summary: 'The socket and the event stream',
      description: 'AsyncAPI 3, frame by frame.',
      responses: {
        200: answered('The document.', z.looseObject({ asyncapi: z.string().describe('The version of AsyncAPI.') })),
      },
    },
  },
  '/docs': {
    get: {
      ...operation,
      operationId: 'showReference',
      summary: 'This document as a page',
      description: 'Guides, and every call with its shapes and examples. Needs no internet.',
      responses: { 200: { ...html('The page.'), headers: headers('X-Request-Id') } },
    },
  },
}
