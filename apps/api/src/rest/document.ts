import { errorSchema } from '@barkyard/domain/errors'
import { photoSchema } from '@barkyard/domain/photo'
import { signInSchema, signUpSchema, userSchema } from '@barkyard/domain/user'
import { generateOpenApiDocument } from 'trpc-openapi'
import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { appRouter } from '../trpc/root.ts'
import { endpoints } from './mount.ts'

type Document = ReturnType<typeof createDocument>
type Operation = { responses?: Record<string, unknown>; security?: unknown }

/** What can go wrong with any call, and with those that name a thing, change one, or send a file. */
const ERRORS = {
  400: 'The input is invalid; issues name each field',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'No such thing',
  409: 'The present state forbids it',
  413: 'Too large',
  415: 'Not a type that is taken here',
  429: 'Too many requests; Retry-After says when to come back (seconds)',
  503: 'The database cannot be reached; Retry-After says when to come back (seconds)',
} as const
type ErrorStatus = keyof typeof ERRORS

const error = (status: ErrorStatus) => ({
  description: ERRORS[status],
  content: { 'application/json': { schema: errorSchema } },
})
const errors = (...statuses: ErrorStatus[]) => Object.fromEntries(statuses.map(status => [status, error(status)]))
const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const redirect = { description: 'To the page that follows' }
const html = { description: 'A page', content: { 'text/html': { schema: z.string() } } }
const health = z.object({ status: z.enum(['ok', 'degraded', 'unavailable']) }).meta({ id: 'Health' })

const SECURITY = [{ cookie: [] }, { token: [] }]

/** The calls that are no procedures. */
const OTHERS: ZodOpenApiPathsObject = {
  '/login': {
    get: {
      operationId: 'login-page',
      tags: ['auth'],
      summary: 'The sign-in page',
      security: [],
      responses: { 200: html, 302: redirect },
    },
    post: {
      operationId: 'login',
      tags: ['auth'],
      summary: 'Sign in; the answer sets the cookie',
      security: [],
      requestBody: { required: true, content: json(signInSchema) },
      responses: {
        200: { description: 'Signed in', content: json(userSchema) },
        ...errors(400, 401, 403, 415, 429, 503),
      },
    },
  },
  '/signup': {
    post: {
      operationId: 'signup',
      tags: ['auth'],
      summary: 'Create an account; the answer sets the cookie',
      security: [],
      requestBody: { required: true, content: json(signUpSchema) },
      responses: {
        200: { description: 'Signed in', content: json(userSchema) },
        ...errors(400, 403, 409, 415, 429, 503),
      },
    },
  },
  '/logout': {
    get: { operationId: 'logout', tags: ['auth'], summary: 'Sign out', security: [], responses: { 302: redirect } },
  },
  '/photos': {
    post: {
      operationId: 'photos-upload',
      tags: ['photos'],
      summary: 'Add a photo to a dog',
      description: 'One file a request: JPEG, PNG or WebP, at most 8 MB and 50 megapixels, at most 6 photos a dog.',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z.object({ dogId: z.string(), photo: z.string().meta({ format: 'binary' }) }),
          },
        },
      },
      responses: {
        200: { description: 'The photo', content: json(photoSchema) },
        ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503),
      },
    },
  },
  '/health': {
    get: {
      operationId: 'health',
      tags: ['operation'],
      summary: 'Whether the app can do its work',
      security: [],
      responses: {
        200: { description: 'It can', content: json(health) },
        503: { description: 'It cannot', content: json(health) },
      },
    },
  },
  '/live': {
    get: {
      operationId: 'live',
      tags: ['operation'],
      summary: 'Whether the process runs',
      security: [],
      responses: { 200: { description: 'It runs', content: json(health) } },
    },
  },
}

/** The OpenAPI 3.1 document of everything under /api. */
export function openApiDocument(publicUrl: URL): Document {
  const procedures = generateOpenApiDocument(appRouter, {
    title: 'Barkyard',
    version: '1.0.0',
    baseUrl: new URL('/api', publicUrl).href,
  })
  const others = createDocument({ openapi: '3.1.0', info: { title: '', version: '' }, paths: OTHERS })
  for (const { method, path, isPage } of endpoints()) {
    const operation = (procedures.paths?.[path] as Record<string, Operation> | undefined)?.[method.toLowerCase()]
    if (operation) complete(operation, { method, isPage })
  }
  return {
    ...procedures,
    info: {
      title: 'Barkyard',
      version: '1.0.0',
      description:
        'Everything the web app does, for scripts. Sign in with `POST /login` (JSON) and keep the cookie, or send a personal access token as `Authorization: Bearer`. Times are ISO 8601 in UTC, distances kilometres, ids opaque strings.',
    },
    security: SECURITY,
    paths: { ...procedures.paths, ...others.paths },
    components: {
      schemas: {
        ...Object.fromEntries(
          Object.entries(procedures.components?.schemas ?? {}).filter(([name]) => !name.startsWith('error.')),
        ),
        ...others.components?.schemas,
      },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by POST /login and POST /signup' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token, made by POST /tokens' },
      },
    },
  } as Document
}

interface Success {
  description: string
  headers?: unknown
  content?: { 'application/json'?: { schema?: object } }
}

/** Over REST a page is its items. */
function itemsOf(content: Success['content']): object {
  const schema = content?.['application/json']?.schema as { properties?: { items?: object } } | undefined
  return schema?.properties?.items ?? {}
}

/** Tells the truth about an operation's errors and about answers that come in pages. */
function complete(operation: Operation, { method, isPage }: { method: string; isPage: boolean }): void {
  const isWrite = method !== 'GET'
  const statuses: ErrorStatus[] = [400, 401, 403, 404, 409, 429, 503]
  if (isWrite) statuses.push(413, 415)
  const success = operation.responses?.['200'] as Success | undefined
  if (!success) return
  success.description = 'Done'
  operation.security = SECURITY
  if (isPage) {
    success.content = { 'application/json': { schema: itemsOf(success.content) } }
    success.headers = {
      'X-Total-Count': {
        description: 'How many there are (sniffing stops counting at 1000)',
        schema: { type: 'integer' },
      },
      'X-Next-Cursor': { description: 'The cursor of the next page, where there is one', schema: { type: 'string' } },
    }
  }
  const schema = { $ref: '#/components/schemas/Error' }
  operation.responses = {
    200: success,
    ...Object.fromEntries(
      statuses
        .sort()
        .map(status => [status, { description: ERRORS[status], content: { 'application/json': { schema } } }]),
    ),
  }
}
