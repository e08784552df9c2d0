import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { User } from '@barkyard/domain/schemas/user'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '../../src/features/index.ts'
import { endpoints } from '../../src/platform/rest/mount.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { CALLS, NOBODY, playdateOf, requestOf } from '../calls.ts'
import { A_DOG, Client, ownerWithDog, PASSWORD, type Person, photo, signUp, unique } from '../client.ts'
import { expectError } from '../shape.ts'
import { makeWorld } from './world.ts'

const app = testApp()

describe('fields that no caller may set', () => {
  test('are ignored wherever they are sent', async () => {
    const victim = await ownerWithDog(app.url)
    const { id } = victim.owner.user
    const dogId = victim.dog.id
    const client = new Client(app.url)
    const forged = {
      ...{ id, userId: id, ownerId: id, isAdmin: true, is_admin: true, isDemo: true, isImpersonating: true, cell: 1 },
      ...{ activeDogId: dogId, actingDogId: dogId, fromDogId: dogId, senderDogId: dogId, proposerDogId: dogId },
      ...{ createdAt: '2000-01-01T00:00:00Z', passwordHash: 'x', photos: [{ id: 'x' }] },
    }
    const send = async <T>(method: string, path: string, body: object) =>
      (await client.send<T>(method, `/api/${path}`, { ...forged, ...body })).body
    const fields = { email: `x-${unique()}@example.test`, password: PASSWORD, firstName: 'A', lastName: 'B' }
    const user = await send<User>('POST', 'signup', fields)
    expect(user).toMatchObject({ isAdmin: false, isImpersonating: false, dog: null, lat: null })
    const dog = await send<Dog>('POST', 'dogs', A_DOG)
    expect(dog.photos).toEqual([])
    expect([user.id, dog.id]).not.toContain(id)
    expect((await victim.owner.get<Dog[]>('/api/my-dogs')).body.length).toBe(1)
    const moved = await send<User>('PATCH', 'user/location', { lat: 1, lng: 2 })
    expect(moved).toMatchObject({ id: user.id, isAdmin: false, lat: 1 })
    expect((await victim.owner.get<User>('/api/auth/user')).body.lat).not.toBe(1)
    expectError(await client.post('/api/active-dog', { ...forged, dogId }), 403)
    await client.post('/api/active-dog', { dogId: dog.id })
    const { matchId } = await send<{ matchId: string }>('POST', 'bark', { body: 'forged', toDogId: dogId })
    const { body: messages } = await client.get<Message[]>(`/api/messages/${matchId}`)
    expect(messages.map(({ senderDogId, body }) => [senderDogId, body])).toEqual([[dog.id, 'Woof! 🐕']])
    const plan = { ...playdateOf(matchId), lat: '0', lng: '0' }
    expectError(await client.post('/api/playdates', { ...forged, ...plan, status: 'accepted' }), 400)
    const proposed = await send<Playdate>('POST', 'playdates', plan)
    expect(proposed).toMatchObject({ proposerDogId: dog.id, status: 'proposed' })
    expect(Number(proposed.lat)).toBeGreaterThan(37)
    expectError(await client.patch(`/api/playdates/${proposed.id}`, { ...forged, status: 'accepted' }), 403)
    expectError(await client.post('/api/tokens', { name: 'x', isAdmin: true }), 403)
  })

  test('have no effect in headers', async () => {
    const admin = await newAdmin(app)
    const owner = await signUp(app.url)
    for (const headers of [
      { 'x-user-id': admin.user.id, 'x-admin': 'true', 'x-is-admin': '1' },
      { 'x-original-url': '/api/live', 'x-rewrite-url': '/api/live' },
      { 'x-http-method-override': 'GET', 'x-method-override': 'DELETE' },
      { authorization: `Bearer ${admin.user.id}` },
      { authorization: `Basic ${Buffer.from(`${admin.user.email}:${PASSWORD}`).toString('base64')}` },
      { cookie: `session=${admin.user.id}` },
      { cookie: `${owner.cookie}; session=${admin.user.id}; isAdmin=true` },
    ])
      expect([401, 403]).toContain((await owner.send('GET', '/api/admin/users', undefined, headers)).status)
  })
})

describe('other users’ data, by every call that takes an id', () => {
  let stranger: Person
  let ids: Record<string, string>
  beforeAll(async () => {
    const world = await makeWorld(app)
    stranger = world.stranger.owner
    ids = world.ids
    // Walks are open to everybody whom their host has not blocked.
    await world.second.owner.post('/api/blocks', { dogId: world.stranger.dog.id })
  })

  const procedures = new Map(endpoints(appRouter).map(one => [`${one.method} ${one.path}`, one]))
  // Those of the panel: roles.test.ts.
  const known = CALLS.filter(
    ({ name, path }) =>
      !/^GET .(dogs|parks).\{id\}$/.test(name) &&
      procedures.has(name) &&
      (path.includes('{') || /^POST .(active-dog|playdates)$/.test(name)),
  )

  test.each(known)('$name', async call => {
    const { method, path, body } = requestOf(call, ids)
    const answer = await stranger.send<ErrorBody>(method, path, body)
    // Dogs and photos are seen by everybody. Anything else looks as if it did not exist.
    expectError(answer, /\/(dogs|photos|active-dog)\b/.test(path) ? 403 : 404)
    const nothing = requestOf(call, {})
    const missing = await stranger.send<ErrorBody>(nothing.method, nothing.path, nothing.body)
    expectError(missing, 404, 'NOT_FOUND')
    if (answer.status === 404) expect(missing.body).toEqual(answer.body)
    const [beginning = ''] = path.split('/').slice(2)
    const input = { ...body, ...ids, id: ids[beginning] }
    const { name } = procedures.get(call.name) ?? {}
    const viaTrpc =
      method === 'GET'
        ? await stranger.get(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
        : await stranger.post(`/api/trpc/${name}`, input)
    expect(viaTrpc.status).toBe(answer.status)
  })

  test('is 404 for what is no id', async () => {
    for (const path of [`dogs/${NOBODY}`, 'dogs/no-id-at-all', 'matches/no-id-at-all'])
      expectError(await stranger.get(`/api/${path}`), 404, 'NOT_FOUND')
    expectError(await stranger.post('/api/bark', { toDogId: 'no-id-at-all' }), 404, 'NOT_FOUND')
  })

  test('is not added to by an upload', async () => {
    const png = await photo()
    expectError(await stranger.upload(ids.dogs ?? '', png), 403, 'FORBIDDEN')
    for (const dogId of [NOBODY, 'no-id-at-all']) expectError(await stranger.upload(dogId, png), 404, 'NOT_FOUND')
  })

  test('is all still there', async () => {
    for (const table of ['dogs', 'photos', 'playdates', 'tokens', 'sessions'] as const) {
      const id = (table === 'photos' ? ids.photoId : ids[table]) ?? ''
      const rows = await app.services.db.selectFrom(table).select('id').where('id', '=', id).execute()
      expect([table, rows]).toEqual([table, [{ id }]])
    }
  })
})
