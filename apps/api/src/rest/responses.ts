import { errorSchema } from '@barkyard/domain/schemas/errors'
import type { z } from 'zod'
import { NOT_SIGNED_IN } from '../errors.ts'

/** What each status of an error means, unless a call says more. */
export const ERRORS = {
  400: {
    code: 'BAD_REQUEST',
    description: 'The input is invalid; issues name each field',
    message: 'Name is required',
  },
  401: {
    code: 'UNAUTHORIZED',
    description: 'Not signed in: no session, or a token that is none (whatever the cookie)',
    message: NOT_SIGNED_IN,
  },
  403: { code: 'FORBIDDEN', description: 'Not allowed', message: 'This is not your dog' },
  404: { code: 'NOT_FOUND', description: 'No such thing', message: 'Dog not found' },
  409: { code: 'CONFLICT', description: 'The present state forbids it', message: 'Choose an active dog first' },
  413: { code: 'PAYLOAD_TOO_LARGE', description: 'Too large', message: 'Request body is too large' },
  415: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'A content type that is not taken here',
    message: 'Unsupported Media Type',
  },
  429: {
    code: 'TOO_MANY_REQUESTS',
    description: 'Too many requests',
    message: 'Too many requests. Please try again in 12 s.',
  },
  500: { code: 'INTERNAL_SERVER_ERROR', description: 'A fault of the server', message: 'Something went wrong' },
  503: {
    code: 'SERVICE_UNAVAILABLE',
    description: 'The database cannot be reached',
    message: 'The database cannot be reached. Please try again in a moment.',
  },
} as const
export type ErrorStatus = keyof typeof ERRORS

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds after which to come back', schema: { type: 'integer' as const, minimum: 1 } },
}
const isErrorStatus = (status: number): status is ErrorStatus => status in ERRORS

function example(status: ErrorStatus) {
  const { message, code } = ERRORS[status]
  return { message, code, ...(status === 400 && { issues: [{ path: ['name'], message }] }) }
}

/** An error's answer; `schema` as zod or as a reference. `html`: told as a page to who sent a form. */
const errorResponse = <S>(status: ErrorStatus, schema: S, description: string, html?: object) => ({
  description,
  content: {
    'application/json': { schema, example: example(status) },
    ...(html && { 'text/html': html }),
  },
  ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
})

/** Errors by status, as zod-openapi takes them; a text says what the status means for this call. */
export const errors = (
  meanings: Partial<Record<ErrorStatus, string | true>>,
  html?: { schema: z.ZodType },
): Record<string, ReturnType<typeof errorResponse<typeof errorSchema>>> =>
  Object.fromEntries(
    byStatus(meanings).map(([status, description]) => [status, errorResponse(status, errorSchema, description, html)]),
  )

/** The same, with the schema named. */
export const namedErrors = (meanings: Partial<Record<ErrorStatus, string | true>>) =>
  Object.fromEntries(
    byStatus(meanings).map(([status, description]) => [
      status,
      errorResponse(status, { $ref: '#/components/schemas/Error' }, description),
    ]),
  )

function byStatus(meanings: Partial<Record<ErrorStatus, string | true>>): [ErrorStatus, string][] {
  return Object.entries(meanings)
    .map(([status, meaning]) => [Number(status), meaning] as const)
    .flatMap(([status, meaning]) =>
      isErrorStatus(status) ? [[status, meaning === true ? ERRORS[status].description : meaning]] : [],
    )
}

/** What may answer any call, and any write. */
export const ANY = { 429: true, 500: true, 503: true } as const
export const WRITE = {
  400: true,
  403: 'The request was sent by a page of another site',
  413: 'The body is larger than 64 KiB',
  415: 'Send application/json',
} as const
