import { TRPCClientError } from '@trpc/client'

/** A refusal of the server that came outside tRPC (the photo upload). `message` is for people. */
export class ServerError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'ServerError'
    this.status = status
  }
}

// By hand rather than by the schema: this is in every page's first download, and zod need not be.
function messageIn(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || !('message' in parsed)) return null
    return typeof parsed.message === 'string' ? parsed.message : null
  } catch {
    return null
  }
}

/** The same from the parts, for XMLHttpRequest. */
export function serverErrorOf(status: number, body: string, statusText: string): ServerError {
  return new ServerError(status, messageIn(body) ?? `${status}: ${body || statusText}`)
}

/** The server's own words about a failed call, or null where none came (no connection, a proxy's page). */
export function serverMessage(error: unknown): string | null {
  if (error instanceof ServerError) return error.message || null
  if (error instanceof TRPCClientError && error.data) return error.message || null
  return null
}
