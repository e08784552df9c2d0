import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTokenAlone } from '../access/cookie.ts'
import { HEADERS } from './responses.ts'

/** Headers of requests that pages of other sites may send. */
const SENT = ['Authorization', 'Content-Type', 'X-Dog', 'Idempotency-Key', 'If-None-Match', 'Last-Event-ID']
const OTHERS = ['Allow', 'Content-Disposition', 'Deprecation', 'Sunset']
const READ = [...Object.keys(HEADERS).filter(name => name !== 'Set-Cookie'), ...OTHERS]
const DAY_S = 24 * 60 * 60

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
    .header('access-control-max-age', DAY_S)
}
