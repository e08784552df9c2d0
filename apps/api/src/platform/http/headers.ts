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
