import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** By then the first request of a new connection has arrived, if there is one. */
const ARRIVES_WITHIN_MS = 1_000
/** The longest time that running requests may take. */
const FINISH_WITHIN_MS = 5_000

/**
 * A closing server ends idle connections and waits for all others. This ends the others too: connections with a running
 * request after its answer, those without any request (a browser's spare connection, a balancer's check) soon, and those
 * whose request never completes after a while.
 */
export function endConnections(server: FastifyInstance): void {
  const http = server.server
  const unused = new Set<Socket>()
  let closing = false
  http.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  http.on('request', ({ socket }, response) => {
    unused.delete(socket)
    response.once('close', () => {
      if (closing) http.closeIdleConnections()
    })
  })
  http.on('upgrade', ({ socket }) => unused.delete(socket))
  server.addHook('preClose', async () => {
    closing = true
    const cutUnused = () => {
      for (const socket of unused) socket.destroy()
    }
    setTimeout(cutUnused, ARRIVES_WITHIN_MS).unref()
    setTimeout(() => http.closeAllConnections(), FINISH_WITHIN_MS).unref()
  })
}
