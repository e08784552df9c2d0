import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { inHours, NOBODY, playdateOf } from '../calls.ts'
import { createDog, noon, ownerWithDog, type Person, pagesOf, signUp } from '../client.ts'
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
    const noonThen = new Date(noon() + Math.ceil((count + 1) / 2) * 86_400_000)
    await ann.post('/api/playdates', playdateOf(body.matchId, 0, noonThen))
  }
  // Matches have ties too.
  const matches = app.services.db.updateTable('match_dogs').where('match_id', 'in', matchIds.slice(2, 5))
  await matches.set({ last_at: new Date() }).execute()
  await fillOtherLists(friend)
})

/** Puts three items into each other list of Ann. */
async function fillOtherLists(friend: Person) {
  const admin = await newAdmin(app)
  const own = (await ann.get<Named[]>('/api/my-dogs')).body[0]
  for (let count = 0; count < 3; count++) {
    const { body: past } = await ann.post<Named>('/api/playdates', playdateOf(matchIds[0] ?? ''))
    await sql`UPDATE playdates SET when_ts = '2026-01-01' WHERE id = ${past.id}`.execute(app.services.db)
    await ann.post('/api/walks', { whenTs: inHours(24), parkName: 'Dolores Park', title: 'Slow walk', maxDogs: 3 })
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

const withQuery = (path: string, more: string) => `${path}${path.includes('?') ? '&' : '?'}${more}`

test.each(LISTS)('%s is answered completely, or page by page in the same order', async (path, length) => {
  const whole = await ann.get<Named[]>(path)
  expect(whole.body).toHaveLength(length)
  expect(whole.headers.get('x-next-cursor')).toBeNull()
  for (const limit of [1, 2, 3, length - 1, length, 500]) {
    const pages = await pagesOf<Named>(ann, withQuery(path, `limit=${limit}`))
    expect(pages.flat()).toEqual(whole.body)
    // None is empty: the last page names no further one.
    expect(pages.map(page => page.length)).toEqual(
      Array.from({ length: Math.ceil(length / limit) }, (_, index) => Math.min(limit, length - index * limit)),
    )
  }
})

test.each(LISTS)('a cursor of %s is none of another list', async path => {
  const cursor = (await ann.get(withQuery(path, 'limit=1'))).headers.get('x-next-cursor')
  expect(cursor).not.toBeNull()
  for (const [other] of LISTS.filter(([list]) => list.split('?')[0] !== path.split('?')[0]))
    expectError(await ann.get(withQuery(other, `cursor=${cursor}`)), 400, 'BAD_REQUEST')
})

test('one’s reports come newest first', async () => {
  const times = (await ann.get<{ createdAt: string }[]>('/api/reports')).body.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

const asCursor = (text: string) => Buffer.from(text).toString('base64url')

test.each(['matches', 'playdates'])('%s refuses invalid limits and cursors', async list => {
  const inside = [
    ...['', 'x'.repeat(201), randomUUID(), asCursor(`x.${randomUUID()}`), asCursor('1.x')],
    asCursor(`999999999999999999.${randomUUID()}`),
  ]
  const cursors = ['x', ...inside.map(text => `${list}.list.${text}`)].map(cursor => `cursor=${cursor}`)
  for (const query of ['limit=0', 'limit=501', 'limit=x', 'limit=1.5', ...cursors])
    expectError(await ann.get(`/api/${list}?${query}`), 400, 'BAD_REQUEST')
})

test('without a limit, playdates are answered 200 at a time', async () => {
  const [matchId = ''] = matchIds
  await sql`
    INSERT INTO playdates (id, match_id, proposer_dog_id, invited_dog_id, when_ts, park_name, notes, status)
    SELECT gen_random_uuid(), id, dog_a_id, dog_b_id, ${inHours(24)}::timestamptz, 'Dolores Park', '', 'accepted'
    FROM matches, generate_series(1, 450) WHERE id = ${matchId}
  `.execute(app.services.db)
  for (const path of ['/api/playdates', `/api/matches/${matchId}/playdates`]) {
    const first = await ann.get<Named[]>(path)
    expect(first.body).toHaveLength(200)
    const second = await ann.get<Named[]>(`${path}?cursor=${first.headers.get('x-next-cursor')}`)
    expect(second.body).toHaveLength(200)
    const all = (await pagesOf<Named>(ann, `${path}?limit=500`)).flat()
    expect([...first.body, ...second.body]).toEqual(all.slice(0, 400))
  }
})

test.each([...['matches', 'playdates', 'playdates/past', `matches/${NOBODY}/playdates`, 'skips', 'sniff', 'walks']])(
  'a wrong cursor of %s is 400 for somebody without an active dog too',
  async path => {
    const nobody = await signUp(app.url)
    expectError(await nobody.get(`/api/${path}`), 409, 'no-active-dog')
    expectError(await nobody.get(`/api/${path}?cursor=x`), 400, 'unknown-cursor')
  },
)
