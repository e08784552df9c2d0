import { isForeignKeyViolation, isTooSlow, isTransient, isUnreachable } from '@barkyard/db/open'
import {
  ERROR_STATUS,
  type ErrorCode,
  type ErrorReason,
  type Missing,
  REFUSALS,
  SUSPENDED,
} from '@barkyard/domain/errors'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyError } from 'fastify'
import { ZodError } from 'zod'

interface Particulars {
  /** In place of the general words of this refusal. */
  message?: string
  /** Seconds after which trying again may help. */
  retryAfter?: number
  /** The invalid field of the input; absent: the input as a whole. */
  path?: string
  /** Of a refusal because the account is suspended. */
  suspension?: { until: Date | null }
}

/** The one error that is thrown on purpose: its message is for the person who reads it, its reason for scripts. */
export class AppError extends TRPCError {
  declare readonly code: ErrorCode
  readonly reason: ErrorReason
  readonly retryAfter: number | undefined
  /** Names the invalid field, with status 400. */
  readonly issues: ErrorBody['issues']
  /** Of a refusal because the account is suspended. */
  readonly suspension: { until: Date | null } | undefined

  /** @param reason a line of `REFUSALS`, which says the status and the message. */
  constructor(reason: ErrorReason, { message, retryAfter, path, suspension }: Particulars = {}) {
    const refusal = REFUSALS[reason]
    const text = message ?? refusal.message
    super({ code: refusal.code, message: text })
    this.reason = reason
    this.retryAfter = retryAfter
    this.suspension = suspension
    this.issues =
      refusal.code === 'BAD_REQUEST' ? [{ path: path === undefined ? [] : [path], message: text }] : undefined
  }
}

/** "Dog not found". What can be missing is a line `…-not-found` of `REFUSALS`. */
export const notFound = (what: Missing) => new AppError(`${what.toLowerCase() as Lowercase<Missing>}-not-found`)
export const unknownCursor = () => new AppError('unknown-cursor', { path: 'cursor' })

const TRY_AGAIN_SECONDS = 2

export const tooBusy = () =>
  new AppError('too-busy', {
    message: 'The database is too busy. Please try again in a moment.',
    retryAfter: TRY_AGAIN_SECONDS,
  })

/** What libraries refuse, by the status that they refuse it with. Their own words stay inside. */
const REFUSED_BY_LIBRARIES: Partial<Record<number, ErrorReason>> = {
  401: 'not-signed-in',
  404: 'address-not-found',
  405: 'wrong-method',
  413: 'body-too-large',
  415: 'wrong-content-type',
  429: 'too-many-requests',
  503: 'too-busy',
}

/** Any thrown thing as one of ours; null = unknown, to be logged and told as "Something went wrong". */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof TRPCError) {
    // An answer of the wrong shape is our fault, not the caller's.
    if (isOwnFault(error)) return error.cause && !(error.cause instanceof ZodError) ? asAppError(error.cause) : null
    if (error.cause instanceof ZodError) return new AppError('invalid-input', { message: describe(error.cause) })
    return refusedWith(getHTTPStatusCodeFromError(error))
  }
  if (error instanceof ZodError) return new AppError('invalid-input', { message: describe(error) })
  if (isUnreachable(error)) return new AppError('database-away', { retryAfter: TRY_AGAIN_SECONDS })
  if (isTooSlow(error) || isTransient(error)) return tooBusy()
  if (isForeignKeyViolation(error)) return wentAway(error)
  if (!isHttpError(error)) return null
  if (error.code.includes('JSON')) return new AppError('malformed-json')
  return error.statusCode < 500 || error.statusCode === 503 ? refusedWith(error.statusCode) : null
}

const refusedWith = (status: number) => new AppError(REFUSED_BY_LIBRARIES[status] ?? 'malformed-request')

/** What a new row names was deleted at that very moment: the caller, or a dog or match of the call. */
const wentAway = (error: unknown) =>
  error instanceof Error && 'constraint' in error && /_user_id_fkey$/.test(String(error.constraint))
    ? new AppError('not-signed-in')
    : new AppError('deleted-meanwhile')

const isOwnFault = (error: TRPCError) => error.code === 'INTERNAL_SERVER_ERROR'
const isHttpError = (error: unknown): error is FastifyError & { statusCode: number } =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && 'code' in error

/** What is answered for an error: its body and status. */
export function errorAnswer(error: unknown): { status: number; body: ErrorBody; retryAfter: number | undefined } {
  const known = asAppError(error) ?? new AppError('server-fault')
  const { message, reason, suspension, retryAfter } = known
  const issues = issuesOf(error) ?? known.issues
  return {
    status: ERROR_STATUS[known.code],
    body: {
      ...{ message, code: suspension ? SUSPENDED : known.code, reason },
      ...(suspension && { until: suspension.until?.toISOString() ?? null }),
      ...(issues && { issues }),
    },
    retryAfter,
  }
}

/** A list of ten thousand faults must not make an answer of megabytes. */
const ISSUES_TOLD = 100

/** Names each invalid field, where the input was invalid. */
export function issuesOf(error: unknown): ErrorBody['issues'] {
  const zod =
    error instanceof ZodError
      ? error
      : error instanceof TRPCError && !isOwnFault(error) && error.cause instanceof ZodError
        ? error.cause
        : null
  return zod?.issues.slice(0, ISSUES_TOLD).map(issue => ({
    path: issue.path.map(key => (typeof key === 'number' ? key : String(key))),
    message: issue.message,
  }))
}

/** The first faults of an input in words: a message of our own as it is, one of the library's with the field's name. */
const describe = (error: ZodError) =>
  error.issues
    .slice(0, 3)
    .map(issue =>
      issue.path.length > 0 && issue.message.startsWith('Must ')
        ? `${issue.path.join('.')} m${issue.message.slice(1)}`
        : issue.message,
    )
    .join('; ')

/**
 * An address as it may be logged: no query, and of its parts those that are words or ids, because anybody can put
 * anything there. Nothing of a calendar's address: it opens the calendar.
 */
export const redactPath = (url: string | undefined): string =>
  (url?.split('?')[0] ?? '')
    .replace(/(calendar\/).*/i, '$1…')
    .split('/')
    .map(part => (/^([a-z][a-z.,-]{0,200}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i.test(part) ? part : '…'))
    .join('/')

/** An error as it may be logged: PostgreSQL's detail quotes values, so only its name, code and place are kept. */
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
