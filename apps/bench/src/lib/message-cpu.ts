import type pg from 'pg'
import type { ChatResult } from '../load/chat.ts'
import { postgresCpu } from './cpu.ts'
import type { Server } from './sliced.ts'

/** CPU milliseconds a message, of the server and of PostgreSQL. */
export interface MessageCpu {
  own: number
  database: number
}

/** What a message costs while `talk` runs for `seconds` seconds on connections that are open already. */
export async function messageCpu(
  server: Server,
  client: pg.Client,
  seconds: number,
  talk: () => Promise<ChatResult>,
): Promise<MessageCpu> {
  const before = await server.ask('cpu')
  let messages = 0
  const database = await postgresCpu(client, async () => {
    // The load generator sends for half a second before it counts.
    messages = (await talk()).perSecond * (seconds + 0.5)
  })
  const after = await server.ask('cpu')
  const own = (after.user + after.system - before.user - before.system) / 1000
  return { own: own / messages, database: (database ?? Number.NaN) / messages }
}
