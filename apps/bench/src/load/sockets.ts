import WebSocket from 'ws'
import { serve } from '../lib/child.ts'
import { openSocket } from './socket.ts'

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
  const one = async (index: number) => {
    open.push(await openSocket(port, who[index % who.length] as SocketsJob['who'][number]))
  }
  for (let index = 0; index < count; index += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - index) }, (_, next) => one(index + next)))
  await new Promise(resolve => setTimeout(resolve, 2_000))
  return { open: open.filter(socket => socket.readyState === WebSocket.OPEN).length }
}

serve({ ready: true }, run)
