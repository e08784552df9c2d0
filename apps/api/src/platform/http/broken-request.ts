import type { Socket } from 'node:net'
import { type ErrorReason, REFUSALS } from '@barkyard/domain/errors'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { BARE_HEADERS } from './headers.ts'

const TOO_LARGE = REFUSALS['headers-too-large'].message
const BROKEN: Record<string, readonly [status: string, reason: ErrorReason, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers-too-large', TOO_LARGE],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'malformed-request', 'The request was not complete in time'],
}
const INVALID = ['400 Bad Request', 'malformed-request', 'This is not a valid HTTP request'] as const

/** Answers a request that Node could not parse, which therefore never reaches a route. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, reason, message] = BROKEN[error.code ?? ''] ?? INVALID
  const refusal: ErrorBody = { message, code: 'BAD_REQUEST', reason, issues: [{ path: [], message }] }
  const body = JSON.stringify(refusal)
  const headers = {
    ...BARE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
  socket.destroySoon()
}
