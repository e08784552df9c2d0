import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Opens the chat's socket of an owner. */
export async function openSocket(port: number, { cookie, userId }: { cookie: string; userId: string }, matchId = '') {
  const url = `ws://127.0.0.1:${port}/ws?match=${matchId}`
  const socket = new WebSocket(url, { headers: { cookie }, perMessageDeflate: false })
  await once(socket, 'open')
  socket.on('error', () => undefined)
  socket.send(JSON.stringify({ type: 'auth', userId }))
  return socket
}
