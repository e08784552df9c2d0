import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { SniffPage } from '@barkyard/domain/schemas/sniff'
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AppRouter } from '../../src/features/index.ts'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { A_DOG, annAndBob, Client, ownerWithDog, type Person } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()

let ann: Person
let ada: string
let bo: string
let matchId: string
let playdateId: string
beforeAll(async () => {
  let bob: Person
  ;({ ann, bob, ada, bo, matchId } = await annAndBob(app.url))
  await ownerWithDog(app.url, { name: 'Cleo', size: 'large', ageYears: 9 })
  playdateId = (await bob.post<{ id: string }>('/api/playdates', playdateOf(matchId))).body.id
})

/** The web app's client, with a person's cookie. */
const trpcOf = (person: Client, headers: Record<string, string> = {}) =>
  createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${person.url}/api/trpc`, headers: { cookie: person.cookie ?? '', ...headers } })],
  })

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof TRPCClientError)) throw new Error(`no tRPC error: ${String(error)}`)
  return {
    message: error.message,
    data: error.data as { code: string; reason: string; httpStatus: number; issues?: { path: unknown[] }[] },
  }
}

interface TrpcBody {
  result?: { data: unknown }
  error?: { message: string; code: number; data: Record<string, unknown> }
}
const raw = (name: string, input: unknown, method: 'GET' | 'POST' = 'GET') =>
  method === 'GET'
    ? ann.get<TrpcBody>(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
    : ann.post<TrpcBody>(`/api/trpc/${name}`, input)

const itemsOf = async (page: Promise<{ items: unknown }>) => (await page).items

describe('every read', () => {
  const trpc = () => trpcOf(ann)
  const TWINS: [string, () => Promise<unknown>, () => string][] = [
    ['auth.user', () => trpc().auth.user.query(), () => 'auth/user'],
    ['dogs.mine', () => trpc().dogs.mine.query(), () => 'my-dogs'],
    ['dogs.active', () => trpc().dogs.active.query(), () => 'active-dog'],
    ['dogs.get', () => trpc().dogs.get.query({ id: bo }), () => `dogs/${bo}`],
    ['location.suggest', () => trpc().location.suggest.query({ query: 'San' }), () => 'places?query=San'],
    ['matches.list', () => itemsOf(trpc().matches.list.query()), () => 'matches'],
    ['matches.get', () => trpc().matches.get.query({ matchId }), () => `matches/${matchId}`],
    ['matches.newCount', () => trpc().matches.newCount.query(), () => 'barks/new-count'],
    ['messages.list', () => trpc().messages.list.query({ matchId, limit: 10 }), () => `messages/${matchId}?limit=10`],
    ['playdates.list', () => itemsOf(trpc().playdates.list.query()), () => 'playdates'],
    [
      'playdates.ofMatch',
      () => itemsOf(trpc().playdates.ofMatch.query({ matchId })),
      () => `matches/${matchId}/playdates`,
    ],
    ['playdates.pendingCount', () => trpc().playdates.pendingCount.query(), () => 'playdates/pending-count'],
  ]
  test.each(TWINS)('%s has the same answer as its REST call', async (_, call, path) => {
    expect(await call()).toEqual((await ann.get(`/api/${path()}`)).body)
  })

  test('sniff.search has the cursor and total in its answer instead of headers', async () => {
    const page = await trpc().sniff.search.query({ distance: 50, limit: 1, sizes: ['small', 'large'] })
    const rest = await ann.get<SniffDog[]>('/api/sniff?distance=50&limit=1&sizes=small,large')
    expect(page).toEqual({
      items: rest.body,
      nextCursor: expect.any(String),
      total: Number(rest.headers.get('x-total-count')),
    } satisfies SniffPage)
    expect([page.total, page.items.length]).toEqual([2, 1])
    // Cursors are sealed, so two of the same place differ.
    const following = await Promise.all(
      [page.nextCursor, rest.headers.get('x-next-cursor')].map(cursor =>
        trpc().sniff.search.query({ distance: 50, limit: 1, cursor: cursor ?? '' }),
      ),
    )
    for (const next of following) {
      expect(next.nextCursor).toBeNull()
      expect(next.items).toHaveLength(1)
      expect(next.items[0]?.id).not.toBe(page.items[0]?.id)
    }
  })
})

describe('every write has the same effect as its REST call', () => {
  test('dogs, the active dog, location, barks, playdates', async () => {
    const trpc = trpcOf(ann)
    const dog = await trpc.dogs.create.mutate({ ...A_DOG, name: ' Made ' })
    expect((await ann.get<Dog[]>('/api/my-dogs')).body).toContainEqual(dog)
    expect((await trpc.dogs.activate.mutate({ dogId: dog.id })).activeDogId).toBe(dog.id)
    await trpc.dogs.activate.mutate({ dogId: ada })
    expect(await trpc.dogs.delete.mutate({ id: dog.id })).toEqual({ ok: true })
    expect((await trpc.location.set.mutate({ lat: 37.77, lng: -122.42 })).lat).toBe(37.77)
    expect(await trpc.matches.bark.mutate({ toDogId: bo })).toEqual({ matchId })
    expect(await trpc.messages.markSeen.mutate({ matchId })).toEqual({ ok: true })
    expect((await trpc.playdates.answer.mutate({ id: playdateId, status: 'accepted' })).status).toBe('accepted')
    expect((await trpc.playdates.create.mutate(playdateOf(matchId))).status).toBe('proposed')
  })
})

describe('types are strict: text is not accepted as a number', () => {
  test.each([
    ['sniff.search', 'GET', { distance: '25' }, 'distance'],
    ['sniff.search', 'GET', { limit: '5' }, 'limit'],
    ['sniff.search', 'GET', { ageMin: null }, 'ageMin'],
    ['sniff.search', 'GET', { sizes: 'small,large' }, 'sizes'],
    ['messages.list', 'GET', { matchId: 'x', limit: '5' }, 'limit'],
    ['dogs.create', 'POST', { ...A_DOG, ageYears: '3' }, 'ageYears'],
    ['dogs.create', 'POST', { ...A_DOG, ageYears: true }, 'ageYears'],
    ['location.set', 'POST', { lat: '1', lng: 2 }, 'lat'],
    ['dogs.get', 'GET', { id: 7 }, 'id'],
  ] as const)('%s by %s with %j', async (name, method, input, field) => {
    const { status, body } = await raw(name, input, method)
    expect(status).toBe(400)
    expect(body.error?.data).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400, issues: [{ path: [field] }] })
    expect(body.error?.data).not.toHaveProperty('stack')
  })
})

describe('errors', () => {
  test('have the message, status, code and issues of the REST answer', async () => {
    const trpc = trpcOf(ann)
    const twins: [() => Promise<unknown>, () => Promise<{ status: number; body: unknown }>][] = [
      [() => trpc.dogs.get.query({ id: 'nothing' }), () => ann.get('/api/dogs/nothing')],
      [() => trpc.dogs.delete.mutate({ id: bo }), () => ann.delete(`/api/dogs/${bo}`)],
      [() => trpc.matches.bark.mutate({ toDogId: ada }), () => ann.post('/api/bark', { toDogId: ada })],
      [() => trpc.dogs.create.mutate({ ...A_DOG, name: '' }), () => ann.post('/api/dogs', { ...A_DOG, name: '' })],
      [() => trpcOf(new Client(app.url)).dogs.mine.query(), () => new Client(app.url).get('/api/my-dogs')],
    ]
    for (const [call, twin] of twins) {
      const { message, data } = await failureOf(call())
      const { status, body } = await twin()
      const { code, httpStatus, reason, issues } = data
      expect({ status: httpStatus, body: { message, code, reason, ...(issues && { issues }) } }).toEqual({
        status,
        body,
      })
    }
  })

  test('of unknown procedures and malformed inputs are JSON without internal details', async () => {
    for (const [path, status] of [
      ['nothing.here', 404],
      ['dogs.mine.constructor', 404],
      ['dogs.get?input={', 400],
      ['dogs.get', 400],
    ] as const) {
      const { status: found, body } = await ann.get(`/api/trpc/${path}`)
      expect([path, found]).toEqual([path, status])
      expect(JSON.stringify(body)).not.toMatch(/stack|node_modules|\.ts/)
    }
    const broken = await ann.send<TrpcBody>('POST', '/api/trpc/dogs.create', '{')
    const rest = await ann.send<ErrorBody>('POST', '/api/dogs', '{')
    const inAddress = await ann.get<TrpcBody>('/api/trpc/dogs.get?input={')
    for (const { status, body } of [broken, inAddress])
      expect([status, body.error?.data]).toEqual([400, expect.objectContaining(rest.body)])
  })

  test('of calls without input too: malformed JSON is refused, no body is none', async () => {
    const inviteUrl = async () => (await ann.get<{ url: string }>('/api/invite')).body.url
    const before = await inviteUrl()
    expectError(await ann.send('DELETE', '/api/invite', '{'), 400)
    expect((await ann.send('POST', '/api/trpc/invites.renew', '{')).status).toBe(400)
    expect((await ann.get('/api/trpc/dogs.mine?input={')).status).toBe(400)
    expect(await inviteUrl()).toBe(before)
    for (const query of ['', '?batch=1'])
      expect((await ann.send('POST', `/api/trpc/invites.renew${query}`, '')).status).toBe(200)
    expect(await inviteUrl()).not.toBe(before)
  })
})

test('a batch answers each call separately', async () => {
  const trpc = trpcOf(ann)
  const answers = await Promise.allSettled([
    trpc.dogs.mine.query(),
    trpc.dogs.get.query({ id: 'nothing' }),
    trpc.matches.newCount.query(),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const { status, body } = await ann.get<TrpcBody[]>(
    '/api/trpc/dogs.mine,dogs.get,matches.newCount?batch=1&input={"1":{"id":"x"}}',
  )
  expect(status).toBe(207)
  expect(body.map(one => one.error?.data.httpStatus ?? 200)).toEqual([200, 404, 200])
})
