import { WebSocketServer } from 'ws'
import { serve } from '../lib/child.ts'

/** Sockets and nothing else. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', socket => socket.on('message', () => undefined))
server.on('listening', () => {
  const address = server.address()
  serve({ port: typeof address === 'object' ? address?.port : 0, cookies: [] }, async () => {
    globalThis.gc?.()
    return { rss: process.memoryUsage().rss }
  })
})
