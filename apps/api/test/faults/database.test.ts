import { openDatabase } from '@barkyard/db/open'
import { explore } from '@barkyard/db/testing/explore'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { ownerWithDog, photo, twoMatched } from '../client.ts'
import { expectError } from '../shape.ts'
import { listeningChat } from '../socket.ts'
import { startDatabase } from './database-server.ts'
import { statusOf } from './processes.ts'
import { deliveryOf, storedIn, twoTalkers } from './talk.ts'

const CONNECTIONS = 30
const database = await startDatabase({ max_connections: `${CONNECTIONS}` })
const env = { DATABASE_LOCK_TIMEOUT: '300', DATABASE_STATEMENT_TIMEOUT: '3000' }
// Frozen servers accept no connection.
const app = await startApp(database.url, env, { connectionTimeoutMs: 5_000 })
/** Connections that bypass the app. */
const direct = openDatabase(database.url, { max: 40 })
afterAll(async () => {
  await direct.destroy()
  await app.stop()
  await database.stop()
})

const isUp = async () => (await statusOf(`${app.url}/api/health`)) === 200
const disturb: [string, () => Promise<void>][] = [
  ['killed', () => database.kill()],
  [
    'cut off',
    async () => {
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()`.execute(direct)
    },
  ],
]

describe.each(disturb)('PostgreSQL %s under load', (_, fault) => {
  test('sockets stay open, confirmed messages are stored, and each is delivered once', async () => {
    const talkers = await twoTalkers(app.url)
    for (const talker of talkers) await talker.open()
    for (const talker of talkers) talker.start(3)
    for (let round = 0; round < explore(1, 3); round++) {
      await until(
        () => talkers.map(({ confirmed, sent }) => [confirmed.size, sent.length] as const),
        list => list.every(([confirmed, sent]) => confirmed > sent / 2 && confirmed > 20),
      )
      await fault()
      await until(isUp)
    }
    expect(await deliveryOf(talkers)).toEqual({ lost: [], doubled: 0 })
    const count = talkers.flatMap(({ sent }) => sent).length
    for (const { chats, chat } of talkers) {
      expect(chats).toHaveLength(1)
      await chat.until(({ messages }) => new Set(messages.map(({ seq }) => seq)).size === count)
      chat.socket.terminate()
    }
  })

  test('messages without a clientId are not duplicated', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const [chat, other] = [await listeningChat(first.owner), await listeningChat(second.owner)]
    const bodies = Array.from({ length: 200 }, (_, n) => `message ${n}`)
    for (const [n, body] of bodies.entries()) {
      chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body })
      if (n === 100) await chat.until(({ messages }) => messages.length > 0).then(fault)
    }
    await chat.until(({ messages, errors }) => messages.length + errors.length >= bodies.length)
    await until(isUp)
    const stored = (await storedIn(first.owner, matchId)).map(({ body }) => body)
    expect(new Set(stored).size).toBe(stored.length)
    for (const one of [chat, other]) {
      // What was refused although it is stored comes once the database has been asked for it.
      await one.until(({ messages }) => messages.length >= stored.length)
      expect(one.messages.map(({ body }) => body).sort()).toEqual(stored.toSorted())
      one.socket.terminate()
    }
  })
})

test('while PostgreSQL is unavailable, calls that need it answer 503 with Retry-After, and then recover without a restart', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const thaw = await database.freeze()
  try {
    // Frozen connections do not answer, until the statement timeout.
    const png = await photo()
    const [health, ...frozen] = await Promise.all([
      statusOf(`${app.url}/api/health`),
      owner.get('/api/matches'),
      owner.upload(dog.id, png),
    ])
    for (const answer of frozen) {
      expectError(answer, 503, 'SERVICE_UNAVAILABLE')
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    const now = ['live', 'health'].map(path => statusOf(`${app.url}/api/${path}`))
    expect([health, ...(await Promise.all(now))]).toEqual([503, 200, 503])
  } finally {
    thaw()
  }
  await until(isUp)
  expect((await owner.get('/api/matches')).status).toBe(200)
  expect((await owner.upload(dog.id, await photo())).status).toBe(200)
})

test('without a free connection calls answer 503, and recover when there is one', async () => {
  const { owner } = await ownerWithDog(app.url)
  const greedy = openDatabase(`${database.url}&application_name=greedy`, { max: 100 })
  const holding: Promise<unknown>[] = []
  // Until every place of the server is taken by others than the app: what ends lets go of its place a little later.
  await until(async () => {
    for (let n = 0; n < 5; n++) holding.push(sql`SELECT pg_sleep(5)`.execute(greedy).catch(() => undefined))
    const { rows } = await sql<{ taken: boolean }>`SELECT count(*) = ${CONNECTIONS} AS taken
      FROM pg_stat_activity WHERE application_name = 'greedy' OR pid = pg_backend_pid()`.execute(direct)
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name LIKE 'barkyard%' AND pid <> pg_backend_pid()`.execute(direct)
    return rows[0]?.taken === true
  })
  const refused = await owner.get('/api/matches')
  expectError(refused, 503)
  expect(refused.headers.get('retry-after')).toBe('2')
  await greedy.destroy()
  await Promise.all(holding)
  await until(isUp)
  expect((await owner.get('/api/matches')).status).toBe(200)
})

test('a call that waits too long for a lock answers 503 and changes nothing', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  await direct.transaction().execute(async trx => {
    await sql`LOCK TABLE dogs IN ACCESS EXCLUSIVE MODE`.execute(trx)
    expectError(await owner.delete(`/api/dogs/${dog.id}`), 503, 'SERVICE_UNAVAILABLE')
  })
  expect((await owner.get(`/api/dogs/${dog.id}`)).status).toBe(200)
})
