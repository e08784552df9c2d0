import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import { type ErrorReason, REFUSALS } from '@barkyard/domain/errors'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

/** Headers of responses to requests that could not be parsed, so that no hook runs. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** Security headers of every answer. Mantine needs inline styles; there are no inline scripts. */
export async function registerHeaders(app: FastifyInstance, { publicUrl, tileUrl }: Config): Promise<void> {
  const isHttps = publicUrl.protocol === 'https:'
  // "{s}" stands for the subdomains that a tile server spreads over.
  const tiles = new URL(tileUrl.replace('{s}.', '')).origin
  const tileHosts = tileUrl.includes('{s}.') ? [tiles, tiles.replace('//', '//*.')] : [tiles]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...tileHosts],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps,
    crossOriginEmbedderPolicy: false,
  })
}

/** In bytes. A smaller answer fits into the first packet uncompressed. */
const THRESHOLD = 1_400
/** In bytes. A page of 50 dogs is compressed synchronously, which costs less than a stream. */
const AT_ONCE_AT_MOST = 128 * 1024
/** Brotli's quality, of 11. 50 dogs, 40 KB: 6.7 KB for 0.13 ms of CPU at 1, 6.2 KB for 0.37 ms at 4, as much for 0.86 ms at 5. */
const QUALITY = 1

/**
 * Compresses text and JSON for clients that ask for it. Files of the web app were compressed when it was built.
 * Sockets are not compressed: their messages are small, and zlib's window would multiply the memory of an idle one.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: THRESHOLD,
    syncThreshold: AT_ONCE_AT_MOST,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } },
    zlibOptions: { level: 3 },
    globalDecompression: false,
  })
}

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
