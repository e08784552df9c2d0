import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { copyOf, WITH_CHATS } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { closeAtEnd, connect } from './lib/opened.ts'
import { type Goal, goal, interleaved, median, number, percentile, printTable, ratio } from './lib/report.ts'
import { cpuOf, type Server } from './lib/servers.ts'
import { matchesOfOwners, startTalking } from './lib/talks.ts'
import type { ChatJob, ChatResult } from './load/chat.ts'

const SECONDS = 3

/** Chat: messages that are stored and delivered, in a database with 1.8 million messages. */
export async function run(): Promise<Goal[]> {
  const load = new Child<ChatJob, ChatResult>('load/chat.ts')
  return [await talking(load), await notifying(load)]
}

type Load = Child<ChatJob, ChatResult>

/** CPU milliseconds a message, of the server and of PostgreSQL, while `talk` runs. */
async function messageCpu(server: Server, client: pg.Client, talk: () => Promise<ChatResult>) {
  const { result, ...spent } = await cpuOf(server, client, talk)
  // The load generator sends for half a second before it counts.
  const messages = result.perSecond * (SECONDS + 0.5)
  return { result, server: spent.server / messages, postgres: spent.postgres / messages }
}

/** 50 pairs at full rate: eight messages of each in flight. */
async function talking(load: Load): Promise<Goal> {
  const url = await copyOf(WITH_CHATS, 'chat')
  const client = await connect(url)
  const { server, pairs } = await startTalking(url, await matchesOfOwners(client, 100))
  const talk = (stay: 'connect' | 'talk') => load.ask({ port: server.port, pairs, seconds: SECONDS, window: 8, stay })
  await talk('connect')
  const { rounds } = await interleaved(3, { rounds: () => messageCpu(server, client, () => talk('talk')) })
  const at = (part: number) => `${number(median(rounds.map(({ result }) => percentile(result.latencies, part))))} ms`
  const perSecond = number(median(rounds.map(({ result }) => result.perSecond)))
  printTable(['messages/s at full rate', 'p50', 'p99'], [[perSecond, at(0.5), at(0.99)]])
  const micros = median(rounds.map(one => (one.server + one.postgres) * 1000))
  return goal('chat at full rate, CPU a message of server and PostgreSQL, µs', micros, '≤', 50)
}

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
async function notifying(load: Load): Promise<Goal> {
  let pushes = 0
  const service = createServer((request, response) => {
    pushes++
    request.resume()
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  closeAtEnd(async () => service.close())
  await once(service, 'listening')
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  process.env.PUSH_HOSTS = host
  const prepare = async (name: string, before: string) => {
    const url = await copyOf(WITH_CHATS, name)
    const client = await connect(url)
    if (before) await client.query(before)
    const talks = await matchesOfOwners(client, OWNERS)
    await subscribe(
      client,
      talks.flatMap(({ users }) => users),
      host,
    )
    await client.query('VACUUM ANALYZE')
    const { server, pairs } = await startTalking(url, talks.slice(0, TALKING))
    const job = { port: server.port, pairs, seconds: SECONDS, window: 1, perSecond: PER_SECOND }
    await load.ask({ ...job, stay: 'connect' })
    return async () => {
      await client.query(READ_ALL)
      return messageCpu(server, client, () => load.ask({ ...job, stay: 'talk' }))
    }
  }
  const contenders = { without: await prepare('notifying_nobody', WITHOUT), with: await prepare('notifying', '') }
  const rounds = await interleaved(5, contenders)
  const sum = (name: keyof typeof rounds) => rounds[name].map(one => one.server + one.postgres)
  const row = (title: string, name: keyof typeof rounds) => [
    title,
    `${number(median(rounds[name].map(one => one.server)))} ms`,
    `${number(median(rounds[name].map(one => one.postgres)))} ms`,
  ]
  printTable(
    [`CPU a message at ${PER_SECOND}/s`, 'server', 'PostgreSQL'],
    [row('notifying nobody', 'without'), row(`notifying the owner, ${pushes} pushes in all`, 'with')],
  )
  return goal('chat, CPU a message: notifying the owner/notifying nobody', ratio(sum('with'), sum('without')), '≤', 1.1)
}
