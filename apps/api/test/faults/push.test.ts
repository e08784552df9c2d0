import { type Db, openDatabase } from '@barkyard/db/open'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightAtOnce, ownerWithDog } from '../client.ts'
import { testPushService } from '../push-service.ts'
import { type ApiProcess, newProcess } from './processes.ts'

const [service, slow] = [await testPushService(), await testPushService()]
let db: Db
const processes: ApiProcess[] = []

beforeAll(async () => {
  const { url } = await createTestDatabase()
  db = openDatabase(url, { max: 2 })
  const env = {
    DATABASE_URL: url,
    PUSH_HOSTS: `${service.host},${slow.host}`,
    RATE_LIMIT: '0',
    SESSION_SECRET: 'a secret that all processes of a test share',
  }
  for (let n = 0; n < 2; n++) processes.push(await newProcess(env))
  await processes[0]?.start()
})
afterAll(async () => {
  await Promise.all(processes.map(one => one.end('SIGKILL')))
  await db.destroy()
})

/** An owner with a dog and a subscription at a push service. */
async function reachable(url: string, at = service) {
  const person = await ownerWithDog(url)
  const browser = at.subscribe()
  await person.owner.post('/api/push/endpoints', browser)
  return { ...person, browser }
}
const barkAt = async (url: string, dogId: string) =>
  (await ownerWithDog(url)).owner.post('/api/bark', { toDogId: dogId })
const leased = () =>
  db.selectFrom('jobs').select('id').where('kind', '=', 'push').where('lease_id', 'is not', null).execute()

test('a push whose process was killed while sending it is sent once by another process after the lease', async () => {
  const [one, two] = processes
  if (!one || !two) throw new Error('no processes')
  const { dog, browser } = await reachable(one.url)
  service.status = 'hang'
  const before = service.offered
  await barkAt(one.url, dog.id)
  await service.untilOffered(before + 1)
  await one.end('SIGKILL')
  expect(await leased()).toHaveLength(1)
  expect(service.pushes).toEqual([])
  service.status = 201
  await sql`UPDATE jobs SET leased_until = now() - interval '1 second'`.execute(db)
  await two.start()
  const [push] = await service.pushesTo(browser)
  await until(() => db.selectFrom('jobs').select('id').where('kind', '=', 'push').execute(), [])
  expect(await service.pushesTo(browser)).toHaveLength(1)
  const notifications = await db.selectFrom('notifications').select('id').where('dog_id', '=', dog.id).execute()
  expect(notifications).toEqual([{ id: push?.payload.id }])
  await one.start()
})

test('two processes send each push once, and none waits for a push service that does not answer', async () => {
  const [one, two] = processes
  if (!one || !two) throw new Error('no processes')
  slow.status = 'hang'
  const behind = await eightAtOnce(20, () => reachable(one.url, slow))
  const others = await eightAtOnce(10, () => reachable(two.url))
  const all = [...behind, ...others]
  await eightAtOnce(all.length, n => barkAt((n % 2 ? one : two).url, all[n]?.dog.id ?? ''))
  for (const { browser } of others) await service.pushesTo(browser)
  expect(slow.pushes).toEqual([])
  const waiting = db
    .selectFrom('jobs')
    .innerJoin('push_endpoints', 'push_endpoints.user_id', 'jobs.user_id')
    .select('jobs.id')
    .where('endpoint', 'like', `%${service.host}%`)
  await until(() => waiting.execute(), [])
  for (const { browser } of others) expect(await service.pushesTo(browser)).toHaveLength(1)
})
