import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The first request of a connection arrives within this time after it was opened, if there is one. */
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
  // Each connection has its own time: a proxy that opened one a moment ago is about to send a request over it.
  const endIfUnused = (socket: Socket) => {
    setTimeout(() => {
      if (unused.has(socket)) socket.destroy()
    }, ARRIVES_WITHIN_MS).unref()
  }
  http.on('connection', socket => {
    unused.add(socket)
    if (closing) endIfUnused(socket)
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
    for (const socket of unused) endIfUnused(socket)
    setTimeout(() => {
      server.log.warn('requests that did not end in time were cut')
      http.closeAllConnections()
    }, FINISH_WITHIN_MS).unref()
  })
}
