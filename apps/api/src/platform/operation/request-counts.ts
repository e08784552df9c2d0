import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Histogram, Registry } from 'prom-client'

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const start = randomBytes(6).toString('base64url')
let counter = 0
/** The id of a request, for the log and the answer. Never the caller's, because anybody could write into the log with it. */
export const newRequestId = () => `${start}-${(++counter).toString(36)}`

/** Puts the request's id into each answer, and measures requests by route and status. @returns the measurements. */
export function countRequests(server: FastifyInstance): Registry {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'barkyard_http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The route's pattern, "/api/dogs/:id", because addresses contain ids.
    const route = routeOptions.url ?? 'unknown'
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return registry
}
