import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { copyOf, WITH_CHATS } from './data/databases.ts'
import { matchesOfOwners } from './data/talks.ts'
import { Child } from './lib/child.ts'
import { type MessageCpu, messageCpu } from './lib/message-cpu.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio } from './lib/report.ts'
import type { ChatJob, ChatResult, Pair } from './load/chat.ts'

const ROUNDS = 5
const SECONDS = 3
const OWNERS = 10_000
/** One owner in this many gets pushes. */
const PUSH_EVERY = 10
const TALKING = 175
const PER_SECOND = 500

/** Subscribes the browsers of every PUSH_EVERYth owner, who all listen, at one push service. */
async function subscribe(client: pg.Client, userIds: readonly string[], host: string): Promise<void> {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  for (const [index, userId] of userIds.entries()) {
    if (index % PUSH_EVERY !== 1) continue
    const session = await client.query(
      `INSERT INTO sessions (id, user_id) VALUES (gen_random_uuid(), $1) RETURNING id`,
      [userId],
    )
    await client.query(
      `INSERT INTO push_endpoints (id, endpoint, user_id, session_id, p256dh, auth, created_at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
      [
        ...[randomUUID(), `http://${host}/${randomUUID()}`, userId, session.rows[0]?.id],
        ...[ecdh.getPublicKey().toString('base64url'), randomBytes(16).toString('base64url')],
      ],
    )
  }
}

/** Marks everything as read. */
const READ_ALL = `
  UPDATE match_dogs SET unread = 0, notify_after = NULL WHERE notify_after IS NOT NULL OR unread > 0;
  DELETE FROM notifications;
  DELETE FROM jobs`

/** Makes messages be stored without notifying anybody. */
const WITHOUT = `
  CREATE OR REPLACE FUNCTION store_and_notify(ids uuid[], match_ids uuid[], senders uuid[], bodies text[], client_ids text[],
                                              now_at timestamptz, again_after interval, mail_after interval)
  RETURNS TABLE (nth integer, message_id uuid, match_id uuid, seq integer, sender_dog_id uuid, body text, client_id text,
                 created_at timestamptz, is_new boolean, other_dog_id uuid, sender_user_id uuid, other_user_id uuid,
                 has_notified boolean)
  STABLE LANGUAGE sql AS $$ SELECT s.*, false FROM try_store_messages(ids, match_ids, senders, bodies, client_ids) s $$`

/**
 * The cost of notifications: CPU of the product and of PostgreSQL per message, with and without them. Each message is
 * delivered to an open socket. Nobody reads, so each chat of a round notifies once, and a tenth of them is pushed.
 */
export async function notifying(): Promise<Goal> {
  let pushes = 0
  const service = createServer((request, response) => {
    pushes++
    request.resume()
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  process.env.PUSH_HOSTS = host
  const load = new Child<ChatJob, ChatResult>('load/chat.ts')
  const made: { stop(): Promise<unknown> }[] = [load]
  const prepare = async (name: string, before: string) => {
    const url = await copyOf(WITH_CHATS, name)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    made.push({ stop: () => client.end() })
    if (before) await client.query(before)
    const talks = await matchesOfOwners(client, OWNERS)
    await subscribe(
      client,
      talks.flatMap(({ users }) => users),
      host,
    )
    await client.query('VACUUM ANALYZE')
    const talking = talks.slice(0, TALKING)
    const server = new Child<string, NodeJS.CpuUsage>('servers/product.ts', [
      url,
      JSON.stringify(talking.flatMap(({ users }) => users)),
    ])
    made.unshift(server)
    const { port, cookies } = await server.ready<{ port: number; cookies: string[] }>()
    const pairs = talking.map(({ match_id, users, dogs }, index): Pair => {
      const talker = (side: 0 | 1) => ({
        cookie: cookies[index * 2 + side] ?? '',
        userId: users[side],
        dogId: dogs[side],
      })
      return { matchId: match_id, talkers: [talker(0), talker(1)] }
    })
    const job = { port, pairs, seconds: SECONDS, window: 1, perSecond: PER_SECOND }
    await load.ask({ ...job, stay: 'connect' })
    return async () => {
      await client.query(READ_ALL)
      return messageCpu(server, client, SECONDS, () => load.ask({ ...job, stay: 'talk' }))
    }
  }
  try {
    const contenders = { without: await prepare('notifying_nobody', WITHOUT), with: await prepare('notifying', '') }
    const rounds = await interleaved(ROUNDS, contenders)
    const sum = (name: keyof typeof rounds) => rounds[name].map(({ own, database }) => own + database)
    const row = (name: string, list: MessageCpu[]) => [
      name,
      `${number(median(list.map(({ own }) => own)))} ms`,
      `${number(median(list.map(({ database }) => database)))} ms`,
    ]
    printTable(
      [`CPU a message at ${PER_SECOND}/s`, 'server', 'PostgreSQL'],
      [row('notifying nobody', rounds.without), row(`notifying the owner, ${pushes} pushes in all`, rounds.with)],
    )
    return goal(
      'chat, CPU a message: notifying the owner/notifying nobody',
      ratio(sum('with'), sum('without')),
      '≤',
      1.1,
    )
  } finally {
    for (const one of made) await one.stop()
    service.close()
  }
}
