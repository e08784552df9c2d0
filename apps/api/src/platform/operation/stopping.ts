import type { Server } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Longer than proxies should keep an idle connection (balancer.conf: 1 s), with room for a busy machine. */
const LEAVE_MS = 2_500
/** A turn of the event loop in which nothing happens takes a fraction of this. */
const QUIET_TURN_MS = 0.1
/** The longest time that a busy process waits for a quiet turn. */
const QUIET_WITHIN_MS = 1_000

/**
 * If a proxy sends a write over a connection that is closing, it cannot know whether the write succeeded and answers 502.
 * So a stopping server first stops listening: a proxy that is refused knows that nothing was sent and asks another process.
 * It does so while proxies still have connections to use, and open few. Over these it keeps serving for a moment, and
 * closes each with its answer ("Connection: close").
 */
export function leaveProxy(server: FastifyInstance): void {
  // Fastify says it to calls that arrive while it closes. Of one that arrived before, a proxy would keep the connection.
  server.addHook('onSend', (_, reply, payload, done) => {
    if (!server.server.listening) reply.header('connection', 'close')
    done(null, payload)
  })
  server.addHook('preClose', async () => {
    await acceptWaiting(server.server)
    // An HTTP server's own close() would close idle connections too, over which a proxy may be sending a call.
    Listener.prototype.close.call(server.server)
    await sleep(LEAVE_MS)
  })
}

/**
 * When a server stops listening, the kernel resets the connections that it has made and the process has not accepted.
 * This accepts them. After a quiet turn of the event loop, only those that arrived within the last 0.1 ms are left.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = false
  const onConnection = () => {
    accepted = true
  }
  server.on('connection', onConnection)
  // The first turn may have polled for connections already, so it says nothing.
  await nextTurn()
  const began = performance.now()
  for (let before = began; ; ) {
    accepted = false
    await nextTurn()
    const now = performance.now()
    if ((!accepted && now - before < QUIET_TURN_MS) || now - began > QUIET_WITHIN_MS) break
    before = now
  }
  server.off('connection', onConnection)
}

/** The first request of a connection arrives within this time after it was opened, if there is one. */
const ARRIVES_WITHIN_MS = 1_000
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
