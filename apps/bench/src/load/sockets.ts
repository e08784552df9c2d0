import WebSocket from 'ws'
import { serve } from '../lib/child.ts'

export interface SocketsJob {
  port: number
  count: number
  who: { cookie: string; userId: string }[]
}

const AT_ONCE = 100
const open: WebSocket[] = []

/** Opens a number of sockets and keeps them. 0 closes them. @returns how many are open. */
async function run({ port, count, who }: SocketsJob): Promise<{ open: number }> {
  if (count === 0) for (const socket of open.splice(0)) socket.terminate()
  const one = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const { cookie, userId } = who[index % who.length] as SocketsJob['who'][number]
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { cookie }, perMessageDeflate: false })
      socket.on('error', reject)
      socket.on('open', () => {
        socket.send(JSON.stringify({ type: 'auth', userId }))
        open.push(socket)
        resolve()
      })
    })
  for (let index = 0; index < count; index += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - index) }, (_, next) => one(index + next)))
  await new Promise(resolve => setTimeout(resolve, 2_000))
  return { open: open.filter(socket => socket.readyState === WebSocket.OPEN).length }
}

serve({ ready: true }, run)
