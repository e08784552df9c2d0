import type { ErrorReason } from '@barkyard/domain/errors'
import { TRPCClientError } from '@trpc/client'

/** A refusal of the server that came outside tRPC (photo upload, export). `message` is for people. */
export class ServerError extends Error {
  readonly status: number
  readonly reason: ErrorReason | null

  constructor(status: number, message: string, reason: ErrorReason | null = null) {
    super(message)
    this.name = 'ServerError'
    this.status = status
    this.reason = reason
  }
}

// By hand rather than by the schema: this is in every page's first download, and zod need not be.
function fieldIn(body: string, name: 'message' | 'reason'): string | null {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return null
    const value = (parsed as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** A newer server may say a word that no page knows: then no page compares with it. */
const knownReason = (reason: unknown) => (typeof reason === 'string' ? (reason as ErrorReason) : null)

/** A failed answer as a ServerError. @param body the answer's text, JSON or not. */
export function serverErrorOf(status: number, body: string, statusText: string): ServerError {
  const message = fieldIn(body, 'message') ?? `${status}: ${body || statusText}`
  return new ServerError(status, message, knownReason(fieldIn(body, 'reason')))
}

/** Why the server refused a call, where a page may want to tell causes apart. */
export function errorReason(error: unknown): ErrorReason | null {
  if (error instanceof ServerError) return error.reason
  return error instanceof TRPCClientError ? knownReason(error.data?.reason) : null
}

/** The server's own words about a failed call, or null where none came (no connection, a proxy's page). */
export function serverMessage(error: unknown): string | null {
  if (error instanceof ServerError) return error.message || null
  if (error instanceof TRPCClientError && error.data) return error.message || null
  return null
}
