import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { createDog, ownerWithDog, type Person, pagesOf, signUp, twoMatched } from '../client.ts'
import { expectError } from '../shape.ts'

let now = new Date()
const app = testApp({}, { now: () => now })

/** The address that the header `Link` names; null on the last page. */
const nextOf = (headers: Headers) => /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null

async function withMatches(count: number) {
  const { owner } = await ownerWithDog(app.url)
  const friend = await signUp(app.url)
  const matchIds: string[] = []
  for (let one = 0; one < count; one++) {
    const other = await createDog(friend)
    matchIds.push((await owner.post<{ matchId: string }>('/api/bark', { toDogId: other.id })).body.matchId)
  }
  return { owner, matchIds }
}

describe('parameters of an address', () => {
  let owner: Person
  beforeAll(async () => {
    ;({ owner } = await ownerWithDog(app.url))
  })

  test.each([
    ['/api/matches?sort=created&colour=red', ['colour']],
    ['/api/my-dogs?limit=5', ['limit']],
    ['/api/sniff?distances=5&size=small', ['distances', 'size']],
  ])('%s names what it does not take', async (path, names) => {
    const { status, body } = await owner.get<ErrorBody>(path)
    expect([status, body.reason, body.issues?.map(issue => issue.path[0])]).toEqual([400, 'unknown-parameter', names])
    expect(body.message).toContain(names[0])
  })

  test.each([
    ['GET', '/api/playdates/some-id/ics'],
    ['GET', '/api/walks/some-id/ics'],
    ['GET', '/api/verifications/some-id/evidence'],
    ['GET', '/api/events'],
    ['POST', '/api/account/export'],
    ['POST', '/api/photos'],
    ['POST', '/api/verifications/some-id/evidence'],
  ])('of files and streams are refused too: %s %s', async (method, path) => {
    const isUpload = method === 'POST' && !path.endsWith('/export')
    const answer = await owner.send(method, `${path}?since=yesterday`, isUpload ? new FormData() : undefined)
    const { reason, issues } = expectError(answer, 400)
    expect([reason, issues?.map(issue => issue.path)]).toEqual(['unknown-parameter', [['since']]])
  })

  test('of the pages for everybody are ignored: whoever links to them may add some', async () => {
    for (const path of ['/api/login', '/api/health', '/api/openapi.json'])
      expect((await fetch(`${app.url}${path}?utm_source=mail`)).status).toBe(200)
  })

  test('of a write are refused too, before anything is written', async () => {
    const { status } = await owner.post('/api/tokens?scopes=read', { name: 'bot' })
    expect([status, (await owner.get('/api/tokens')).body]).toEqual([400, []])
  })
})

/** A page of matches, and the address of the next one. */
async function pageOf(owner: Person, path: string) {
  const { body, headers } = await owner.get<Match[]>(path)
  return { ids: body.map(({ id }) => id), next: nextOf(headers) }
}

test('matches in the order of making are each shown once while messages reorder the others', async () => {
  const { owner, matchIds } = await withMatches(6)
  const seen: string[] = []
  for (let path: string | null = '/api/matches?sort=created&limit=2'; path !== null; ) {
    const page = await pageOf(owner, path)
    seen.push(...page.ids)
    path = page.next
    await owner.post(`/api/messages/${matchIds[4]}`, { body: 'woof' })
    // The match at which the next page begins goes.
    if (seen.length === 2) await owner.send('DELETE', `/api/matches/${matchIds[1]}`)
  }
  expect(seen).toEqual(matchIds)
  // An empty list has no next page either.
  expect(await pagesOf(owner, '/api/notifications?limit=1')).toEqual([[]])
})

test('matches by their news are none shown twice, though messages reorder them while they are read', async () => {
  const { owner, matchIds } = await withMatches(6)
  const ids = matchIds.toReversed()
  const first = await pageOf(owner, '/api/matches?limit=2')
  // The last of the first page, and one of the second.
  for (const id of [ids[1], ids[2]]) await owner.post(`/api/messages/${id}`, { body: 'Back to the front' })
  const second = await pageOf(owner, first.next ?? '')
  const third = await pageOf(owner, second.next ?? '')
  expect([first.ids, second.ids, third.ids]).toEqual([ids.slice(0, 2), ids.slice(3, 5), ids.slice(5)])
})

test('matches since a time are those with a message from then on', async () => {
  const { owner, matchIds } = await withMatches(3)
  const { body: message } = await owner.post<Message>(`/api/messages/${matchIds[1]}`, { body: 'woof' })
  const since = message.createdAt
  for (const sort of ['newest-message', 'created']) {
    const { body } = await owner.get<Match[]>(`/api/matches?sort=${sort}&since=${since}`)
    expect(body.map(({ id }) => id)).toEqual([matchIds[1]])
  }
  expect((await owner.get('/api/matches?since=yesterday')).status).toBe(400)
})

test('playdates by status, and since they changed', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const ids: string[] = []
  for (let one = 0; one < 3; one++)
    ids.push((await first.owner.post<Playdate>('/api/playdates', playdateOf(matchId, 24, now))).body.id)
  await second.owner.patch(`/api/playdates/${ids[0]}`, { status: 'accepted' })
  await second.owner.patch(`/api/playdates/${ids[1]}`, { status: 'declined' })
  const idsOf = async (query: string, path = '/api/playdates') =>
    (await first.owner.get<Playdate[]>(`${path}?${query}`)).body.map(({ id }) => id)
  expect(await idsOf('')).toEqual(ids)
  expect(await idsOf('status=declined')).toEqual([ids[1]])
  expect(await idsOf('status=proposed,accepted')).toEqual([ids[0], ids[2]])
  expect(await idsOf('status=accepted', `/api/matches/${matchId}/playdates`)).toEqual([ids[0]])

  now = new Date(now.getTime() + 60_000)
  const since = now.toISOString()
  expect(await idsOf(`since=${since}`)).toEqual([])
  await second.owner.post(`/api/playdates/${ids[2]}/counter`, { notes: 'Bring a ball' })
  expect(await idsOf(`since=${since}`)).toEqual([ids[2]])
  // A block calls the others off.
  now = new Date(now.getTime() + 60_000)
  const later = now.toISOString()
  const block = await second.owner.post<{ id: string }>('/api/blocks', { dogId: first.dog.id })
  await second.owner.send('DELETE', `/api/blocks/${block.body.id}`)
  expect(await idsOf(`since=${later}`)).toEqual([ids[0], ids[2]])
  expect((await first.owner.get('/api/playdates?status=maybe')).status).toBe(400)
})

test('the header Link leads through a chat, back to the first message or on to the newest', async () => {
  const { first, matchId } = await twoMatched(app.url)
  for (let one = 0; one < 5; one++) await first.owner.post(`/api/messages/${matchId}`, { body: `woof ${one}` })
  const seqs = async (query: string) => {
    const pages: string[] = []
    for (let path: string | null = `/api/messages/${matchId}?${query}`; path !== null; ) {
      const { body, headers }: { body: Message[]; headers: Headers } = await first.owner.get<Message[]>(path)
      pages.push(String(body.map(({ seq }) => seq)))
      path = nextOf(headers)
    }
    return pages
  }
  expect(await seqs('limit=2')).toEqual(['5,6', '3,4', '1,2'])
  const { body } = await first.owner.get<Message[]>(`/api/messages/${matchId}`)
  expect(await seqs(`limit=2&after=${body[1]?.id}`)).toEqual(['3,4', '5,6'])
  expect(await seqs('limit=6')).toEqual(['1,2,3,4,5,6'])
})
