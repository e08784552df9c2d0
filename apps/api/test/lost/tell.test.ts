import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { ownerWithDog, type Person } from '../client.ts'
import { openLive } from '../live.ts'
import { testPushService } from '../push-service.ts'
import { HOUR } from '../times.ts'
import { lostApp } from './lost-app.ts'

const service = await testPushService()
const { app, clock, north, open, opened, told, news, ownerOf, seen } = lostApp({ PUSH_HOSTS: service.host })
const titles = async (person: Person) => (await news(person)).map(({ title }) => title)

/** An owner whose browser gets pushes. */
async function neighbour(km: number) {
  const made = await ownerWithDog(app.url, { name: 'Bo' }, north(km))
  expect((await made.owner.post('/api/push/endpoints', service.subscribe())).status).toBe(200)
  return made
}
/** How many pushes to somebody quiet hours hold back. */
async function held({ user }: Person) {
  await told()
  await app.services.deliveries.run()
  const waiting = app.services.db.selectFrom('notifications').select('id').where('push_at', 'is not', null)
  return (await waiting.where('user_id', '=', user.id).execute()).length
}
const pushed = async ({ user }: Person) => {
  const tellings = app.services.db.selectFrom('lost_tellings').select('lost_id').where('is_pushed', '=', true)
  return (await tellings.where('user_id', '=', user.id).execute()).length
}

test('those within the reach are told once, those further away when it grows, and all of them that it is over', async () => {
  const near = await neighbour(6)
  const paused = await neighbour(7)
  await paused.owner.patch(`/api/dogs/${paused.dog.id}`, { paused: true })
  const far = await neighbour(12)
  await far.owner.patch('/api/preferences', { units: 'mi' })
  const blocked = await neighbour(5)
  const blockedLater = await neighbour(6)
  const outside = await neighbour(40)
  const live = await openLive(near.owner)
  const { owner, dog } = await ownerOf()
  await blocked.owner.post('/api/blocks', { dogId: dog.id })
  const { body: lost } = await open(owner, dog.id)
  await told()
  expect(await news(near.owner)).toMatchObject([
    { title: 'Mochi is lost, 1 km from you', path: `/lost/${lost.id}`, dogId: null, seenAt: null },
  ])
  expect(await titles(paused.owner)).toEqual(['Mochi is lost, 2 km from you'])
  expect(await titles(blockedLater.owner)).toEqual(['Mochi is lost, 1 km from you'])
  await blockedLater.owner.post('/api/blocks', { dogId: dog.id })
  const unaware = await openLive(blockedLater.owner)
  const { bells } = live
  for (const { owner: one } of [far, blocked, outside, { owner }]) expect(await titles(one)).toEqual([])
  clock.now += 2 * HOUR
  await owner.patch<OwnLost>(`/api/lost/${lost.id}`, { reach: 10, version: 1 })
  await told()
  expect(await titles(far.owner)).toEqual(['Mochi is lost, 4 mi from you'])
  expect(await titles(near.owner)).toHaveLength(1)
  await owner.post(`/api/lost/${lost.id}/close`, { outcome: 'found' })
  await told()
  for (const { owner: one } of [near, paused, far]) expect(await titles(one)).toEqual(['Mochi is home'])
  for (const { owner: one } of [blocked, blockedLater, outside]) expect(await titles(one)).toEqual([])
  await until(() => live.bells > bells, true)
  expect([unaware.bells, unaware.events]).toEqual([0, []])
  expect(await pushed(blocked.owner)).toBe(0)
  await until(() => held(near.owner), 0)
  // It began, changed and ended.
  await until(() => live.events.filter(event => event.type === 'lost' && event.lostId === lost.id).length, 3)
})

test('at most two cases a week push to one person, and none where they are turned off', async () => {
  const reader = await neighbour(5)
  const off = await neighbour(5)
  await off.owner.patch('/api/preferences', { kinds: { lost: { push: false } } })
  const started = await Promise.all(['A', 'B', 'C'].map(async name => ({ name, ...(await ownerOf(name)) })))
  await Promise.all(started.map(({ owner, dog }) => open(owner, dog.id)))
  await told()
  for (const { owner } of [reader, off]) expect(await titles(owner)).toHaveLength(3)
  expect([await pushed(reader.owner), await pushed(off.owner)]).toEqual([2, 0])
  clock.now += 7 * 24 * HOUR + 1
  const later = await ownerOf('D')
  await open(later.owner, later.dog.id)
  await told()
  expect(await pushed(reader.owner)).toBe(3)
})

test('quiet hours hold pushes back, and what is over by then is not pushed', async () => {
  const reader = await neighbour(5)
  const day = new Date(clock.now + 24 * HOUR).toISOString().slice(0, 10)
  await reader.owner.patch('/api/preferences', { timeZone: 'Etc/UTC', quiet: { from: '22:00', to: '07:00' } })
  clock.now = Date.parse(`${day}T23:00:00Z`)
  const { owner, lost } = await opened()
  expect(await held(reader.owner)).toBe(1)
  await owner.post(`/api/lost/${lost.id}/close`, { outcome: 'returned' })
  await until(() => held(reader.owner), 0)
  expect(await titles(reader.owner)).toEqual(['Mochi is home'])
})

test('a lost dog that gets another owner is sought no longer, which those who were told learn', async () => {
  const near = await neighbour(6)
  const { owner, dog, lost } = await opened()
  await told()
  expect(await titles(near.owner)).toEqual(['Mochi is lost, 1 km from you'])
  const { owner: heir } = await ownerOf('Bo', 5)
  const admin = await newAdmin(app)
  const pages = [await openLive(near.owner), await openLive(owner)]
  expect((await admin.patch(`/api/admin/dogs/${dog.id}/owner`, { userId: heir.user.id })).status).toBe(200)
  await told()
  expect(await titles(near.owner)).toEqual(['The search for Mochi has ended'])
  expect((await seen(owner, lost.id)).body).toMatchObject({ state: 'closed', outcome: 'mistake' })
  expect((await heir.get('/api/lost/mine')).body).toEqual([])
  for (const page of pages)
    await page.until(events => events.some(event => event.type === 'lost' && event.lostId === lost.id))
})

test('a lost dog whose profile is deleted is sought no longer, which those who were told and see it learn without its name', async () => {
  const [near, blocked] = [await neighbour(6), await neighbour(6)]
  await near.owner.patch('/api/preferences', { quiet: null })
  const { owner, dog, lost } = await opened()
  await told()
  for (const { owner: one } of [near, blocked]) expect(await titles(one)).toEqual(['Mochi is lost, 1 km from you'])
  await until(() => held(near.owner), 0)
  await blocked.owner.post('/api/blocks', { dogId: dog.id })
  const [page, unaware] = [await openLive(near.owner), await openLive(blocked.owner)]
  expect((await owner.delete(`/api/dogs/${dog.id}`)).status).toBe(200)
  const title = 'The search for a dog has ended'
  expect(await news(near.owner)).toMatchObject([{ title, dogId: null, path: `/lost/${lost.id}`, seenAt: null }])
  expect(await titles(blocked.owner)).toEqual([])
  await page.until(events => events.some(event => event.type === 'lost' && event.lostId === lost.id))
  await app.services.deliveries.run()
  await until(() => service.pushes.filter(({ payload }) => payload.title === title).length, 1)
  expect(unaware.events).toEqual([])
})

test('pieces of 500 reach everybody, and a case that is over is told to nobody new', async () => {
  const { db } = app.services
  const { owner, dog } = await ownerOf()
  await sql`
    INSERT INTO users (id, first_name, last_name, cell)
    SELECT gen_random_uuid(), 'N', '', cell FROM users, generate_series(1, 1100) WHERE id = ${owner.user.id}`.execute(
    db,
  )
  const { body } = await open(owner, dog.id, north(1))
  await told()
  const count = async () =>
    (await db.selectFrom('lost_tellings').select('user_id').where('lost_id', '=', body.id).execute()).length
  expect(await count()).toBe(1100)
  await owner.post(`/api/lost/${body.id}/close`, { outcome: 'mistake' })
  await told()
  const over = db.selectFrom('notifications').select('id').where('event', '=', 'lost-over')
  expect(await over.where('key', '=', `lost ${body.id}`).execute()).toHaveLength(1100)
})
