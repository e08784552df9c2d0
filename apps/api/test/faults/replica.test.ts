import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { giveRole } from '../admin.ts'
import { startApp } from '../app.ts'
import { createDog, ownerWithDog, type Person } from '../client.ts'
import { startDatabase } from './database-server.ts'
import { PRIMARY_SETTINGS, startStandby } from './standby-server.ts'
import { testServer } from './test-server.ts'

/** Waits, because a replica that took too long on a busy machine rests for 5 s, and the primary answers meanwhile. */
const finds = (person: Person, ids: string[]) =>
  until(
    () => found(person),
    list => expect(list.sort()).toEqual(ids.sort()),
  )
const found = async (person: Person) => {
  const { status, body } = await person.get<SniffDog[]>('/api/sniff')
  expect(status).toBe(200)
  return body.map(({ id }) => id)
}

const primary = testServer(() => startDatabase(PRIMARY_SETTINGS))
const standby = testServer(() => startStandby(primary))
const app = testServer(() => startApp(primary.url, { DATABASE_REPLICA_URL: standby.url }))

describe('a standby that follows by streaming replication', () => {
  const LOS_ANGELES = { lat: 34.0522, lng: -118.2437 }
  let ann: Person
  let annsDog: string
  /** Near Ann, and in Los Angeles. */
  let bo: string
  let cy: string
  beforeAll(async () => {
    const first = await ownerWithDog(app.url)
    ann = first.owner
    annsDog = first.dog.id
    bo = (await ownerWithDog(app.url)).dog.id
    cy = (await ownerWithDog(app.url, {}, LOS_ANGELES)).dog.id
    await standby.caughtUp()
  })

  // One that is unavailable: src/features/sniff/replica.test.ts.
  test('searches read it and find exactly what it has replayed, except for admins, and unless it hangs', async () => {
    await finds(ann, [bo])
    await standby.pause()
    const { dog } = await ownerWithDog(app.url)
    await finds(ann, [bo])
    // Admins can change any dog.
    await giveRole(app, ann, 'admin')
    expect((await found(ann)).sort()).toEqual([bo, dog.id].sort())
    await giveRole(app, ann, 'owner')
    await finds(ann, [bo])
    // While it hangs the primary answers, and it is read again when it goes on.
    const thaw = await standby.freeze()
    onTestFinished(thaw)
    expect((await found(ann)).sort()).toEqual([bo, dog.id].sort())
    thaw()
    await finds(ann, [bo])
    await standby.resume()
    await finds(ann, [bo, dog.id])
  })

  test('while it replays nothing users still see their own writes', async () => {
    await standby.pause()
    await ann.patch('/api/user/location', LOS_ANGELES)
    expect(await found(ann)).toEqual([cy])
    const score = async () => (await ann.get<SniffDog[]>('/api/sniff')).body[0]?.compatibility?.score ?? 0
    const before = await score()
    const unlike = await createDog(ann, { size: 'large', temperament: ['calm'], ageYears: 14 })
    await ann.post('/api/active-dog', { dogId: unlike.id })
    expect(await score()).toBeLessThan(before)
    expect((await ann.get<Dog[]>('/api/my-dogs')).body.map(({ id }) => id)).toContain(unlike.id)
    expect((await ann.get(`/api/dogs/${unlike.id}`)).status).toBe(200)
    // A user who signs up now exists only on the primary.
    const late = await ownerWithDog(app.url, {}, LOS_ANGELES)
    await finds(late.owner, [cy])
    expect((await late.owner.get('/api/matches')).status).toBe(200)
    await standby.resume()
    await finds(late.owner, [cy, annsDog, unlike.id])
  })

  test('while it replays nothing nobody is found who was blocked, skipped or hidden meanwhile', async () => {
    const PORTLAND = { lat: 45.5152, lng: -122.6784 }
    const { owner, dog } = await ownerWithDog(app.url, {}, PORTLAND)
    const [one, two, three, four] = await Promise.all([1, 2, 3, 4].map(() => ownerWithDog(app.url, {}, PORTLAND)))
    if (!one || !two || !three || !four) throw new Error('four owners')
    await standby.caughtUp()
    await finds(
      owner,
      [one, two, three, four].map(({ dog }) => dog.id),
    )
    await standby.pause()
    expect((await one.owner.post('/api/blocks', { dogId: dog.id })).status).toBe(200)
    expect((await owner.post('/api/skips', { dogId: two.dog.id })).status).toBe(200)
    await app.services.db.updateTable('dogs').set({ paused: true }).where('id', '=', three.dog.id).execute()
    expect(await found(owner)).toEqual([four.dog.id])
    await standby.resume()
  })
})
