import { photoSchema } from '@barkyard/domain/schemas/photo'
import { signInSchema, signUpSchema, userSchema } from '@barkyard/domain/schemas/user'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { ANY, errors, WRITE } from './responses.ts'

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const form = (schema: z.ZodType) => ({ 'application/x-www-form-urlencoded': { schema } })
const page = { schema: z.string() }
const html = (description: string) => ({ description, content: { 'text/html': page } })
const redirect = (description: string) => ({
  description,
  headers: { Location: { description: 'The page that follows', schema: { type: 'string' as const } } },
})
const health = z.object({ status: z.enum(['ok', 'degraded', 'unavailable']) }).meta({ id: 'Health' })

const COOKIE = {
  'Set-Cookie': {
    description: 'session=…; HttpOnly; SameSite=Lax; 30 days from the last use',
    schema: { type: 'string' as const },
  },
}
const CLOSED = 'Accounts are kept by an OpenID provider: sign in at GET /login with a browser'
/** What a sign-in answers, to JSON and to a form. */
const signedIn = {
  200: { description: 'Signed in (JSON was sent)', headers: COOKIE, content: json(userSchema) },
  303: { ...redirect('Signed in (a form was sent)'), headers: { ...redirect('').headers, ...COOKIE } },
}
const open = { tags: ['auth'], security: [] }
const operation = { tags: ['operation'], security: [] }

/** The calls that are no procedures. */
export const OTHER_CALLS: ZodOpenApiPathsObject = {
  '/login': {
    get: {
      ...open,
      operationId: 'login-page',
      summary: 'The sign-in page, or the way to the OpenID provider',
      responses: {
        200: html('The page'),
        302: redirect('Signed in already, or on to the provider'),
        ...errors({ 429: true, 500: true, 503: 'The database or the provider cannot be reached' }, page),
      },
    },
    post: {
      ...open,
      operationId: 'login',
      summary: 'Sign in',
      requestBody: { required: true, content: { ...json(signInSchema), ...form(signInSchema) } },
      responses: {
        ...signedIn,
        ...errors({ ...ANY, ...WRITE, 401: 'Wrong e-mail or password', 404: CLOSED }, page),
      },
    },
  },
  '/login/demo/{role}': {
    post: {
      ...open,
      operationId: 'login-demo',
      summary: 'Try the demo without a password',
      requestParams: { path: z.object({ role: z.enum(['owner', 'admin']) }) },
      responses: { ...signedIn, ...errors({ ...ANY, ...WRITE, 404: 'The demo is off' }, page) },
    },
  },
  '/signup': {
    post: {
      ...open,
      operationId: 'signup',
      summary: 'Create an account and sign in',
      requestBody: { required: true, content: { ...json(signUpSchema), ...form(signUpSchema) } },
      responses: {
        ...signedIn,
        ...errors({ ...ANY, ...WRITE, 404: CLOSED, 409: 'You already have an account. Log in' }, page),
      },
    },
  },
  '/logout': {
    get: {
      ...open,
      operationId: 'logout',
      summary: 'End the session of the cookie',
      description: 'Personal access tokens stay: DELETE /tokens/{id} revokes one.',
      responses: { 302: redirect('To /, signed in or not'), ...errors(ANY) },
    },
  },
  '/callback': {
    get: {
      ...open,
      operationId: 'callback',
      summary: 'Where the OpenID provider sends the browser back to',
      requestParams: {
        query: z.object({ code: z.string().optional(), state: z.string().optional(), iss: z.string().optional() }),
      },
      responses: {
        302: { ...redirect('Signed in'), headers: { ...redirect('').headers, ...COOKIE } },
        400: html('Cancelled, or the answer of the provider does not hold'),
        404: errors({ 404: 'Accounts are built in here' })[404] ?? html(''),
        409: html('Another account has the e-mail, which the provider does not vouch for'),
        ...errors({ 429: true, 500: true, 503: 'The database or the provider cannot be reached' }, page),
      },
    },
  },
  '/photos': {
    post: {
      operationId: 'photos-upload',
      tags: ['photos'],
      summary: 'Add a photo to a dog',
      description: 'One file a request, fields in either order; at most 6 photos a dog. The bytes decide the type.',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z.object({
              dogId: z.string().meta({ description: 'The dog’s id' }),
              photo: z.string().meta({ format: 'binary', description: 'JPEG, PNG or WebP, at most 8 MB' }),
            }),
            encoding: { photo: { contentType: 'image/jpeg, image/png, image/webp' } },
          },
        },
      },
      responses: {
        200: { description: 'The photo', content: json(photoSchema) },
        ...errors({
          ...{ ...ANY, 400: 'A field is missing, or the upload is malformed', 401: true, 404: 'No such dog' },
          ...{ 403: 'This is not your dog, or the request was sent by a page of another site' },
          ...{ 409: 'The dog has 6 photos', 413: 'Over 8 MB or 50 megapixels' },
          415: 'Not multipart/form-data, or not a JPEG, PNG or WebP that can be read',
        }),
      },
    },
  },
  '/playdates/{id}/ics': {
    get: {
      operationId: 'playdates-ics',
      tags: ['calendar'],
      summary: 'A playdate as a calendar file',
      description: 'Of either side. A proposal is tentative, one that was declined or cancelled is cancelled.',
      requestParams: { path: z.object({ id: z.string().meta({ description: 'The playdate’s id' }) }) },
      responses: {
        200: { description: 'iCalendar (RFC 5545)', content: { 'text/calendar': page } },
        ...errors({
          ...ANY,
          401: true,
          404: 'Your dog has no such playdate',
          409: 'You have no active dog: POST /active-dog first',
        }),
      },
    },
  },
  '/admin/reports/{id}/photos/{photoId}': {
    get: {
      operationId: 'admin-reportPhoto',
      tags: ['admin'],
      summary: 'A photo that a report keeps, whether or not its owner has deleted it',
      requestParams: {
        path: z.object({
          id: z.string().meta({ description: 'The id of the report' }),
          photoId: z.string().meta({ description: 'The id of the photo' }),
        }),
      },
      responses: {
        200: {
          description: 'The photo; no cache keeps it',
          content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } },
        },
        ...errors({ ...ANY, 401: true, 403: 'You are no admin', 404: 'The report keeps no such photo' }),
      },
    },
  },
  '/health': {
    get: {
      ...operation,
      operationId: 'health',
      summary: 'Whether the app can do its work',
      responses: {
        200: { description: 'It can; degraded while only the bus between processes is away', content: json(health) },
        503: { description: 'It cannot: the database is away', content: json(health) },
      },
    },
  },
  '/live': {
    get: {
      ...operation,
      operationId: 'live',
      summary: 'Whether the process runs',
      responses: { 200: { description: 'It does', content: json(health) } },
    },
  },
  '/openapi.json': {
    get: {
      ...operation,
      operationId: 'document',
      summary: 'This document',
      responses: {
        200: {
          description: 'OpenAPI 3.1',
          content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
        },
      },
    },
  },
  '/docs': {
    get: {
      ...operation,
      operationId: 'reference',
      summary: 'This document as a page that tries its calls',
      responses: { 200: html('The page') },
    },
  },
}
