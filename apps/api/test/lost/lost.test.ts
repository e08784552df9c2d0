import type { Reach } from '@barkyard/domain/lost'
import type { Lost, OwnLost } from '@barkyard/domain/schemas/lost'
import { until } from '@barkyard/postgres/testing/until'
import { expect, test } from 'vitest'
import { hourlySweep } from '../../src/features/index.ts'
import { readToSend } from '../../src/features/notifications/decide-delivery.ts'
import { auditOf, newAdmin } from '../admin.ts'
import { anotherBrowser, createDog, notificationsOf, ownerWithDog, PASSWORD, pagesOf } from '../client.ts'
import { openLive } from '../live.ts'
import { expectError } from '../shape.ts'
import { HOUR } from '../times.ts'
import { lostCase } from './calls.ts'
import { lostApp } from './lost-app.ts'

const { app, clock, places, north, ownerOf, open, opened, told, news, seen } = lostApp()
const SECRETS = { phone: '+1 (415) 555-0134', showPhone: false, mark: 'a white toe on the left' }

test('an owner opens a case of their own dog, by the rules', async () => {
  const { owner, dog } = await ownerOf()
  const bare = await createDog(owner, { name: 'Bare' })
  expectError(await open(owner, bare.id), 409, 'no-photo')
  for (const [field, value] of [
    ['lastSeenAt', new Date(clock.now + HOUR).toISOString()],
    ['note', 'call 415 555 0134'],
    ['wearing', 'pay at www.dog-reward.com'],
    ['wearing', 'a tag with mochi@example.org'],
    ['phone', 'ask Robin'],
    ['mark', 'x'.repeat(121)],
    ['note', 'x'.repeat(301)],
    ['approach', 'bites'],
    ['lat', 91],
  ] as const) {
    const answer = await open(owner, dog.id, { [field]: value })
    expectError(answer, 400)
    expect((answer.body as unknown as { issues: { path: string[] }[] }).issues[0]?.path).toEqual([field])
  }
  // Of two at once one is made.
  const answers = await Promise.all(
    [1, 2].map(() => open(owner, dog.id, { ...SECRETS, note: 'By the lake', ...north(5.0009) })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const lost = answers.find(({ status }) => status === 200)?.body as OwnLost
  expect(lost).toMatchObject({
    ...SECRETS,
    version: 1,
    state: 'open',
    outcome: null,
    note: 'By the lake',
    wearing: null,
    reach: 3,
    distance: 5,
    sightings: 0,
    dog: { id: dog.id, name: 'Mochi' },
    endsAt: new Date(clock.now + 72 * HOUR).toISOString(),
  })
  expect(lost.lat).toBe(Math.round(lost.lat * 1000) / 1000)
  expect(lost.code).toMatch(/^[a-z2-9]{16}$/)
  expectError(await open(owner, dog.id), 409, 'already-lost')
  const { body: mine } = await owner.get<OwnLost[]>('/api/lost/mine')
  expect(mine).toEqual([lost])
})

test('who reads what: strangers, who was told, admins, also who acts as the dog; it goes with its owner’s account', async () => {
  const near = await ownerOf('Bo', 6)
  const { owner, dog, lost } = await opened({ ...SECRETS, showPhone: true })
  const far = await ownerWithDog(app.url, {}, north(200))
  const [admin, acting] = [await newAdmin(app), await newAdmin(app)]
  expect((await acting.post(`/api/admin/impersonate-dog/${dog.id}`)).status).toBe(200)
  await told()
  for (const one of [near.owner, far.owner, admin, acting]) {
    const { status, body } = await seen(one, lost.id)
    expect(status).toBe(200)
    for (const field of ['mark', 'phone', 'showPhone', 'code', 'sightings']) expect(body).not.toHaveProperty(field)
    expect(JSON.stringify(body)).not.toContain(SECRETS.mark)
  }
  expect((await acting.get('/api/lost/mine')).body).toEqual([])
  expect((await seen(far.owner, lost.id)).body.distance).toBe(195)
  expect((await near.owner.get<Lost[]>('/api/lost')).body).toMatchObject([{ id: lost.id, distance: 1 }])
  expect((await far.owner.get<Lost[]>('/api/lost')).body).toEqual([])
  expectError(await far.owner.patch(`/api/lost/${lost.id}`, { note: 'x', version: 1 }), 403, 'not-your-dog')
  expectError(await far.owner.post(`/api/lost/${lost.id}/close`, { outcome: 'found' }), 403, 'not-your-dog')
  // Its owner reads it while the dog is hidden.
  const hidden = (hidden_at: Date | null) =>
    app.services.db.updateTable('dogs').set({ hidden_at }).where('id', '=', dog.id).execute()
  await hidden(new Date())
  expect((await seen(owner, lost.id)).status).toBe(200)
  await hidden(null)
  // Once it is over, it is for who was told.
  await owner.post(`/api/lost/${lost.id}/close`, { outcome: 'returned' })
  expect((await seen(near.owner, lost.id)).body).toMatchObject({ state: 'closed', outcome: 'returned' })
  expectError(await seen(far.owner, lost.id), 404)
  expectError(await seen(admin, lost.id), 404)
  expect((await near.owner.get<Lost[]>('/api/lost')).body).toEqual([])
  // Nor does it stand in what is logged, told or kept elsewhere.
  for (const table of ['notifications', 'jobs', 'audit_log'] as const)
    expect(JSON.stringify(await app.services.db.selectFrom(table).selectAll().execute())).not.toContain(SECRETS.mark)
  expect((await owner.delete('/api/account', { password: PASSWORD })).status).toBe(200)
  expect(await app.services.db.selectFrom('lost_cases').where('id', '=', lost.id).select('id').execute()).toEqual([])
})

test('pages of the cases nearby: nearest first whatever their reach, none twice or left out', async () => {
  const { owner } = await ownerWithDog(app.url, { name: 'Bo' }, north(0))
  const at = async (km: number, reach: Reach) => {
    const mine = await ownerWithDog(app.url, {}, north(100))
    return (await lostCase(app, mine, { ...north(km), reach })).id
  }
  // Two of them at one point.
  const nearest = [await at(1, 25), await at(2, 3), await at(2, 10), await at(8, 10), await at(20, 25)]
  // Beyond their reach.
  await at(4, 3)
  await at(12, 10)
  const read = (await pagesOf<Lost>(owner, '/api/lost?limit=2')).map(page => page.map(({ id }) => id))
  expect(read).toEqual([nearest.slice(0, 2), nearest.slice(2, 4), nearest.slice(4)])
  expectError(await owner.get('/api/lost?cursor=nothing'), 400)
})

test('a case is changed by its version, reaches further with time, and is renewed for 30 days; then another is opened', async () => {
  const { owner, dog, lost } = await opened()
  const began = clock.now
  let version = 1
  const change = (fields: object) => owner.patch<OwnLost>(`/api/lost/${lost.id}`, { version, ...fields })
  expectError(await change({ version: 2 }), 409, 'stale-lost')
  expectError(await change({ lat: 1 }), 400)
  expectError(await change({ reach: 10 }), 409, 'too-early')
  expectError(await change({ reach: 5 }), 400)
  clock.now = began + 2 * HOUR
  expectError(await change({ reach: 25 }), 409, 'too-early')
  expect((await change({ reach: 10, wearing: 'Red collar', note: '' })).body).toMatchObject({
    reach: 10,
    version: 2,
    wearing: 'Red collar',
  })
  version = 2
  expectError(await change({ reach: 3 }), 400, 'smaller-reach')
  clock.now = began + 24 * HOUR
  expect((await change({ reach: 25 })).body).toMatchObject({ reach: 25, version: 3, wearing: 'Red collar' })
  version = 3
  for (let day = 3; day <= 30; day += 2) {
    clock.now = began + day * 24 * HOUR - HOUR
    const { body } = await change({ renew: true })
    const ends = Math.min(clock.now + 72 * HOUR, began + 30 * 24 * HOUR)
    expect(body.endsAt).toBe(new Date(ends).toISOString())
    version = body.version
  }
  clock.now = began + 30 * 24 * HOUR
  expectError(await change({ renew: true }), 409, 'case-closed')
  const near = { lat: places.home.lat + 0.001, lng: places.home.lng }
  const { body: next } = await open(owner, dog.id, near)
  expect([next.state, (await seen(owner, lost.id)).body.state]).toEqual(['open', 'ended'])
  expect((await news(owner))[0]?.title).toBe('The search for Mochi has ended')
  // Near home the point is a corner of the grid.
  const onGrid = [next.lat, next.lng].map(degrees => Math.round(degrees * 1000) % 10)
  expect(onGrid).toEqual([expect.closeTo(0), expect.closeTo(0)])
  const { body: moved } = await owner.patch<OwnLost>(`/api/lost/${next.id}`, { ...near, version: 1 })
  expect([moved.lat, moved.lng]).toEqual([next.lat, next.lng])
})

test('it ends by itself after 72 hours, and its owner is told 12 hours before', async () => {
  const { owner, dog, lost } = await opened()
  const titles = async () => (await news(owner)).map(({ title }) => title)
  clock.now += 60 * HOUR - 1
  await app.services.deliveries.run()
  expect(await titles()).toEqual([])
  clock.now += 1
  for (let look = 0; look < 2; look++) await app.services.deliveries.run()
  const warning = 'The search for Mochi ends soon'
  expect(await titles()).toEqual([warning])
  // Renewed, it ends later, of which they are told again, and no longer of the earlier end.
  const page = await openLive(owner)
  expect((await owner.patch(`/api/lost/${lost.id}`, { renew: true, version: 1 })).status).toBe(200)
  await until(() => page.bells > 0, true)
  clock.now += 60 * HOUR
  await app.services.deliveries.run()
  expect(await titles()).toEqual([warning])
  clock.now += 12 * HOUR
  expectError(await owner.post(`/api/lost/${lost.id}/close`, { outcome: 'found' }), 409, 'case-closed')
  for (let look = 0; look < 2; look++) await app.services.deliveries.run()
  expect(await titles()).toEqual(['The search for Mochi has ended', warning])
  expect((await seen(owner, lost.id)).body).toMatchObject({ state: 'ended', outcome: null })
  const [ended] = await news(owner)
  const toSend = () => readToSend(app.services.db, 'push', ended?.id ?? '', new Date(clock.now))
  expect(await toSend()).toHaveProperty('notification')
  // Still lost: it is opened again, and what waits for the end of quiet hours is not sent.
  expect((await open(owner, dog.id)).body.state).toBe('open')
  expect(await toSend()).toBeNull()
})

test('a new dog, the third case, and a dog whose last case a moderator closed wait for a moderator', async () => {
  const admin = await newAdmin(app)
  const { owner, dog } = await ownerOf()
  clock.now = Date.now() + 23 * HOUR
  const { body: first } = await open(owner, dog.id)
  expect(first.state).toBe('waiting')
  const stranger = await ownerOf('Bo', 5)
  expectError(await seen(stranger.owner, first.id), 404)
  expectError(await owner.patch(`/api/lost/${first.id}`, { note: 'x', version: 1 }), 409, 'case-closed')
  expect(await notificationsOf(admin)).toMatchObject([
    { title: 'The search for Mochi waits for a moderator', kind: 'moderation' },
  ])
  expect((await admin.post(`/api/admin/lost/${first.id}/decide`, { version: 1, approve: false })).status).toBe(200)
  expect(await auditOf(admin, 'Refused the search')).toMatchObject([{ action: 'lost-refused', dogId: dog.id }])
  clock.now += 48 * HOUR
  const { body: second } = await open(owner, dog.id)
  expect(second.state).toBe('waiting')
  clock.now += HOUR
  await admin.post(`/api/admin/lost/${second.id}/decide`, { version: 1, approve: true })
  const { body: begun } = await owner.get<OwnLost>(`/api/lost/${second.id}`)
  expect(Date.parse(begun.beganAt) - Date.parse(begun.createdAt)).toBe(HOUR)
  // Its owner closes that one.
  await owner.post(`/api/lost/${second.id}/close`, { outcome: 'mistake' })
  expect((await open(owner, dog.id)).body.state).toBe('open')
  // Mistakes within an hour do not count; the third case does.
  const other = await ownerOf('Cy')
  const openAndClose = async (afterMs: number) => {
    const { body } = await open(other.owner, other.dog.id)
    clock.now += afterMs
    if (body.state === 'open') await other.owner.post(`/api/lost/${body.id}/close`, { outcome: 'mistake' })
    return body.state
  }
  const states = []
  for (const after of [HOUR, HOUR + 1, HOUR + 1]) states.push(await openAndClose(after))
  expect([...states, await openAndClose(0)]).toEqual(['open', 'open', 'open', 'waiting'])
})

test('a case is kept for 90 days after its end; that it was counts for a year', async () => {
  const { owner, lost } = await opened()
  const { db } = app.services
  await owner.post(`/api/lost/${lost.id}/close`, { outcome: 'died' })
  const sweepAfter = (days: number) => hourlySweep(app.services, new Date(clock.now + days * 24 * HOUR))
  const openings = () => db.selectFrom('lost_openings').select('id').where('id', '=', lost.id).execute()
  // Sessions end after 30 days.
  await sweepAfter(89)
  expect((await seen(await anotherBrowser(owner), lost.id)).body.outcome).toBe('died')
  await sweepAfter(91)
  expectError(await seen(await anotherBrowser(owner), lost.id), 404)
  expect(await openings()).toHaveLength(1)
  await db.updateTable('lost_openings').set({ closed_by_moderator: true }).where('id', '=', lost.id).execute()
  await sweepAfter(367)
  expect(await openings()).toHaveLength(1)
  await db.updateTable('lost_openings').set({ closed_by_moderator: false }).where('id', '=', lost.id).execute()
  await sweepAfter(367)
  expect(await openings()).toEqual([])
})
