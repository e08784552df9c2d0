import { FRAME_MAX_BYTES } from '@barkyard/domain/socket'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/** How long a closing socket waits for its client's answer: the client may be asleep or cut off. */
const CLOSE_WITHIN_MS = 2_000

function sendElsewhere(socket: WebSocket): void {
  socket.close(1001, 'The server is restarting')
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref()
}

/** WebSockets for the routes that follow. A closing server asks their clients to reconnect and accepts no more. */
export async function registerSockets(server: FastifyInstance, services: Services): Promise<void> {
  let closing = false
  await server.register(websocket, {
    options: { maxPayload: FRAME_MAX_BYTES },
    async preClose() {
      closing = true
      await services.writer.drain()
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
