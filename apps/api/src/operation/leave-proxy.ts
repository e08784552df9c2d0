import type { FastifyInstance } from 'fastify'

/** Longer than proxies should keep an idle connection (balancer.conf: 1 s), with room for a busy machine. */
const LEAVE_MS = 2_500

/**
 * If a proxy sends a write over a connection that is closing, it cannot know whether the write succeeded and answers 502.
 * So a stopping server keeps serving for a moment and closes each connection with its answer ("Connection: close").
 */
export function leaveProxy(server: FastifyInstance): void {
  server.addHook('preClose', () => new Promise(resolve => setTimeout(resolve, LEAVE_MS)))
}
