import { newId } from '@barkyard/db/queries/ids'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { User } from '@barkyard/domain/schemas/user'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '../../src/features/index.ts'
import { proceduresOf } from '../../src/platform/trpc/meta.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { CALLS, inHours, LOST, NOBODY, playdateOf, requestOf } from '../calls.ts'
import { A_DOG, Client, ownerWithDog, PASSWORD, type Person, photo, signUp, twoMatched, unique } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()

describe('fields that no caller may set', () => {
  test('are ignored wherever they are sent', async () => {
    const victim = await ownerWithDog(app.url)
    const client = new Client(app.url)
    const mine = {
      id: victim.owner.user.id,
      userId: victim.owner.user.id,
      ownerId: victim.owner.user.id,
      isAdmin: true,
      is_admin: true,
      isDemo: true,
      isImpersonating: true,
      cell: 1,
      activeDogId: victim.dog.id,
      createdAt: '2000-01-01T00:00:00Z',
      actingDogId: victim.dog.id,
      passwordHash: 'x',
    }
    const fields = { email: `x-${unique()}@example.test`, password: PASSWORD, firstName: 'A', lastName: 'B' }
    const { body: user } = await client.post<User>('/api/signup', { ...mine, ...fields })
    expect(user).toMatchObject({ isAdmin: false, isImpersonating: false, dog: null, lat: null })
    expect(user.id).not.toBe(mine.id)
    const { body: dog } = await client.post<Dog>('/api/dogs', { ...mine, photos: [{ id: 'x' }], ...A_DOG })
    expect(dog.id).not.toBe(mine.id)
    expect(dog.photos).toEqual([])
    expect((await victim.owner.get<Dog[]>('/api/my-dogs')).body.length).toBe(1)
    expect((await client.patch<User>('/api/user/location', { ...mine, lat: 1, lng: 2 })).body).toMatchObject({
      id: user.id,
      isAdmin: false,
      lat: 1,
    })
    expect((await victim.owner.get<User>('/api/auth/user')).body.lat).not.toBe(1)
    expectError(await client.post('/api/active-dog', { ...mine, dogId: victim.dog.id }), 403)
    await client.post('/api/active-dog', { dogId: dog.id })
    const { body: bark } = await client.post<{ matchId: string }>('/api/bark', {
      ...mine,
      fromDogId: victim.dog.id,
      senderDogId: victim.dog.id,
      body: 'forged',
      toDogId: victim.dog.id,
    })
    const { body: messages } = await client.get<{ senderDogId: string; body: string }[]>(
      `/api/messages/${bark.matchId}`,
    )
    expect(messages.map(({ senderDogId, body }) => [senderDogId, body])).toEqual([[dog.id, 'Woof! 🐕']])
    const playdate = {
      ...mine,
      matchId: bark.matchId,
      whenTs: inHours(24),
      parkName: 'Dolores Park',
      proposerDogId: victim.dog.id,
      lat: '0',
      lng: '0',
    }
    expectError(await client.post('/api/playdates', { ...playdate, status: 'accepted' }), 400)
    const { body: proposed } = await client.post<Playdate>('/api/playdates', playdate)
    expect(proposed).toMatchObject({ proposerDogId: dog.id, status: 'proposed' })
    expect(Number(proposed.lat)).toBeGreaterThan(37)
    expectError(await client.patch(`/api/playdates/${proposed.id}`, { ...mine, status: 'accepted' }), 403)
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
    const { first, second, matchId } = await twoMatched(app.url)
    const outsider = await ownerWithDog(app.url)
    stranger = outsider.owner
    const made = async (by: Person, path: string, body: object) =>
      (await by.post<{ id: string }>(`/api/${path}`, body)).body.id
    const added = await first.owner.upload(first.dog.id, await photo())
    await second.owner.upload(second.dog.id, await photo())
    // A search for a dog made today would wait for a moderator.
    await sql`UPDATE dogs SET created_at = now() - interval '2 days' WHERE id = ${second.dog.id}`.execute(
      app.services.db,
    )
    const lost = await made(second.owner, `dogs/${second.dog.id}/lost`, LOST)
    const sighting = { at: LOST.lastSeenAt, lat: LOST.lat, lng: LOST.lng, state: 'seen' }
    // Walks are open to everybody whom their host has not blocked.
    await second.owner.post('/api/blocks', { dogId: outsider.dog.id })
    const [session] = (await first.owner.get<{ id: string }[]>('/api/sessions')).body
    const passkey = {
      id: newId(),
      user_id: first.owner.user.id,
      name: 'Phone',
      credential_id: 'x',
      public_key: Buffer.from('x'),
      counter: 0,
      transports: [],
      created_at: new Date(),
      last_used_at: null,
      locked_at: null,
    }
    await app.services.db.insertInto('passkeys').values(passkey).execute()
    const walk = { whenTs: inHours(24), parkName: 'Dolores Park', title: 'A walk', maxDogs: 4 }
    const hook = { url: 'https://hooks.example.com', events: ['message'] }
    ids = {
      dogs: first.dog.id,
      dogId: first.dog.id,
      photoId: added.body.id,
      matchId,
      lost,
      sightings: await made(first.owner, `lost/${lost}/sightings`, sighting),
      passkeys: passkey.id,
      skips: await made(first.owner, 'skips', { dogId: second.dog.id }),
      verifications: await made(first.owner, `dogs/${first.dog.id}/verifications`, { kind: 'photo' }),
      walks: await made(second.owner, 'walks', walk),
      searches: await made(first.owner, 'searches', { name: 'All', filters: {} }),
      webhooks: await made(first.owner, 'webhooks', hook),
      playdates: await made(first.owner, 'playdates', playdateOf(matchId)),
      tokens: await made(first.owner, 'tokens', { name: 'x' }),
      blocks: await made(first.owner, 'blocks', { dogId: (await ownerWithDog(app.url)).dog.id }),
      push: first.dog.id,
      sessions: session?.id ?? '',
    }
  })

  const procedures = new Map(
    proceduresOf(appRouter).map(([name, { _def }, { operationId }]) => [operationId, { name, type: _def.type }]),
  )
  // Those of the panel: roles.test.ts.
  const known = CALLS.filter(
    ({ name, path, operation }) =>
      !/^GET .(dogs|parks).\{id\}$/.test(name) &&
      procedures.has(operation.operationId) &&
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
    const { name, type } = procedures.get(call.operation.operationId) ?? {}
    const [beginning = ''] = path.split('/').slice(2)
    const input = { ...body, ...ids, id: ids[beginning] }
    const viaTrpc =
      type === 'query'
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
