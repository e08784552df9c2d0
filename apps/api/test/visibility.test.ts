import { setDogHidden } from '@barkyard/db/queries/moderation'
import { inTransaction } from '@barkyard/db/transaction'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { User } from '@barkyard/domain/schemas/user'
import { expect, test } from 'vitest'
import { suspend } from '../src/jobs/lift-suspension.ts'
import { callersChanged } from '../src/realtime/notify.ts'
import { testApp } from './app.ts'
import { ownerWithDog, PASSWORD, type Person, photo, twoMatched } from './client.ts'
import { Live } from './live.ts'
import { type Chat, openChat } from './socket.ts'

const app = testApp()
const DAY_MS = 86_400_000
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString()

type Yard = Awaited<ReturnType<typeof twoMatched>> & { playdateId: string; photoId: string; live: Live; chat: Chat }

/** The first owner watches over all transports; the second one is about to disappear. */
async function yard(): Promise<Yard> {
  const two = await twoMatched(app.url)
  const { body } = await two.second.owner.post<Playdate>('/api/playdates', {
    ...{ matchId: two.matchId, whenTs: tomorrow(), parkName: 'Dolores Park' },
  })
  const { body: added } = await two.second.owner.upload(two.second.dog.id, await photo())
  const live = new Live(two.first.owner)
  await live.started
  return { ...two, playdateId: body.id, photoId: added.id, live, chat: await openChat(two.first.owner) }
}

/** The answers to all calls of the first owner about the second. */
async function everything({ first, second, matchId, playdateId, photoId, chat }: Yard): Promise<unknown[]> {
  const { owner } = first
  const dogId = second.dog.id
  const calls: [string, string, unknown?][] = [
    ['GET', `/api/dogs/${dogId}`],
    ['PATCH', `/api/dogs/${dogId}`, { name: 'Mine' }],
    ['PUT', `/api/dogs/${dogId}/photos`, { photoIds: [photoId] }],
    ['DELETE', `/api/dogs/${dogId}`],
    ['DELETE', `/api/photos/${photoId}`],
    ['POST', '/api/active-dog', { dogId }],
    ['POST', '/api/bark', { toDogId: dogId }],
    ['GET', `/api/sniff?limit=100&cursor=${dogId}`],
    ['GET', '/api/matches'],
    ['GET', `/api/matches?cursor=${matchId}`],
    ['GET', `/api/matches/${matchId}`],
    ['DELETE', `/api/matches/${matchId}`],
    ['GET', `/api/messages/${matchId}`],
    ['POST', `/api/messages/${matchId}/mark-seen`],
    ['GET', '/api/barks/new-count'],
    ['GET', '/api/playdates'],
    ['GET', '/api/playdates/past'],
    ['GET', `/api/playdates?cursor=${playdateId}`],
    ['GET', `/api/playdates/${playdateId}/ics`],
    ['GET', `/api/matches/${matchId}/playdates`],
    ['GET', '/api/playdates/pending-count'],
    ['PATCH', `/api/playdates/${playdateId}`, { status: 'accepted' }],
    ['POST', `/api/playdates/${playdateId}/cancel`, { reason: 'busy' }],
    ['POST', `/api/playdates/${playdateId}/late`, { minutes: 5 }],
    ['POST', '/api/playdates', { matchId, whenTs: tomorrow(), parkName: 'Dolores Park' }],
    ['POST', '/api/blocks', { dogId }],
    ['GET', '/api/blocks'],
    ['POST', '/api/reports', { dogId, kind: 'rude' }],
    ['GET', '/api/notifications'],
    ['GET', '/api/trpc/matches.unreadByDog'],
  ]
  const answers: unknown[] = []
  for (const [method, path, body] of calls) {
    const answer = await owner.send(method, path, body)
    const headers = [...answer.headers].filter(
      ([name]) => !/^(date|x-request-id|ratelimit.*|content-length)$/.test(name),
    )
    const isList = path.startsWith('/api/sniff')
    answers.push([method, path.split('?')[0], answer.status, headers, isList ? null : answer.body])
  }
  answers.push((await owner.upload(dogId, await photo())).body)
  chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'still there?', clientId: 'again' })
  await chat.until(({ errors }) => errors.length > 0)
  return answers
}

/** Replaces the ids of one setup by names that are the same in every setup. */
function told({ first, second, matchId, playdateId, photoId }: Yard, what: unknown): unknown {
  const names: [string, string][] = [
    [first.dog.id, 'own dog'],
    [first.owner.user.id, 'me'],
    [second.dog.id, 'dog'],
    [matchId, 'match'],
    [playdateId, 'playdate'],
    [photoId, 'photo'],
  ]
  return JSON.parse(names.reduce((text, [id, name]) => text.replaceAll(id, name), JSON.stringify(what)))
}

async function found(person: Person): Promise<string[]> {
  const { body, headers } = await person.get<SniffDog[]>('/api/sniff?limit=100')
  expect(Number(headers.get('x-total-count'))).toBe(body.length)
  return body.map(({ id }) => id)
}

const GONE: Record<string, (yard: Yard) => Promise<unknown>> = {
  deleted: ({ second }) => second.owner.delete('/api/account', { password: PASSWORD }),
  blocked: ({ second, first }) => second.owner.post('/api/blocks', { dogId: first.dog.id }),
  parted: ({ second, matchId }) => second.owner.delete(`/api/matches/${matchId}`),
  hidden: async ({ second }) => {
    const hidden = await inTransaction(app.services.db, trx => setDogHidden(trx, second.dog.id, new Date()))
    callersChanged(app.services, hidden?.userIds ?? [], [second.dog.id])
  },
  suspended: async ({ second }) => {
    const who = await inTransaction(app.services.db, trx => suspend(app.services, trx, second.owner.user.id, null))
    callersChanged(app.services, who?.userIds ?? [], who?.dogIds)
  },
}

test('blocks, ended matches, hidden dogs and suspended owners look like deletions', async () => {
  const seen: Record<string, unknown> = {}
  for (const [how, go] of Object.entries(GONE)) {
    const one = await yard()
    expect(await found(one.first.owner)).toContain(one.second.dog.id)
    await go(one)
    expect(await found(one.first.owner)).not.toContain(one.second.dog.id)
    const answers = await everything(one)
    seen[how] = told(one, { answers, frames: one.chat.frames, events: one.live.events, errors: one.live.errors })
    await one.live.stop()
    one.chat.socket.terminate()
  }
  for (const how of Object.keys(GONE)) expect({ how, seen: seen[how] }).toEqual({ how, seen: seen.deleted })
})

test('the owner of a hidden dog sees it marked, edits it and reads as it, but cannot write as it', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const playdate = { matchId, whenTs: tomorrow(), parkName: 'Dolores Park' }
  const proposed = await second.owner.post<Playdate>('/api/playdates', playdate)
  await inTransaction(app.services.db, trx => setDogHidden(trx, first.dog.id, new Date()))
  callersChanged(app.services, [first.owner.user.id], [first.dog.id])
  const { owner, dog } = first
  expect((await owner.get<Dog[]>('/api/my-dogs')).body).toMatchObject([{ id: dog.id, hidden: true }])
  expect((await owner.get<User>('/api/auth/user')).body.dog?.hidden).toBe(true)
  expect((await owner.get<Dog>(`/api/dogs/${dog.id}`)).body.hidden).toBe(true)
  expect((await owner.patch<Dog>(`/api/dogs/${dog.id}`, { name: 'Adele' })).body).toMatchObject({
    name: 'Adele',
    hidden: true,
  })
  expect((await owner.get<Match[]>('/api/matches')).body).toHaveLength(1)
  expect((await owner.get(`/api/messages/${matchId}`)).status).toBe(200)
  const refused = { status: 403, body: { reason: 'dog-hidden' } }
  expect(await owner.post('/api/bark', { toDogId: second.dog.id })).toMatchObject(refused)
  expect(await owner.post('/api/playdates', playdate)).toMatchObject(refused)
  expect(await owner.patch(`/api/playdates/${proposed.body.id}`, { status: 'accepted' })).toMatchObject(refused)
  const chat = await openChat(owner)
  chat.send({ type: 'message', matchId, senderDogId: dog.id, body: 'woof!' })
  await chat.until(({ errors }) => errors.length > 0)
  expect(chat.errors).toMatchObject([{ message: expect.stringContaining('hidden this dog') }])
  chat.socket.terminate()
})

test('a suspended account sees the end, can use account calls, and works again afterwards', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const chat = await openChat(owner)
  const until = new Date(Date.now() + 4_000)
  await inTransaction(app.services.db, async trx => suspend(app.services, trx, owner.user.id, until))
  callersChanged(app.services, [owner.user.id], [dog.id])
  expect(await chat.closed).toMatchObject({ code: 4403 })
  expect(await owner.get<ErrorBody>('/api/my-dogs')).toMatchObject({
    ...{ status: 403, body: { code: 'SUSPENDED', until: until.toISOString() } },
  })
  expect((await owner.get('/api/trpc/dogs.mine')).status).toBe(403)
  for (const path of ['events', 'playdates/x/ics', 'admin/reports/x/photos/x'])
    expect(await owner.get(`/api/${path}`)).toMatchObject({ status: 403, body: { reason: 'suspended' } })
  expect((await owner.upload(dog.id, await photo())).status).toBe(403)
  expect((await owner.get<User>('/api/auth/user')).body).toMatchObject({
    ...{ suspended: true, suspendedUntil: until.toISOString(), dog: { hidden: true } },
  })
  expect((await owner.get('/api/sessions')).status).toBe(200)
  expect((await owner.patch('/api/account', { firstName: 'Kim' })).status).toBe(200)
  const again = await openChat(owner)
  expect(await again.closed).toMatchObject({ code: 4403 })
  await expect.poll(async () => (await owner.get('/api/my-dogs')).status, { timeout: 20_000 }).toBe(200)
  const other = await ownerWithDog(app.url)
  await expect.poll(() => found(other.owner), { timeout: 30_000 }).toContain(dog.id)
  expect((await owner.get<User>('/api/auth/user')).body).toMatchObject({ suspended: false, suspendedUntil: null })
})

test('writes that race with a block are stored before it or refused, and no playdate remains with a blocked owner', async () => {
  for (let round = 0; round < 12; round++) {
    const { first, second, matchId } = await twoMatched(app.url)
    const chat = await openChat(second.owner)
    const writes = Array.from({ length: 6 }, (_, n) => {
      chat.send({ type: 'message', matchId, senderDogId: second.dog.id, body: `${n}`, clientId: `${round}-${n}` })
      return second.owner.post<Playdate>('/api/playdates', { matchId, whenTs: tomorrow(), parkName: 'Dolores Park' })
    })
    const barked = second.owner.post('/api/bark', { toDogId: first.dog.id })
    const block = await first.owner.post<{ id: string }>('/api/blocks', { dogId: second.dog.id })
    const stored = app.services.db.selectFrom('messages').select('id').where('match_id', '=', matchId)
    const before = (await stored.execute()).length
    const proposed = await Promise.all(writes)
    expect([200, 404]).toContain((await barked).status)
    await chat.until(({ frames }) => frames.filter(frame => 'clientId' in frame || 'message' in frame).length >= 6)
    expect((await stored.execute()).length).toBe(before)
    await first.owner.delete(`/api/blocks/${block.body.id}`)
    const { body: playdates } = await first.owner.get<Playdate[]>('/api/playdates')
    expect(playdates.length).toBe(proposed.filter(({ status }) => status === 200).length)
    expect(playdates.every(({ status }) => status === 'declined')).toBe(true)
    chat.socket.terminate()
  }
})
