import type { FastifyInstance } from 'fastify'

/** Longer than proxies should keep an idle connection (balancer.conf: 1 s), with room for a busy machine. */
const LEAVE_MS = 2_500

/**
 * A proxy that sends a write over a connection just as it closes cannot know whether the write was done: 502. So a
 * server that is told to stop serves for a moment more, and closes each connection with its answer ("Connection: close").
 */
export function leaveProxy(server: FastifyInstance): void {
  server.addHook('preClose', () => new Promise(resolve => setTimeout(resolve, LEAVE_MS)))
}
