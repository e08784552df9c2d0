import { explore } from '@barkyard/db/testing/explore'
import { until } from '@barkyard/postgres/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { twoMatched } from '../client.ts'
import { type DatabaseServer, startDatabase } from '../faults/database-server.ts'
import { type ApiProcess, newProcess } from '../faults/processes.ts'
import { storedIn, Talker } from '../faults/talk.ts'

const PAIRS = explore(2, 4)
/** Messages of each sender between two crashes. */
const BETWEEN = explore(40, 200)

let database: DatabaseServer
let api: ApiProcess
beforeAll(async () => {
  database = await startDatabase()
  const env = {
    DATABASE_URL: database.url,
    RATE_LIMIT: '0',
    SESSION_SECRET: 'one that outlives the process that made it',
  }
  api = await newProcess(env)
  await api.start()
})
afterAll(async () => {
  await api.end('SIGKILL')
  await database.stop()
})

test('after kill -9 amid thousands of messages, every delivered message is stored once and in order', async () => {
  const talkers: [Talker, Talker][] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const { first, second, matchId } = await twoMatched(api.url)
    talkers.push([new Talker(first.owner, first.dog.id, matchId), new Talker(second.owner, second.dog.id, matchId)])
  }
  const all = talkers.flat()
  await Promise.all(all.map(talker => talker.open()))
  for (const talker of all) talker.start(3)

  const crashes = [
    async () => {
      await api.end('SIGKILL')
      await api.start()
    },
    // The database alone: faults/database.test.ts.
    async () => {
      await Promise.all([api.end('SIGKILL'), database.kill()])
      await database.recovered()
      await api.start()
    },
  ]
  for (const crash of crashes) {
    const counts = () => all.map(talker => talker.confirmed.size)
    const before = counts()
    await until(counts, now => now.every((count, index) => count >= (before[index] ?? 0) + BETWEEN))
    await crash()
  }
  await Promise.all(all.map(talker => talker.finish()))

  for (const [one, other] of talkers) {
    const stored = await storedIn(one.person, one.matchId)
    // The first one is the bark that created the match.
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 2))
    const bodies = stored.map(({ body }) => body)
    expect(new Set(bodies).size).toBe(bodies.length)
    expect(new Set(bodies)).toEqual(new Set([...one.sent, ...other.sent]))
    const bySeq = new Map(stored.map(({ seq, id, body }) => [seq, { id, body }]))
    for (const talker of [one, other]) {
      const received = talker.chats.flatMap(({ messages }) => messages)
      for (const { seq, id, body } of received) expect(bySeq.get(seq)).toEqual({ id, body })
      expect(talker.doubled).toBe(0)
    }
  }
  expect(all.reduce((sum, talker) => sum + talker.sent.length, 0)).toBeGreaterThan(PAIRS * 2 * BETWEEN * crashes.length)
})
