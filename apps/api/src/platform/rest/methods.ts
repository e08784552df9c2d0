import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTokenAlone } from '../access/cookie.ts'
import HEADERS from './headers.json' with { type: 'json' }

/** Headers of requests that pages of other sites may send. */
const SENT = ['Authorization', 'Content-Type', 'X-Dog', 'Idempotency-Key', 'If-None-Match', 'Last-Event-ID']
const OTHERS = ['Allow', 'Content-Disposition', 'Deprecation', 'Sunset']
const READ = [...Object.keys(HEADERS).filter(name => name !== 'Set-Cookie'), ...OTHERS]

/** Lets pages of other sites read the responses to calls with a token. Cookies never cross sites. */
export function shareWithTokens(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (isTokenAlone(request))
      reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', READ.join(', '))
  })
}

/** The answer to a browser that asks whether a page of another site may make a call. Without credentials: no cookies. */
export function allowPreflight({ headers }: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void {
  if (headers.origin === undefined || headers['access-control-request-method'] === undefined) return
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', methods.join(', '))
    .header('access-control-allow-headers', SENT.join(', '))
    .header('access-control-max-age', 24 * 60 * 60)
}

/** Collects the methods of all routes that follow. @returns what lists those of an address, if any, and of one without ids. */
export function collectMethods(server: FastifyInstance) {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  server.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/?]+')}/?(\\?|$)`)
    const entry = known.get(url) ?? { pattern, methods: new Set() }
    for (const one of [method].flat()) entry.methods.add(one)
    known.set(url, entry)
  })
  /** A name in the place of an id, as in /matches/unread, is none: the address has no method of those with ids. */
  const named = (url: string) => known.get(url.replace(/\/?(\?.*)?$/, ''))?.methods
  const all = (url: string) => {
    const found = [...known.values()].filter(({ pattern }) => pattern.test(url))
    return [...new Set(named(url) ?? found.flatMap(({ methods }) => [...methods]))].sort()
  }
  return { all, named }
}
