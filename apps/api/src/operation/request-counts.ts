import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Upper bounds of the histogram's buckets, in seconds. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Counted {
  method: string
  /** The route's pattern, "/api/dogs/:id", because addresses contain ids. */
  route: string
  status: number
  count: number
  seconds: number
  /** The number of requests that took at most BUCKETS[index]. */
  buckets: number[]
}

const start = randomBytes(6).toString('base64url')
let counter = 0
/** The id of a request, for the log and the answer. Never the caller's, because anybody could write into the log with it. */
export const newRequestId = () => `${start}-${(++counter).toString(36)}`

/** Puts the request's id into each answer, and counts answers by route and status. */
export function countRequests(server: FastifyInstance): Map<string, Counted> {
  const counts = new Map<string, Counted>()
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    const status = reply.statusCode
    const key = `${method} ${route} ${status}`
    let one = counts.get(key)
    if (!one) {
      one = { method, route, status, count: 0, seconds: 0, buckets: BUCKETS.map(() => 0) }
      counts.set(key, one)
    }
    const seconds = reply.elapsedTime / 1000
    one.count++
    one.seconds += seconds
    for (let index = BUCKETS.length - 1; index >= 0 && seconds <= (BUCKETS[index] ?? 0); index--)
      one.buckets[index] = (one.buckets[index] ?? 0) + 1
  })
  return counts
}
