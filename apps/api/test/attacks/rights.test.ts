import { newId } from '@barkyard/db/queries/ids'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { User } from '@barkyard/domain/schemas/user'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '../../src/features/index.ts'
import { endpoints } from '../../src/platform/rest/mount.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { LOST } from '../calls.ts'
import { A_DOG, Client, ownerWithDog, PASSWORD, type Person, photo, signUp, twoMatched, unique } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

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
      whenTs: tomorrow(),
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

describe('other users’ data, by every call that takes an id, over REST and tRPC', () => {
  let stranger: Person
  let ids: Record<string, string>
  beforeAll(async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const outsider = await ownerWithDog(app.url)
    stranger = outsider.owner
    const added = await first.owner.upload(first.dog.id, await photo())
    const proposed = await first.owner.post<Playdate>('/api/playdates', {
      matchId,
      whenTs: tomorrow(),
      parkName: 'Dolores Park',
    })
    const walk = await second.owner.post<{ id: string }>('/api/walks', {
      whenTs: tomorrow(),
      parkName: 'Dolores Park',
      title: 'A walk',
      maxDogs: 4,
    })
    const search = await first.owner.post<{ id: string }>('/api/searches', { name: 'All', filters: {} })
    await second.owner.upload(second.dog.id, await photo())
    // That of a dog made today would wait for a moderator.
    await sql`UPDATE dogs SET created_at = now() - interval '2 days' WHERE id = ${second.dog.id}`.execute(
      app.services.db,
    )
    const lost = await second.owner.post<{ id: string }>(`/api/dogs/${second.dog.id}/lost`, LOST)
    const place = { lat: LOST.lat, lng: LOST.lng }
    const sighting = { at: new Date().toISOString(), ...place, state: 'seen' }
    const seen = await first.owner.post<{ id: string }>(`/api/lost/${lost.body.id}/sightings`, sighting)
    // Walks are open to everybody whom their host has not blocked.
    await second.owner.post('/api/blocks', { dogId: outsider.dog.id })
    const walkPaths = ['', '/join', '/leave', '/cancel', '/late', '/here', '/end-series']
    const token = await first.owner.post<{ id: string }>('/api/tokens', { name: 'x' })
    const [session] = (await first.owner.get<{ id: string }[]>('/api/sessions')).body
    const kept = await ownerWithDog(app.url)
    const block = await first.owner.post<{ id: string }>('/api/blocks', { dogId: kept.dog.id })
    const skip = await first.owner.post<{ id: string }>('/api/skips', { dogId: second.dog.id })
    const asked = await first.owner.post<{ id: string }>(`/api/dogs/${first.dog.id}/verifications`, { kind: 'photo' })
    const hook = await first.owner.post<{ id: string }>('/api/webhooks', {
      url: 'https://hooks.example.com',
      events: ['message'],
    })
    const passkeyId = newId()
    await app.services.db
      .insertInto('passkeys')
      .values({
        id: passkeyId,
        user_id: first.owner.user.id,
        name: 'Phone',
        credential_id: 'x',
        public_key: Buffer.from('x'),
        counter: 0,
        transports: [],
        created_at: new Date(),
        last_used_at: null,
        locked_at: null,
      })
      .execute()
    const moves = ['', '/counter', '/answer-change', '/cancel', '/late', '/here', '/phrase', '/recap']
    ids = {
      dogId: first.dog.id,
      photoId: added.body.id,
      matchId,
      userId: second.owner.user.id,
      '/dogs/{id}': first.dog.id,
      '/dogs/{id}/photos': first.dog.id,
      '/dogs/{id}/verifications': first.dog.id,
      '/dogs/{id}/lost': first.dog.id,
      ...Object.fromEntries(['', '/close', '/sightings'].map(verb => [`/lost/{id}${verb}`, lost.body.id])),
      '/sightings/{id}/thank': seen.body.id,
      '/passkeys/{id}': passkeyId,
      '/skips/{id}': skip.body.id,
      '/verifications/{id}': asked.body.id,
      ...Object.fromEntries(walkPaths.map(verb => [`/walks/{id}${verb}`, walk.body.id])),
      '/searches/{id}': search.body.id,
      ...Object.fromEntries(['', '/test', '/deliveries'].map(verb => [`/webhooks/{id}${verb}`, hook.body.id])),
      ...Object.fromEntries(moves.map(move => [`/playdates/{id}${move}`, proposed.body.id])),
      '/tokens/{id}': token.body.id,
      '/blocks/{id}': block.body.id,
      '/push/endpoints/{id}': first.dog.id,
      '/sessions/{id}': session?.id ?? '',
    }
  })

  const bodyOf = (path: string) => ({
    ...A_DOG,
    ...(path === '/playdates/{id}' && { status: 'accepted' }),
    whenTs: tomorrow(),
    parkName: 'Dolores Park',
    photoIds: [ids.photoId],
    focus: { x: 0.5, y: 0.5 },
    body: 'woof',
    accept: true,
    reason: 'busy',
    minutes: 5,
    met: true,
    again: true,
    phrase: 'thank-you',
    kind: 'photo',
    version: 1,
    ...LOST,
    outcome: 'found',
  })

  // Those of the panel: roles.test.ts.
  const known = endpoints(appRouter).filter(
    ({ path, method, name }) =>
      !['dogs.get', 'parks.get'].includes(name) &&
      !path.startsWith('/admin') &&
      (/\{/.test(path) || (method === 'POST' && ['/active-dog', '/playdates'].includes(path))),
  )

  test.each(known.map(({ method, path, name }) => ({ method, path, name })))(
    '$method $path ($name)',
    async ({ method, path, name }) => {
      const inPath = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, ids[key ?? ''] ?? ids[path] ?? '']),
      )
      const input = { ...bodyOf(path), ...ids, ...inPath }
      const address = path.replace(/\{(\w+)\}/g, (_, key: string) => String(inPath[key]))
      const viaRest = await stranger.send(
        String(method),
        `/api${address}`,
        method === 'GET' ? undefined : { ...bodyOf(path), dogId: ids.dogId, matchId: ids.matchId },
      )
      const viaTrpc =
        method === 'GET'
          ? await stranger.get(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
          : await stranger.post(`/api/trpc/${name}`, input)
      expect([403, 404]).toContain(viaRest.status)
      expect([viaTrpc.status]).toEqual([viaRest.status])
    },
  )

  test('is all still there', async () => {
    const kept = {
      dogs: ids.dogId,
      photos: ids.photoId,
      playdates: ids['/playdates/{id}'],
      tokens: ids['/tokens/{id}'],
      sessions: ids['/sessions/{id}'],
    }
    for (const [table, id = ''] of Object.entries(kept)) {
      const rows = await app.services.db
        .selectFrom(table as keyof typeof kept)
        .select('id')
        .where('id', '=', id)
        .execute()
      expect([table, rows]).toEqual([table, [{ id }]])
    }
  })
})
