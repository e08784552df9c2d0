import type { ErrorReason } from '@barkyard/domain/errors'
import { TRPCClientError } from '@trpc/client'

/** A refusal of a call outside tRPC (photo upload, export). */
export class ServerError extends Error {
  readonly status: number
  readonly reason: ErrorReason | null

  /** Whether the server worded it. A proxy's page is nothing that people can read. */
  readonly isForPeople: boolean

  constructor(status: number, message: string, reason: ErrorReason | null = null, isForPeople = true) {
    super(message)
    this.name = 'ServerError'
    this.status = status
    this.reason = reason
    this.isForPeople = isForPeople
  }
}

/** A newer server may send an unknown reason, which then equals none of the known ones. */
const knownReason = (reason: unknown) => (typeof reason === 'string' ? (reason as ErrorReason) : null)

// Without the schema, because this code is in every page's first download and zod is not.
function fieldsOf(body: string): { message?: unknown; reason?: unknown } {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}

/** A failed answer as a ServerError. @param body the answer's text, JSON or not. */
export function serverErrorOf(status: number, body: string, statusText: string): ServerError {
  const { message, reason } = fieldsOf(body)
  return typeof message === 'string'
    ? new ServerError(status, message, knownReason(reason))
    : new ServerError(status, `${status}: ${body || statusText}`, knownReason(reason), false)
}

/** The reason for which the server refused a call; null if there is none. */
export function errorReason(error: unknown): ErrorReason | null {
  if (error instanceof ServerError) return error.reason
  return error instanceof TRPCClientError ? knownReason(error.data?.reason) : null
}

/** The server's message about a failed call, or null if there is none (no connection, a proxy's error page). */
export function serverMessage(error: unknown): string | null {
  if (error instanceof ServerError) return (error.isForPeople && error.message) || null
  if (error instanceof TRPCClientError && error.data) return error.message || null
  return null
}

/** Why something cannot be shown, and what to do: in the server's words, where it has some. Without an error: no connection. */
export function failureText(error: unknown): string {
  const isUnanswered = error instanceof TRPCClientError && !error.data && !error.meta?.response
  if (!error || isUnanswered) return 'Check your connection, then try again.'
  const message = errorReason(error) === 'server-fault' ? null : serverMessage(error)
  return message ?? 'This is our fault. Please try again in a moment.'
}
