import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether an Origin header is ours: the public address, or the request's own host where that is loopback. */
export function isOwnOrigin(origin: string, host: string | undefined, publicUrl: URL): boolean {
  const from = URL.parse(origin)
  if (!from) return false
  if (from.origin === publicUrl.origin) return true
  return from.protocol === 'http:' && from.host === host && LOOPBACK.test(from.hostname)
}

/** Throws where a request was sent by a page of somebody else's. */
export function demandOwnOrigin(request: FastifyRequest, publicUrl: URL): void {
  const { origin, host } = request.headers
  // A browser that leaves the origin out (an extension's doing, a privacy setting) still says where it comes from.
  const isForeign =
    origin === undefined ? request.headers['sec-fetch-site'] === 'cross-site' : !isOwnOrigin(origin, host, publicUrl)
  if (isForeign) {
    throw new AppError('foreign-site')
  }
}

/** Refuses writes and socket upgrades that another site's page sends. */
export function refuseForeignWrites(app: FastifyInstance, publicUrl: URL): void {
  app.addHook('onRequest', async request => {
    if (!SAFE.has(request.method) || request.headers.upgrade !== undefined) demandOwnOrigin(request, publicUrl)
  })
}
