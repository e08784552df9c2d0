import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** One accepted connection of the test server. */
export interface Peer {
  send(text: string): void
  /** Ends it with a close frame, or like a broken connection. */
  close(code?: number): void
}

interface Handlers {
  /** False refuses the upgrade with 503. */
  admit: () => boolean
  text: (peer: Peer, text: string) => void
  closed: (peer: Peer) => void
}

/** A WebSocket server on a free port of this machine. */
export async function startSocketServer(handlers: Handlers): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer()
  const sockets = new WebSocketServer({
    server,
    verifyClient: (_, answer) => answer(handlers.admit(), 503, 'Service Unavailable'),
  })
  sockets.on('connection', socket => {
    const peer = peerOf(socket)
    socket.on('error', () => socket.terminate())
    socket.on('message', data => handlers.text(peer, data.toString()))
    socket.on('close', () => handlers.closed(peer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

const peerOf = (socket: WebSocket): Peer => ({
  send: text => socket.send(text),
  close: code => (code === undefined ? socket.terminate() : socket.close(code)),
})
