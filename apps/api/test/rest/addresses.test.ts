import { activeDogSchema, dogSchema, sniffDogSchema } from '@barkyard/domain/schemas/dog'
import { barkedSchema, countSchema, doneSchema, matchSchema } from '@barkyard/domain/schemas/match'
import { messageSchema } from '@barkyard/domain/schemas/message'
import { photoSchema } from '@barkyard/domain/schemas/photo'
import { pastPlaydateSchema, playdateSchema } from '@barkyard/domain/schemas/playdate'
import { placeSuggestionSchema, userSchema } from '@barkyard/domain/schemas/user'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../app.ts'
import { A_DOG, Client, createDog, type Person, photo, twoMatched } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

let ann: Person
let bob: Person
let ids: { ada: string; bo: string; match: string; spare: string; photo: string; playdate: string }

beforeAll(async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  ann = first.owner
  bob = second.owner
  const spare = await createDog(ann, { name: 'Spare', bio: 'To be deleted' })
  const added = await ann.upload(first.dog.id, await photo())
  await bob.upload(second.dog.id, await photo())
  const playdate = { matchId, whenTs: new Date(Date.now() + 86_400_000).toISOString(), parkName: 'Crissy Field' }
  const proposed = await ann.post<{ id: string }>('/api/playdates', playdate)
  ids = {
    ada: first.dog.id,
    bo: second.dog.id,
    match: matchId,
    spare: spare.id,
    photo: added.body.id,
    playdate: proposed.body.id,
  }
})

type Read = [path: () => string, schema: z.ZodType, holds?: number]
const READS: Record<string, Read> = {
  'auth/user': [() => 'auth/user', userSchema],
  'active-dog': [() => 'active-dog', activeDogSchema],
  'my-dogs': [() => 'my-dogs', z.array(dogSchema), 2],
  'dogs/{id} of another owner': [() => `dogs/${ids.bo}`, sniffDogSchema],
  'dogs/{id} of the own dog': [() => `dogs/${ids.ada}`, sniffDogSchema],
  places: [() => 'places?query=Por', z.array(placeSuggestionSchema), 8],
  sniff: [() => 'sniff', z.array(sniffDogSchema), 1],
  matches: [() => 'matches', z.array(matchSchema), 1],
  'matches/{id}': [() => `matches/${ids.match}`, matchSchema],
  'messages/{id}': [() => `messages/${ids.match}`, z.array(messageSchema), 1],
  'barks/new-count': [() => 'barks/new-count', countSchema],
  playdates: [() => 'playdates', z.array(playdateSchema), 1],
  'playdates/past': [() => 'playdates/past', z.array(pastPlaydateSchema), 0],
  'playdates/overlapping': [() => `playdates/overlapping?whenTs=2040-01-01T00:00:00Z`, z.array(playdateSchema), 0],
  'playdates/pending-count': [() => 'playdates/pending-count', countSchema],
  'matches/{id}/playdates': [() => `matches/${ids.match}/playdates`, z.array(playdateSchema), 1],
}

describe('reads answer 200 with exactly their shape', () => {
  test.each(Object.entries(READS))('%s', async (_, [path, schema, holds]) => {
    const { status, headers, body } = await ann.get(`/api/${path()}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('cache-control')).toBe('no-store')
    expectShape(schema, body)
    if (holds !== undefined) expect(body).toHaveLength(holds)
    const head = await ann.send('HEAD', `/api/${path()}`)
    expect([head.status, head.body]).toEqual([200, ''])
  })
})

describe('writes answer 200 with the created or changed object', () => {
  const later = () => new Date(Date.now() + 2 * 86_400_000).toISOString()
  const WRITES: [string, () => Promise<{ status: number; body: unknown }>, z.ZodType][] = [
    ['POST dogs', () => ann.post('/api/dogs', { ...A_DOG, bio: 'Loves balls' }), dogSchema],
    ['POST active-dog', () => ann.post('/api/active-dog', { dogId: ids.ada }), activeDogSchema],
    ['POST photos', async () => ann.upload(ids.ada, await photo()), photoSchema],
    ['DELETE photos/{id}', () => ann.delete(`/api/photos/${ids.photo}`), doneSchema],
    ['POST photos/{id}/restore', () => ann.post(`/api/photos/${ids.photo}/restore`), photoSchema],
    ['PATCH user/location', () => ann.patch('/api/user/location', { city: 'Reno', lat: 1, lng: 2 }), userSchema],
    ['POST bark', () => ann.post('/api/bark', { toDogId: ids.bo }), barkedSchema],
    ['POST mark-seen', () => ann.post(`/api/messages/${ids.match}/mark-seen`), doneSchema],
    [
      'POST playdates',
      () => ann.post('/api/playdates', { matchId: ids.match, whenTs: later(), parkName: 'Dolores Park' }),
      playdateSchema,
    ],
    ['PATCH playdates/{id}', () => bob.patch(`/api/playdates/${ids.playdate}`, { status: 'accepted' }), playdateSchema],
    ['DELETE dogs/{id}', () => ann.delete(`/api/dogs/${ids.spare}`), doneSchema],
  ]
  test.each(WRITES)('%s', async (_, call, schema) => {
    const { status, body } = await call()
    expect(status).toBe(200)
    expectShape(schema, body)
  })
})

describe('errors', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/'],
    ['GET', '/api'],
    ['POST', '/api/nothing'],
    ['GET', '/api/dogs/a/b'],
    ['GET', '/photos/nothing'],
    ['GET', '/assets/nothing.js'],
    ['POST', '/some/page'],
  ])('%s %s is a JSON 404', async (method, path) => {
    for (const client of [ann, new Client(app.url)]) {
      const answer = await client.send(method, path)
      expectError(answer, 404, 'NOT_FOUND')
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  test.each(['/', '/sniff', '/barks', '/dog/x', '/apix', '/some/page?x=1', '/dog/%F0%9F', '//', '//['])(
    'GET %s is the web app',
    async path => {
      const { status, headers } = await ann.get(path)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    },
  )

  test('a malformed address is 400 in the same shape', async () => {
    for (const path of ['/api/%zz', '/assets/%zz', '/photos/%c0', '/api/dogs/%ff'])
      expectError(await ann.get(path), 400, 'BAD_REQUEST')
  })

  test('long, unusual and hostile ids never cause a 500', async () => {
    const odd = [
      '%00',
      "'%20OR%201=1--",
      '..%2f..',
      'x'.repeat(64),
      'x'.repeat(65),
      'x'.repeat(3000),
      '%F0%9F%90%95',
      'null',
      '-1',
      '[object]',
    ]
    for (const id of odd) {
      for (const path of [`/api/dogs/${id}`, `/api/matches/${id}`, `/api/messages/${id}`]) {
        const answer = await ann.get(path)
        expect([400, 404]).toContain(answer.status)
        expectError(answer, answer.status)
      }
      const deleted = await ann.delete(`/api/photos/${id}`)
      expect([400, 404]).toContain(deleted.status)
    }
  })

  test('an internal error is a plain 500 without details', async () => {
    const { db } = app.services
    await db.schema.alterTable('playdates').renameTo('hidden').execute()
    for (const path of ['/api/playdates', '/api/playdates/pending-count']) {
      expect(expectError(await ann.get(path), 500)).toEqual({
        message: 'Something went wrong',
        code: 'INTERNAL_SERVER_ERROR',
        reason: 'server-fault',
      })
    }
    const { status, body } = await ann.get('/api/trpc/playdates.list')
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toMatch(/hidden|relation|stack|select/i)
    await db.schema.alterTable('hidden').renameTo('playdates').execute()
    expect((await ann.get('/api/playdates')).status).toBe(200)
  })
})
