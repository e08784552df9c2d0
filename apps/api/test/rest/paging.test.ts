import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, type Person, pagesOf, signUp } from '../client.ts'
import { decide, report, reportingTo } from '../reports.ts'
import { expectError } from '../shape.ts'

const app = testApp()

interface Named {
  id: string
}
let ann: Person
let matchIds: string[]

beforeAll(async () => {
  ann = (await ownerWithDog(app.url, { name: 'Ada' })).owner
  const friend = await signUp(app.url)
  matchIds = []
  for (let count = 0; count < 7; count++) {
    const dog = await createDog(friend)
    const { body } = await ann.post<{ matchId: string }>('/api/bark', { toDogId: dog.id })
    matchIds.push(body.matchId)
    // Two at the same time, so that pages include ties.
    const whenTs = new Date(Date.now() + Math.ceil((count + 1) / 2) * 86_400_000)
    whenTs.setUTCHours(12, 0, 0, 0)
    await ann.post('/api/playdates', { matchId: body.matchId, whenTs: whenTs.toISOString(), parkName: 'Dolores Park' })
  }
  // Matches have ties too.
  await app.services.db
    .updateTable('match_dogs')
    .set({ last_at: new Date() })
    .where('match_id', 'in', matchIds.slice(2, 5))
    .execute()
  await fillOtherLists(friend)
})

/** Puts three items into each other list of Ann. */
async function fillOtherLists(friend: Person) {
  const admin = await newAdmin(app)
  const own = (await ann.get<Named[]>('/api/my-dogs')).body[0]
  for (let count = 0; count < 3; count++) {
    const whenTs = new Date(Date.now() + 86_400_000).toISOString()
    const { body: past } = await ann.post<Named>('/api/playdates', {
      matchId: matchIds[0],
      whenTs,
      parkName: 'Dolores Park',
    })
    await app.services.db
      .updateTable('playdates')
      .set({ when_ts: new Date('2026-01-01') })
      .where('id', '=', past.id)
      .execute()
    await ann.post('/api/walks', { whenTs, parkName: 'Dolores Park', title: 'Slow walk', maxDogs: 3 })
    const stranger = await ownerWithDog(app.url)
    await ann.post('/api/skips', { dogId: (await ownerWithDog(app.url)).dog.id })
    await report(ann, { dogId: stranger.dog.id })
    await ann.post('/api/blocks', { dogId: stranger.dog.id })
    const dogId = count === 0 ? (own?.id ?? '') : (await createDog(ann)).id
    await ann.post(`/api/dogs/${dogId}/verifications`, { kind: 'photo' })
    const id = await reportingTo(app)(friend, { dogId })
    expect((await decide(admin, id, { action: 'warn' })).status).toBe(200)
  }
}

/** One call of each list, which has `length` items. */
const LISTS: [path: string, length: number][] = [
  ['/api/matches', 7],
  ['/api/matches?sort=created', 7],
  ['/api/playdates', 7],
  ['/api/playdates/past', 3],
  ['/api/walks', 3],
  ['/api/skips', 3],
  ['/api/blocks', 3],
  ['/api/reports', 3],
  ['/api/notifications', 3],
  ['/api/verifications', 3],
  ['/api/notices', 3],
]

test.each(LISTS)('%s is answered completely, or page by page in the same order', async (path, length) => {
  const whole = await ann.get<Named[]>(path)
  expect(whole.body).toHaveLength(length)
  expect(whole.headers.get('x-next-cursor')).toBeNull()
  for (const limit of [1, 2, 3, length - 1, length, 500]) {
    const pages = await pagesOf<Named>(ann, `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`)
    expect(pages.flat()).toEqual(whole.body)
    // None is empty: the last page names no further one.
    expect(pages.map(page => page.length)).toEqual(
      Array.from({ length: Math.ceil(length / limit) }, (_, index) => Math.min(limit, length - index * limit)),
    )
  }
})

test.each(LISTS)('a cursor of %s is none of another list', async path => {
  const cursor = (await ann.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`)).headers.get('x-next-cursor')
  expect(cursor).not.toBeNull()
  for (const [other] of LISTS.filter(([list]) => list.split('?')[0] !== path.split('?')[0]))
    expectError(await ann.get(`${other}${other.includes('?') ? '&' : '?'}cursor=${cursor}`), 400, 'BAD_REQUEST')
})

test('one’s reports come newest first', async () => {
  const times = (await ann.get<{ createdAt: string }[]>('/api/reports')).body.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

const asCursor = (text: string) => Buffer.from(text).toString('base64url')

test('a list that is re-ordered while it is read shows nothing twice', async () => {
  const { owner } = await ownerWithDog(app.url)
  const friend = await signUp(app.url)
  const ids: string[] = []
  for (let count = 0; count < 6; count++) {
    const dog = await createDog(friend)
    ids.unshift((await owner.post<{ matchId: string }>('/api/bark', { toDogId: dog.id })).body.matchId)
  }
  const nextOf = async (address: string) => {
    const { body, headers } = await owner.get<Named[]>(address)
    return { ids: body.map(({ id }) => id), next: headers.get('link')?.match(/<(.*)>/)?.[1] ?? '' }
  }
  const byNews = await nextOf('/api/matches?limit=2')
  // The last of the first page, and one of the second.
  for (const id of [ids[1], ids[2]]) await owner.post(`/api/messages/${id}`, { body: 'Back to the front' })
  const news = await nextOf(byNews.next)
  expect(news).toMatchObject({ ids: [ids[3], ids[4]] })
  expect((await nextOf(news.next)).ids).toEqual([ids[5]])
})

test.each(['/api/matches', '/api/playdates'])('%s refuses invalid limits and cursors', async path => {
  for (const query of [
    'limit=0',
    'limit=501',
    'limit=x',
    'limit=1.5',
    'cursor=x',
    `cursor=${path.slice(5)}.list.`,
    `cursor=${path.slice(5)}.list.${'x'.repeat(201)}`,
    `cursor=${path.slice(5)}.list.${randomUUID()}`,
    `cursor=${path.slice(5)}.list.${asCursor(`x.${randomUUID()}`)}`,
    `cursor=${path.slice(5)}.list.${asCursor('1.x')}`,
    `cursor=${path.slice(5)}.list.${asCursor(`999999999999999999.${randomUUID()}`)}`,
  ])
    expectError(await ann.get(`${path}?${query}`), 400, 'BAD_REQUEST')
})

test('without a limit, playdates are answered 200 at a time', async () => {
  const [matchId = ''] = matchIds
  const match = await app.services.db
    .selectFrom('matches')
    .select(['dog_a_id', 'dog_b_id'])
    .where('id', '=', matchId)
    .executeTakeFirstOrThrow()
  const row = { match_id: matchId, proposer_dog_id: match.dog_a_id, invited_dog_id: match.dog_b_id }
  const day = { when_ts: new Date(Date.now() + 86_400_000), park_name: 'Dolores Park', notes: '' }
  await app.services.db
    .insertInto('playdates')
    .values(Array.from({ length: 450 }, () => ({ ...row, ...day, id: randomUUID(), status: 'accepted' as const })))
    .execute()
  for (const path of ['/api/playdates', `/api/matches/${matchId}/playdates`]) {
    const first = await ann.get<Named[]>(path)
    expect(first.body).toHaveLength(200)
    const second = await ann.get<Named[]>(`${path}?cursor=${first.headers.get('x-next-cursor')}`)
    expect(second.body).toHaveLength(200)
    const all = (await pagesOf<Named>(ann, `${path}?limit=500`)).flat()
    expect([...first.body, ...second.body]).toEqual(all.slice(0, 400))
  }
})

test.each([
  'matches',
  'playdates',
  'playdates/past',
  'matches/01890000-0000-7000-8000-000000000000/playdates',
  'skips',
  'sniff',
  'walks',
])('a wrong cursor of %s is 400 for somebody without an active dog too', async path => {
  const nobody = await signUp(app.url)
  expect(expectError(await nobody.get(`/api/${path}`), 409).reason).toBe('no-active-dog')
  expect(expectError(await nobody.get(`/api/${path}?cursor=x`), 400).reason).toBe('unknown-cursor')
})
