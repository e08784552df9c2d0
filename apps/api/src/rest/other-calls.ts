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
      .describe('degraded: only the bus between processes is away. unavailable: the database is.'),
  })
  .meta({ id: 'Health', description: 'How the server is.' })

/** What a sign-in answers, to JSON and to a form. */
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

/** The calls that are no procedures. */
export const OTHER_CALLS: ZodOpenApiPathsObject = {
  '/login': {
    get: {
      ...open,
      operationId: 'showSignInPage',
      summary: 'The sign-in page, or the way to the OpenID provider',
      description: 'For browsers. Scripts sign in with `POST /login` or a token.',
      responses: {
        200: html('The page.'),
        302: redirect('Signed in already, or on to the provider.'),
        ...errors(ANY, withPage),
      },
    },
    post: {
      ...open,
      operationId: 'signIn',
      summary: 'Sign in',
      description: 'Keep the cookie. Where an OpenID provider keeps the accounts this is 404.',
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
      description: 'Only where the demo is on.',
      requestParams: {
        path: z.object({ role: z.enum(['owner', 'admin']).describe('As whom.').meta({ example: 'owner' }) }),
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
      description: 'Keep the cookie. Where an OpenID provider keeps the accounts this is 404.',
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
        'Signed in or not. Browsers are sent to `/`; with `Accept: application/json` alone the answer is JSON. Personal access tokens stay: `DELETE /tokens/{id}` revokes one.',
      responses: {
        200: { description: 'Signed out (JSON alone was asked for).', headers: COUNTED, content: json(doneSchema) },
        302: redirect('Signed out.'),
        ...errors(ANY),
      },
    },
  },
  '/callback': {
    get: {
      ...open,
      operationId: 'finishOpenidSignIn',
      summary: 'Where the OpenID provider sends the browser back to',
      description: 'For browsers alone. Where accounts are built in this is 404.',
      requestParams: {
        query: z.object({
          code: z.string().describe('What the provider gave.').meta({ example: 'SplxlOBeZQQYbYS6WxSbIA' }).optional(),
          state: z.string().describe('What was handed to the provider.').meta({ example: 'af0ifjsldkj' }).optional(),
          iss: z.string().describe('Who the provider is.').meta({ example: 'https://id.example.com' }).optional(),
        }),
      },
      responses: {
        302: { ...redirect('Signed in.'), headers: { ...COUNTED, ...headers('Location', 'Set-Cookie') } },
        400: html('Cancelled, or the answer of the provider does not hold.'),
        409: html('Another account has the e-mail, which the provider does not vouch for.'),
        default: html('Any other fault, as a page that says what to do.'),
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
      description: `One file a request, fields in either order; at most ${PHOTOS_PER_DOG} photos a dog. The bytes decide the type, not the name.`,
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
      description: 'Of either side. A proposal is tentative, one that was declined or cancelled is cancelled.',
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
      description: 'Whether or not its owner has deleted it.',
      requestParams: {
        path: z.object({
          id: z.string().describe('The id of the report.'),
          photoId: z.string().describe('The id of the photo.'),
        }),
      },
      responses: {
        200: {
          description: 'The photo. No cache keeps it.',
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
      summary: 'What happens to your dogs, as it happens',
      description: `An event stream (server-sent events): the name of an event is its type, its data the event. \`/asyncapi.json\` describes each. Events are not kept: come back after a loss with \`Last-Event-ID\`, and one \`refresh\` says where something was, or may have been, missed: read again then what you keep. At most ${EVENT_STREAMS_PER_USER} at once a user; a comment comes every ${EVENT_PING_EVERY_MS / 1000} s; it ends with the session.`,
      requestParams: {
        header: z.object({
          'Last-Event-ID': z
            .string()
            .describe('The id of the last event heard, after a loss.')
            .meta({ example: '1f9c3b5f2e7d1a4b68-7' })
            .optional(),
        }),
      },
      responses: {
        200: {
          description: 'The stream. It ends with the session, or when the server stops: come back then.',
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
      summary: 'Whether the app can do its work',
      description: 'For balancers: 503 = send nobody here.',
      responses: {
        200: answered('It can.', healthSchema),
        503: {
          ...answered('It cannot: the database is away.', healthSchema),
          headers: headers('X-Request-Id', 'Retry-After'),
        },
      },
    },
  },
  '/live': {
    get: {
      ...operation,
      operationId: 'getLiveness',
      summary: 'Whether the process runs',
      description: 'Says nothing of the database.',
      responses: { 200: answered('It does.', healthSchema) },
    },
  },
  '/openapi.json': {
    get: {
      ...operation,
      operationId: 'getOpenapiDocument',
      summary: 'This document',
      description: 'OpenAPI 3.1, for generators of clients.',
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
