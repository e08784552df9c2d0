import { isForeignKeyViolation, isTooSlow, isTransient, isUnreachable } from '@barkyard/db/open'
import { ERROR_STATUS, type ErrorCode, type ErrorReason } from '@barkyard/domain/errors'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { TRPCError } from '@trpc/server'
import type { FastifyError } from 'fastify'
import { ZodError } from 'zod'

/** The one error that is thrown on purpose: its message is for the person who reads it. */
export class AppError extends TRPCError {
  declare readonly code: ErrorCode
  /** Seconds after which trying again may help. */
  readonly retryAfter: number | undefined
  /** A stable word for the cause, for scripts: the message may change. */
  readonly reason: ErrorReason | undefined
  /** The fields that are invalid. */
  readonly issues: ErrorBody['issues']

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfter?: number; reason?: ErrorReason; issues?: NonNullable<ErrorBody['issues']> } = {},
  ) {
    super({ code, message })
    this.retryAfter = options.retryAfter
    this.reason = options.reason
    this.issues = options.issues
  }
}

/** What is answered wherever nobody is signed in. */
export const NOT_SIGNED_IN = 'Please log in'

export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} not found`)
export const forbidden = (message = 'You are not allowed to do this', reason?: ErrorReason) =>
  new AppError('FORBIDDEN', message, reason && { reason })
export const conflict = (message: string, reason?: ErrorReason) =>
  new AppError('CONFLICT', message, reason && { reason })
export const unknownCursor = () =>
  new AppError('BAD_REQUEST', 'This cursor is not known any more: start from the first page')

/** Input that the shape lets through and the moment forbids, told like any other invalid field. */
export const invalidField = (field: string, message: string) =>
  new AppError('BAD_REQUEST', message, { issues: [{ path: [field], message }] })

const TRY_AGAIN_SECONDS = 2

export const tooBusy = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The database is too busy. Please try again in a moment.', {
    retryAfter: TRY_AGAIN_SECONDS,
  })

/** Any thrown thing as one of ours; null = unknown, to be logged and told as "Something went wrong". */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof TRPCError) {
    // An answer of the wrong shape is our fault, not the caller's.
    if (isOwnFault(error)) return error.cause && !(error.cause instanceof ZodError) ? asAppError(error.cause) : null
    if (error.cause instanceof ZodError) return new AppError('BAD_REQUEST', describe(error.cause))
    return new AppError(isCode(error.code) ? error.code : 'BAD_REQUEST', error.message)
  }
  if (error instanceof ZodError) return new AppError('BAD_REQUEST', describe(error))
  if (isUnreachable(error)) {
    return new AppError('SERVICE_UNAVAILABLE', 'The database cannot be reached. Please try again in a moment.', {
      retryAfter: TRY_AGAIN_SECONDS,
    })
  }
  if (isTooSlow(error) || isTransient(error)) return tooBusy()
  if (isForeignKeyViolation(error)) return wentAway(error)
  if (isHttpError(error)) {
    const code = codeOfStatus(error.statusCode) ?? (error.statusCode < 500 ? 'BAD_REQUEST' : undefined)
    return code && code !== 'INTERNAL_SERVER_ERROR' ? new AppError(code, error.message) : null
  }
  return null
}

/** What a new row names was deleted at that very moment: the caller, or a dog or match of the call. */
const wentAway = (error: unknown) =>
  error instanceof Error && 'constraint' in error && /_user_id_fkey$/.test(String(error.constraint))
    ? new AppError('UNAUTHORIZED', NOT_SIGNED_IN)
    : new AppError('NOT_FOUND', 'This was deleted just now')

const isOwnFault = (error: TRPCError) => error.code === 'INTERNAL_SERVER_ERROR'
const isCode = (code: string): code is ErrorCode => code in ERROR_STATUS
const codeOfStatus = (status: number) =>
  Object.keys(ERROR_STATUS)
    .filter(isCode)
    .find(code => ERROR_STATUS[code] === status)
const isHttpError = (error: unknown): error is FastifyError & { statusCode: number } =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'

/** What is answered for an error: its body and status. */
export function errorAnswer(error: unknown): { status: number; body: ErrorBody; retryAfter: number | undefined } {
  const known = asAppError(error)
  const code = known?.code ?? 'INTERNAL_SERVER_ERROR'
  const issues = issuesOf(error)
  return {
    status: ERROR_STATUS[code],
    body: {
      message: known?.message ?? 'Something went wrong',
      code,
      ...(known?.reason && { reason: known.reason }),
      ...(issues && { issues }),
    },
    retryAfter: known?.retryAfter,
  }
}

/** A list of ten thousand faults must not make an answer of megabytes. */
const ISSUES_TOLD = 100

/** Names each invalid field, where the input was invalid. */
export function issuesOf(error: unknown): ErrorBody['issues'] {
  if (error instanceof AppError) return error.issues
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
      issue.path.length > 0 && /^(Invalid|Too (small|big)|Unrecognized)/.test(issue.message)
        ? `${issue.path.join('.')}: ${issue.message}`
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
