import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { createDog, ownerWithDog, type Person, signUp } from './client.ts'
import { expectError } from './shape.ts'

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
})

/** All pages of a list, one after the other. */
async function pagesOf(path: string, limit: number): Promise<Named[][]> {
  const pages: Named[][] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const { status, body, headers } = await ann.get<Named[]>(`${path}?limit=${limit}${query}`)
    expect(status).toBe(200)
    pages.push(body)
    cursor = headers.get('x-next-cursor')
  } while (cursor !== null)
  return pages
}

test.each(['/api/matches', '/api/playdates'])(
  '%s is answered completely, or page by page in the same order',
  async path => {
    const whole = await ann.get<Named[]>(path)
    expect(whole.body).toHaveLength(7)
    expect(whole.headers.get('x-next-cursor')).toBeNull()
    for (const limit of [1, 2, 3, 6, 8, 500]) {
      const pages = await pagesOf(path, limit)
      expect(pages.flat()).toEqual(whole.body)
      expect(Math.max(...pages.map(page => page.length))).toBeLessThanOrEqual(limit)
    }
  },
)

test('the playdates of a match are paged too', async () => {
  const [matchId] = matchIds
  const whenTs = new Date(Date.now() + 86_400_000).toISOString()
  for (let count = 0; count < 3; count++)
    await ann.post('/api/playdates', { matchId, whenTs, parkName: 'Crissy Field' })
  const path = `/api/matches/${matchId}/playdates`
  const whole = await ann.get<Named[]>(path)
  expect(whole.body).toHaveLength(4)
  expect((await pagesOf(path, 3)).flat()).toEqual(whole.body)
})

test.each(['/api/matches', '/api/playdates'])('%s refuses invalid limits and cursors', async path => {
  for (const query of [
    'limit=0',
    'limit=501',
    'limit=x',
    'limit=1.5',
    'cursor=',
    'cursor=x',
    `cursor=${'x'.repeat(65)}`,
  ])
    expectError(await ann.get(`${path}?${query}`), 400, 'BAD_REQUEST')
  const other = await ownerWithDog(app.url)
  const [foreign] = (await ann.get<Named[]>(path)).body
  expectError(await other.owner.get(`${path}?cursor=${foreign?.id}`), 400, 'BAD_REQUEST')
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
    expect(first.headers.get('x-next-cursor')).toBe(first.body.at(-1)?.id)
    const second = await ann.get<Named[]>(`${path}?cursor=${first.headers.get('x-next-cursor')}`)
    expect(second.body).toHaveLength(200)
    const all = (await pagesOf(path, 500)).flat()
    expect([...first.body, ...second.body]).toEqual(all.slice(0, 400))
  }
  expectError(await ann.get(`/api/matches/${matchId}/playdates?cursor=${randomUUID()}`), 400)
})
