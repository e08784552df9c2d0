import { type Db, openDatabase } from '@barkyard/db/open'
import { explore } from '@barkyard/db/testing/explore'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../app.ts'
import { ownerWithDog, photo, twoMatched } from '../client.ts'
import { expectError } from '../shape.ts'
import { listeningChat } from '../socket.ts'
import { startDatabase } from './database-server.ts'
import { statusOf } from './processes.ts'
import { deliveryOf, storedIn, twoTalkers } from './talk.ts'
import { testServer } from './test-server.ts'

const CONNECTIONS = 30
const database = testServer(() => startDatabase({ max_connections: `${CONNECTIONS}` }))
const app = testServer(() => startApp(database.url, { DATABASE_LOCK_TIMEOUT: '300' }))
/** Connections that bypass the app. */
let direct: Db
beforeAll(() => {
  direct = openDatabase(database.url, { max: 40 })
})
afterAll(() => direct?.destroy())

const isUp = async ({ url } = app) => (await statusOf(`${url}/api/health`)) === 200
const cutOff = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()`.execute(direct)

test.each([
  ['killed', () => database.kill()],
  ['cut off', cutOff],
])(
  'PostgreSQL %s under load: sockets stay open, confirmed messages are stored, each is delivered once',
  async (_, fault) => {
    const talkers = await twoTalkers(app.url)
    for (const talker of talkers) await talker.open()
    for (const talker of talkers) talker.start(3)
    // Others send without a clientId.
    const { first, second, matchId } = await twoMatched(app.url)
    const chats = [await listeningChat(first.owner), await listeningChat(second.owner)] as const
    let said = 0
    const sayHundred = () => {
      for (const end = said + 100; said < end; said++)
        chats[0].send({ type: 'message', matchId, senderDogId: first.dog.id, body: `message ${said}` })
    }
    for (let round = 0; round < explore(1, 3); round++) {
      await until(
        () => talkers.map(({ confirmed, sent }) => [confirmed.size, sent.length] as const),
        list => list.every(([confirmed, sent]) => confirmed > sent / 2 && confirmed > 20),
      )
      const before = chats[0].messages.length
      sayHundred()
      await chats[0].until(({ messages }) => messages.length > before)
      await fault()
      sayHundred()
      await until(isUp)
    }
    expect(await deliveryOf(talkers)).toEqual({ lost: [], doubled: 0 })
    const count = talkers.flatMap(({ sent }) => sent).length
    for (const { chats, chat } of talkers) {
      expect(chats).toHaveLength(1)
      await chat.until(({ messages }) => new Set(messages.map(({ seq }) => seq)).size === count)
      chat.socket.terminate()
    }

    await chats[0].until(({ messages, errors }) => messages.length + errors.length >= said)
    const stored = (await storedIn(first.owner, matchId)).map(({ body }) => body)
    expect(new Set(stored).size).toBe(stored.length)
    for (const chat of chats) {
      // What was refused although it is stored comes once the database has been asked for it.
      await chat.until(({ messages }) => messages.length >= stored.length)
      expect(chat.messages.map(({ body }) => body).sort()).toEqual(stored.toSorted())
      chat.socket.terminate()
    }
  },
)

test('while PostgreSQL is silent, calls that need it answer 503 with Retry-After, and then recover without a restart', async () => {
  // Frozen servers accept no connection.
  const waiting = await startApp(database.url, { DATABASE_STATEMENT_TIMEOUT: '3000' }, { connectionTimeoutMs: 5_000 })
  onTestFinished(waiting.stop)
  const { owner, dog } = await ownerWithDog(waiting.url)
  const png = await photo()
  const status = (path: string) => statusOf(`${waiting.url}/api/${path}`)
  const thaw = await database.freeze()
  try {
    // Frozen connections do not answer, until the statement timeout.
    const [health, ...frozen] = await Promise.all([
      status('health'),
      owner.get('/api/matches'),
      owner.upload(dog.id, png),
    ])
    for (const answer of frozen) {
      expectError(answer, 503, 'SERVICE_UNAVAILABLE')
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    expect([health, await status('live'), await status('health')]).toEqual([503, 200, 503])
  } finally {
    thaw()
  }
  await until(() => isUp(waiting))
  expect((await owner.get('/api/matches')).status).toBe(200)
  expect((await owner.upload(dog.id, png)).status).toBe(200)
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

test('a call or a message that waits too long for a lock is refused, and changes nothing', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const { first, matchId } = await twoMatched(app.url)
  const chat = await listeningChat(first.owner)
  await direct.transaction().execute(async trx => {
    await sql`SELECT FROM matches WHERE id = ${matchId} FOR UPDATE`.execute(trx)
    chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'too late', clientId: 'late' })
    await chat.until(({ errors }) => errors.length === 1)
    const message = 'The database is too busy. Please try again in a moment.'
    expect(chat.errors).toEqual([{ type: 'error', message, clientId: 'late' }])
    await sql`LOCK TABLE dogs IN ACCESS EXCLUSIVE MODE`.execute(trx)
    expectError(await owner.delete(`/api/dogs/${dog.id}`), 503, 'SERVICE_UNAVAILABLE')
  })
  expect((await owner.get(`/api/dogs/${dog.id}`)).status).toBe(200)
})
