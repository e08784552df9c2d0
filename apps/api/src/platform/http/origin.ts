import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../../config.ts'
import { isTokenAlone } from '../access/cookie.ts'
import { AppError } from '../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether an Origin header is ours: the public address, or the request's own host where that is loopback. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: URL): boolean {
  const from = URL.parse(origin)
  if (!from) return false
  if (from.origin === publicUrl.origin) return true
  return from.protocol === 'http:' && from.host === host && isLoopback(from.hostname)
}

function requireOwnOrigin(request: FastifyRequest, publicUrl: URL): void {
  const { origin, host } = request.headers
  // A browser without an Origin header (an extension, a privacy setting) still sends Sec-Fetch-Site.
  const isForeign =
    origin === undefined ? request.headers['sec-fetch-site'] === 'cross-site' : !isOwnOrigin(origin, host, publicUrl)
  if (isForeign) {
    throw new AppError('foreign-site')
  }
}

/** Refuses writes and socket upgrades that another site's page sends, unless a token alone proves the caller. */
export function refuseForeignWrites(app: FastifyInstance, publicUrl: URL): void {
  app.addHook('onRequest', async request => {
    const isJudged = !SAFE.has(request.method) || request.headers.upgrade !== undefined
    if (isJudged && !isTokenAlone(request)) requireOwnOrigin(request, publicUrl)
  })
}
