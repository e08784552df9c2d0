import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** By then a first request that was on its way when the server began to close has arrived. */
const ARRIVES_WITHIN_MS = 1_000
/** Longest time that requests under way may take. */
const FINISH_WITHIN_MS = 5_000

/**
 * A server that closes ends the connections that rest just then, and waits for all others. Here they end as well: those
 * whose request was under way with its answer, those over which nothing ever came (a browser's spare one, a balancer's
 * check) soon, and those whose request never comes to its end after a while.
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
