import type { Socket } from 'node:net'
import { type ErrorReason, REFUSALS } from '@barkyard/domain/errors'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { BARE_HEADERS } from './headers.ts'

const BROKEN: Record<string, { status: string; message: string; reason: ErrorReason }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: REFUSALS['headers-too-large'].message,
    reason: 'headers-too-large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request was not complete in time',
    reason: 'malformed-request',
  },
}
const INVALID = {
  status: '400 Bad Request',
  message: 'This is not a valid HTTP request',
  reason: 'malformed-request',
} as const

/** Answers a request that Node could not parse, which therefore never reaches a route. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, message, reason } = BROKEN[error.code ?? ''] ?? INVALID
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
