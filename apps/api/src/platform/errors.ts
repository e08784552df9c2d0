import { isForeignKeyViolation, isTooSlow, isTransient, isUnreachable } from '@barkyard/db/open'
import {
  ERROR_STATUS,
  type ErrorCode,
  type ErrorReason,
  isErrorReason,
  REFUSALS,
  type Refusal,
  SUSPENDED,
} from '@barkyard/domain/errors'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyError } from 'fastify'
import { ZodError } from 'zod'

interface Particulars {
  code?: ErrorCode
  message?: string
  /** Seconds after which trying again may help. */
  retryAfter?: number
  /** The invalid field of the input, or several. Default: that of this refusal, or the input as a whole. */
  path?: string | readonly string[]
  suspension?: { until: Date | null }
}

/** An expected refusal. The message is for people, the reason for scripts. */
export class AppError extends TRPCError {
  declare readonly code: ErrorCode
  readonly reason: ErrorReason
  readonly retryAfter: number | undefined
  readonly issues: ErrorBody['issues']
  readonly suspension: { until: Date | null } | undefined

  /** @param reason a key of `REFUSALS`, which holds the status and the message. */
  constructor(reason: ErrorReason, { code, message, retryAfter, path, suspension }: Particulars = {}) {
    const refusal: Refusal = REFUSALS[reason]
    const text = message ?? refusal.message
    const fields = [path ?? refusal.path ?? []].flat()
    super({ code: code ?? refusal.code, message: text })
    this.reason = reason
    this.retryAfter = retryAfter
    this.suspension = suspension
    const paths = fields.length > 0 ? fields.map(field => [field]) : [[]]
    this.issues = refusal.code === 'BAD_REQUEST' ? paths.map(one => ({ path: one, message: text })) : undefined
  }
}

/** The result of a query that may refuse. @throws AppError in the words of `REFUSALS`, or in those of `particulars` */
export function unwrapOrThrow<T>(outcome: T, particulars: Partial<Record<ErrorReason, Particulars>> = {}): Granted<T> {
  if (isErrorReason(outcome)) throw new AppError(outcome, particulars[outcome])
  return outcome as Granted<T>
}

export function foundOrThrow<T>(found: T | null | undefined, reason: ErrorReason): T {
  if (found === null || found === undefined) throw new AppError(reason)
  return found
}

type Granted<T> = T extends ErrorReason ? never : T

const TRY_AGAIN_SECONDS = 2

export const tooBusy = () =>
  new AppError('too-busy', {
    message: 'The database is too busy. Please try again in a moment.',
    retryAfter: TRY_AGAIN_SECONDS,
  })

/** Refusals by libraries, by status. Their own messages are not shown. */
const REFUSED_BY_LIBRARIES: Partial<Record<number, ErrorReason>> = {
  401: 'not-signed-in',
  404: 'address-not-found',
  405: 'wrong-method',
  413: 'body-too-large',
  415: 'wrong-content-type',
  429: 'too-many-requests',
  503: 'too-busy',
}

/** Converts anything thrown to an AppError; null = unknown: it is logged and answered with "Something went wrong". */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof TRPCError) {
    // An output that does not match its schema is a bug here, not the caller's mistake.
    if (isOwnFault(error)) return error.cause && !(error.cause instanceof ZodError) ? asAppError(error.cause) : null
    if (error.cause instanceof ZodError) return new AppError('invalid-input', { message: describe(error.cause) })
    if (error.cause instanceof SyntaxError) return new AppError('malformed-json')
    return refusedWith(getHTTPStatusCodeFromError(error))
  }
  if (error instanceof ZodError) return new AppError('invalid-input', { message: describe(error) })
  if (isUnreachable(error)) return new AppError('database-away', { retryAfter: TRY_AGAIN_SECONDS })
  if (isTooSlow(error) || isTransient(error)) return tooBusy()
  if (isForeignKeyViolation(error)) return deletedMeanwhile(error)
  if (!isHttpError(error)) return null
  if (error.code.includes('JSON')) return new AppError('malformed-json')
  return error.statusCode < 500 || error.statusCode === 503 ? refusedWith(error.statusCode) : null
}

const refusedWith = (status: number) => new AppError(REFUSED_BY_LIBRARIES[status] ?? 'malformed-request')

/** A foreign key failed: the caller, or a dog or match that the call names, was deleted at the same moment. */
const deletedMeanwhile = (error: unknown) =>
  error instanceof Error && 'constraint' in error && /_user_id_fkey$/.test(String(error.constraint))
    ? new AppError('not-signed-in')
    : new AppError('deleted-meanwhile')

const isOwnFault = (error: TRPCError) => error.code === 'INTERNAL_SERVER_ERROR'
const isHttpError = (error: unknown): error is FastifyError & { statusCode: number } =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && 'code' in error

const CHALLENGES: Partial<Record<ErrorReason, string>> = {
  'not-signed-in': 'Bearer',
  'token-unknown': 'Bearer error="invalid_token", error_description="The token is unknown, or was revoked"',
  'token-expired': 'Bearer error="invalid_token", error_description="The token has expired"',
  scope: 'Bearer error="insufficient_scope"',
}

/** The answer to an error. */
export function errorAnswer(error: unknown): { status: number; headers: Record<string, string>; body: ErrorBody } {
  const known = asAppError(error) ?? new AppError('server-fault')
  const { message, reason, suspension, retryAfter } = known
  const issues = issuesOf(error) ?? known.issues
  return {
    status: ERROR_STATUS[known.code],
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(CHALLENGES[reason] && { 'www-authenticate': CHALLENGES[reason] }),
    },
    body: {
      message,
      code: suspension ? SUSPENDED : known.code,
      reason,
      ...(suspension && { until: suspension.until?.toISOString() ?? null }),
      ...(issues && { issues }),
    },
  }
}

/** Input with ten thousand mistakes must not make an answer of megabytes. */
const ISSUES_MAX = 100

/** The invalid fields, if the error is about invalid input. Two rules of a field may have one message: it stands once. */
export function issuesOf(error: unknown): ErrorBody['issues'] {
  const zod =
    error instanceof ZodError
      ? error
      : error instanceof TRPCError && !isOwnFault(error) && error.cause instanceof ZodError
        ? error.cause
        : undefined
  return zod && [...new Map(fieldsOf(zod).map(one => [JSON.stringify(one), one])).values()].slice(0, ISSUES_MAX)
}

/** What is wrong with each field. The library has one issue for all unknown fields, which names none of them in its path. */
const fieldsOf = ({ issues }: ZodError): { path: (string | number)[]; message: string }[] =>
  issues.flatMap(issue => {
    const path = issue.path.map(key => (typeof key === 'number' ? key : String(key)))
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => ({ path: [...path, key], message: issue.message }))
      : [{ path, message: issue.message }]
  })

/** Describes the first invalid fields. Our own messages stay as they are; the library's get the field's name in front. */
const describe = (error: ZodError) => {
  const messages = fieldsOf(error).map(issue =>
    issue.path.length > 0 && /^(Must|Is|Has) /.test(issue.message)
      ? `${issue.path.join('.')} ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`
      : issue.message,
  )
  return [...new Set(messages)].slice(0, 3).join('; ')
}

/**
 * The part of an address that may be logged: no query, and only path segments that are words or ids, because callers
 * can send anything. The addresses of calendars and posters are secrets, so none of them is logged.
 */
export const redactPath = (url: string | undefined): string =>
  (url?.split('?')[0] ?? '')
    .replace(/(calendar\/|lost\/p\/).*/i, '$1…')
    .split('/')
    .map(part => (/^([a-z][a-z.,-]{0,200}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i.test(part) ? part : '…'))
    .join('/')

/** The part of an error that may be logged. PostgreSQL's detail quotes values, so only name, code and position are kept. */
export function redactError(error: unknown): Record<string, unknown> {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error
  if (!(cause instanceof Error)) return { type: typeof cause }
  const isDatabase = 'severity' in cause && 'code' in cause
  const kept = isDatabase ? ['code', 'severity', 'schema', 'table', 'constraint', 'routine'] : ['code']
  return {
    type: cause.name,
    message: isDatabase ? 'database error' : cause.message,
    ...Object.fromEntries(Object.entries(cause).filter(([key, value]) => kept.includes(key) && value !== undefined)),
    stack: cause.stack?.split('\n').slice(1).join('\n'),
  }
}
