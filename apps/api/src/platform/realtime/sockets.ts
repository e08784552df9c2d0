import { FRAME_MAX_BYTES } from '@barkyard/domain/socket'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { AppError } from '../errors.ts'

const OPTIONS = {
  maxPayload: FRAME_MAX_BYTES,
  // The longest wait for a client's answer to a close, in ms. The client may be asleep or cut off, or send on: after a
  // broken frame nothing is counted any more. (The types of ws do not have it yet.)
  closeTimeout: 2_000,
}

const sendElsewhere = (socket: WebSocket) => socket.close(1001, 'The server is restarting')

/** WebSockets for the routes that follow. A closing server lets `drain` finish, then asks clients to reconnect. */
export async function registerSockets(server: FastifyInstance, drain: () => Promise<void>): Promise<void> {
  let closing = false
  await server.register(websocket, {
    options: OPTIONS,
    async preClose() {
      closing = true
      await drain()
      for (const client of server.websocketServer.clients) sendElsewhere(client)
    },
  })
  server.addHook('onRequest', async (request: FastifyRequest) => {
    if (closing && request.ws) throw new AppError('restarting', { retryAfter: 1 })
  })
  // Upgrades that were accepted before closing and open only now.
  server.websocketServer.on('connection', socket => {
    if (closing) sendElsewhere(socket)
  })
}
