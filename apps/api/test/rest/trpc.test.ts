import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { SniffPage } from '@barkyard/domain/schemas/sniff'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '../../src/features/index.ts'
import { endpoints } from '../../src/platform/rest/mount.ts'
import { testApp } from '../app.ts'
import { NOBODY, playdateOf } from '../calls.ts'
import { A_DOG, type Answer, annAndBob, Client, ownerWithDog, type Person } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()

let ann: Person
let ids: { dogs: string; playdates: string; matchId: string }
let ada: string
beforeAll(async () => {
  const { bob, ...yard } = await annAndBob(app.url)
  ;({ ann, ada } = yard)
  await ownerWithDog(app.url, { name: 'Cleo', size: 'large', ageYears: 9 })
  const playdate = await bob.post<{ id: string }>('/api/playdates', playdateOf(yard.matchId))
  ids = { dogs: yard.bo, playdates: playdate.body.id, matchId: yard.matchId }
})

interface TrpcBody {
  result?: { data: unknown }
  error?: { message: string; data: ErrorBody & { httpStatus: number } }
}
const read = (name: string, input?: unknown, by: Client = ann) =>
  by.get<TrpcBody>(`/api/trpc/${name}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`)
const write = (name: string, input: unknown) => ann.post<TrpcBody>(`/api/trpc/${name}`, input)

/** Expects the answer of the REST call, be it an error. */
function expectSame({ status, body: { result, error } }: Answer<TrpcBody>, rest: Answer<unknown>, isPage = false) {
  const { code, reason, issues, httpStatus = status } = error?.data ?? {}
  const refusal = error && { message: error.message, code, reason, ...(issues && { issues }) }
  const data = isPage ? (result?.data as { items: unknown } | undefined)?.items : result?.data
  expect([status, httpStatus, refusal ?? data]).toEqual([rest.status, rest.status, rest.body])
}

/** What a read needs beside ids. */
const QUERIES: Record<string, Record<string, string>> = { 'location.suggest': { query: 'San' } }
/** Reads that are answered to Ann, who is no admin. */
const ANSWERED = [
  ...['auth.user', 'dogs.mine', 'dogs.active', 'dogs.get', 'location.suggest', 'matches.list', 'matches.get'],
  ...['matches.newCount', 'messages.list', 'playdates.list', 'playdates.ofMatch', 'playdates.pendingCount'],
]
const READS = endpoints(appRouter).filter(({ method }) => method === 'GET')

test.each(READS)('$name has the same answer as its REST call', async ({ name, path, isPage, input: taken }) => {
  const [, beginning = ''] = path.split('/')
  const known: Record<string, string> = ids
  const idOf = (parameter: string) => known[parameter === 'id' ? beginning : parameter] ?? NOBODY
  const input = Object.fromEntries(Array.from(path.matchAll(/\{(\w+)\}/g), ([, one = '']) => [one, idOf(one)]))
  const query = QUERIES[name] ?? {}
  const address = path.replaceAll(/\{(\w+)\}/g, (_, one) => idOf(one))
  const rest = await ann.get(`/api${address}?${new URLSearchParams(query)}`)
  expectSame(await read(name, taken && { ...input, ...query }), rest, isPage)
  if (ANSWERED.includes(name)) expect(rest.status).toBe(200)
})

test('refusals of writes, and of who is not signed in, are those of REST', async () => {
  const nobody = new Client(app.url)
  expectSame(await read('dogs.mine', undefined, nobody), await nobody.get('/api/my-dogs'))
  expectSame(await write('dogs.delete', { id: ids.dogs }), await ann.delete(`/api/dogs/${ids.dogs}`))
  expectSame(await write('matches.bark', { toDogId: 'x' }), await ann.post('/api/bark', { toDogId: 'x' }))
  const unnamed = { ...A_DOG, name: '' }
  expectSame(await write('dogs.create', unnamed), await ann.post('/api/dogs', unnamed))
})

test('a search has the cursor and total in its answer instead of headers', async () => {
  const search = async (more: object) =>
    (await read('sniff.search', { distance: 50, limit: 1, ...more })).body.result?.data as SniffPage
  const page = await search({ sizes: ['small', 'large'] })
  const rest = await ann.get<SniffDog[]>('/api/sniff?distance=50&limit=1&sizes=small,large')
  expect(page).toEqual({ items: rest.body, nextCursor: expect.any(String), total: 2 })
  expect([page.items.length, rest.headers.get('x-total-count')]).toEqual([1, '2'])
  // Cursors are sealed, so two of the same place differ.
  for (const cursor of [page.nextCursor, rest.headers.get('x-next-cursor')]) {
    const next = await search({ cursor })
    expect([next.nextCursor, next.items.length]).toEqual([null, 1])
    expect(next.items[0]?.id).not.toBe(page.items[0]?.id)
  }
})

describe('types are strict: text is not accepted as a number', () => {
  test.each([
    ['sniff.search', { distance: '25' }, 'distance'],
    ['sniff.search', { limit: '5' }, 'limit'],
    ['sniff.search', { ageMin: null }, 'ageMin'],
    ['sniff.search', { sizes: 'small,large' }, 'sizes'],
    ['messages.list', { matchId: 'x', limit: '5' }, 'limit'],
    ['dogs.create', { ...A_DOG, ageYears: '3' }, 'ageYears'],
    ['dogs.create', { ...A_DOG, ageYears: true }, 'ageYears'],
    ['location.set', { lat: '1', lng: 2 }, 'lat'],
    ['dogs.get', { id: 7 }, 'id'],
  ] as const)('%s with %j', async (name, input, field) => {
    const { status, body } = await (READS.some(one => one.name === name) ? read : write)(name, input)
    expect(status).toBe(400)
    expect(body.error?.data).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400, issues: [{ path: [field] }] })
    expect(body.error?.data).not.toHaveProperty('stack')
  })
})

describe('errors', () => {
  test('of names that are no procedures, and of malformed inputs, are JSON without internal details', async () => {
    const names = ['__proto__', 'constructor', 'dogs.__proto__', 'dogs.constructor', 'dogs', 'toString.call']
    for (const name of [...names, 'nothing.here', 'dogs.mine.x', 'dogs.mine.constructor'])
      for (const answer of [await read(name, {}), await write(name, {})]) {
        expect([name, answer.status]).toEqual([name, 404])
        expect(JSON.stringify(answer.body)).not.toMatch(/stack|node_modules|\.ts/)
      }
    expect((await ann.get('/api/trpc/dogs.get')).status).toBe(400)
    const rest = await ann.send<ErrorBody>('POST', '/api/dogs', '{')
    expectSame(await ann.send<TrpcBody>('POST', '/api/trpc/dogs.create', '{'), rest)
    expectSame(await ann.get<TrpcBody>('/api/trpc/dogs.get?input={'), rest)
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
  const path = '/api/trpc/dogs.mine,dogs.get,matches.newCount?batch=1&input={"1":{"id":"x"}}'
  const { status, body } = await ann.get<TrpcBody[]>(path)
  expect(status).toBe(207)
  expect(body.map(one => one.error?.data.httpStatus ?? 200)).toEqual([200, 404, 200])
})

test('writes have the effect of their REST calls', async () => {
  const done = async (name: string, input: unknown) => {
    const { status, body } = await write(name, input)
    expect([name, status]).toEqual([name, 200])
    return body.result?.data
  }
  const dog = (await done('dogs.create', { ...A_DOG, name: ' Made ' })) as Dog
  expect((await ann.get<Dog[]>('/api/my-dogs')).body).toContainEqual(dog)
  expect(await done('dogs.activate', { dogId: dog.id })).toMatchObject({ activeDogId: dog.id })
  await done('dogs.activate', { dogId: ada })
  expect(await done('dogs.delete', { id: dog.id })).toEqual({ ok: true })
  expect(await done('location.set', { lat: 37.77, lng: -122.42 })).toMatchObject({ lat: 37.77 })
  expect(await done('matches.bark', { toDogId: ids.dogs })).toEqual({ matchId: ids.matchId })
  expect(await done('messages.markSeen', { matchId: ids.matchId })).toEqual({ ok: true })
  expect(await done('playdates.answer', { id: ids.playdates, status: 'accepted' })).toMatchObject({
    status: 'accepted',
  })
  expect(await done('playdates.create', playdateOf(ids.matchId))).toMatchObject({ status: 'proposed' })
})
