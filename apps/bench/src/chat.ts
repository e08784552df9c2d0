import pg from 'pg'
import { copyOf, WITH_CHATS } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { administer } from './lib/cluster.ts'
import { messageCpu } from './lib/message-cpu.ts'
import { type Goal, goal, interleaved, median, number, percentile, printTable } from './lib/report.ts'
import type { ChatJob, ChatResult, Pair } from './load/chat.ts'
import { notifying } from './notifying.ts'

const ROUNDS = 3
const SECONDS = 3
const PAIRS = 50
const WINDOW = 8
const STEADY = 1_500

interface Talks {
  match_id: string
  users: [string, string]
  dogs: [string, string]
}

/** Matches between dogs of different owners, who act as these dogs. */
async function talking(client: pg.Client): Promise<Talks[]> {
  const { rows } = await client.query<Talks>(
    `SELECT DISTINCT ON (a.user_id) m.id AS match_id, ARRAY[a.user_id, b.user_id]::text[] AS users, ARRAY[a.id, b.id]::text[] AS dogs
     FROM matches m JOIN dogs a ON a.id = m.dog_a_id JOIN dogs b ON b.id = m.dog_b_id
     WHERE a.user_id <> b.user_id AND NOT EXISTS (SELECT FROM matches o WHERE o.dog_b_id = m.dog_b_id AND o.id < m.id)
     ORDER BY a.user_id LIMIT $1`,
    [PAIRS],
  )
  for (const { users, dogs } of rows)
    for (const side of [0, 1])
      await client.query('UPDATE users SET active_dog_id = $1 WHERE id = $2', [dogs[side], users[side]])
  return rows
}

/** Chat: messages that are stored and delivered, in a database with 1.8 million messages. */
export async function run(): Promise<Goal[]> {
  return [...(await talkingGoals()), await notifying()]
}

async function talkingGoals(): Promise<Goal[]> {
  const url = await copyOf(WITH_CHATS, 'chat')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const talks = await talking(client)
  const load = new Child<ChatJob, ChatResult>('load/chat.ts')
  const users = talks.flatMap(talk => talk.users)
  const product = new Child<string, NodeJS.CpuUsage>('servers/product.ts', [url, JSON.stringify(users)])
  const talk = async (how?: Pick<ChatJob, 'perSecond' | 'stay'>) => {
    const { port, cookies } = await product.ready<{ port: number; cookies: string[] }>()
    const pairs = talks.map(({ match_id, users, dogs }, index): Pair => {
      const talker = (side: 0 | 1) => ({
        cookie: cookies[index * 2 + side] ?? '',
        userId: users[side],
        dogId: dogs[side],
      })
      return { matchId: match_id, talkers: [talker(0), talker(1)] }
    })
    return load.ask({ port, pairs, seconds: SECONDS, window: WINDOW, ...how })
  }
  try {
    const { full, steady } = await interleaved(ROUNDS, {
      full: () => talk(),
      steady: () => talk({ perSecond: STEADY }),
    })
    await talk({ stay: 'connect' })
    const { cpu } = await interleaved(ROUNDS, {
      cpu: () => messageCpu(product, client, SECONDS, () => talk({ stay: 'talk' })),
    })
    const row = (name: string, list: ChatResult[]) => [
      name,
      number(median(list.map(one => one.perSecond))),
      ...[0.5, 0.99].map(part => `${number(median(list.map(one => percentile(one.latencies, part))))} ms`),
    ]
    printTable(['', 'messages/s', 'p50', 'p99'], [row('at full rate', full), row(`at ${STEADY}/s`, steady)])
    const micros = median(cpu.map(one => (one.own + one.database) * 1000))
    return [goal('chat at full rate, CPU a message of server and PostgreSQL, µs', micros, '≤', 120)]
  } finally {
    await client.end()
    await Promise.all([load.stop(), product.stop()])
    await administer('DROP DATABASE IF EXISTS chat WITH (FORCE)')
  }
}
