import { AsyncLocalStorage } from 'node:async_hooks'
import { buffer } from 'node:stream/consumers'
import { inTransaction } from '@barkyard/db/open'
import { newId } from '@barkyard/db/queries/ids'
import { findToSend } from '@barkyard/db/queries/notifications/deliveries'
import { takeForDigest } from '@barkyard/db/queries/notifications/digests'
import { setDogHidden } from '@barkyard/db/queries/reports/moderation'
import { KIND_OF } from '@barkyard/domain/notification'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { User } from '@barkyard/domain/schemas/user'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { accountArchive } from '../../src/features/account/archive.ts'
import { callersChanged } from '../../src/platform/realtime/bus.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { inHours, LOST, playdateOf, walkOf } from '../calls.ts'
import { type About, callsAbout } from '../calls-about.ts'
import { openChat } from '../chats.ts'
import { notificationsOf, ownerWithDog, PASSWORD, type Person, photo, twoMatched } from '../client.ts'
import { type Live, openLive } from '../live.ts'
import { decide, reportingTo } from '../reports.ts'
import type { Chat } from '../socket.ts'
import { DAY } from '../times.ts'
import { unzip } from '../unzip.ts'

/** The statements of the request that is answered, in its own asynchronous context. */
const statements = new AsyncLocalStorage<string[]>()
/** By how much the app's clock is ahead, in ms. */
let ahead = 0
const app = testApp(
  {},
  { now: () => new Date(Date.now() + ahead), onStatement: ({ sql }) => statements.getStore()?.push(sql) },
)
const report = reportingTo(app)
/** The list that the next request fills. */
let sent: string[] = []
/** Tables of background jobs, and of the check of the caller before each call. */
const OF_NO_CALL = /\b(sessions|jobs|presence)\b/

let admin: Person
let witness: Person
beforeAll(async () => {
  app.server.server.prependListener('request', () => statements.enterWith(sent))
  admin = await newAdmin(app)
  witness = (await ownerWithDog(app.url)).owner
})

/** Reports a dog and decides about it, as a third person and a moderator do. */
const moderate = async (dogId: string, decision: object) => {
  const { status } = await decide(admin, await report(witness, { dogId }), decision)
  if (status !== 200) throw new Error(`deciding answered ${status}`)
}

/** The same in every yard. */
const TOMORROW = inHours(24)

interface Yard extends Awaited<ReturnType<typeof twoMatched>> {
  about: About
  live: Live
  chat: Chat
  /** Where the first owner's calendar is read. */
  feed: string
}

/** The first owner watches over all transports; the second one is about to disappear. */
async function yard(): Promise<Yard> {
  const two = await twoMatched(app.url)
  const plan = { ...playdateOf(two.matchId), whenTs: TOMORROW }
  await two.second.owner.post(`/api/messages/${two.matchId}`, { body: 'unread' })
  const { body: past } = await two.second.owner.post<Playdate>('/api/playdates', plan)
  await two.first.owner.patch(`/api/playdates/${past.id}`, { status: 'accepted' })
  const { db } = app.services
  const yesterday = new Date(Date.now() - DAY)
  await db.updateTable('playdates').set({ when_ts: yesterday }).where('id', '=', past.id).execute()
  const { body } = await two.second.owner.post<Playdate>('/api/playdates', plan)
  const { body: walk } = await two.second.owner.post<Walk>('/api/walks', { ...walkOf(), whenTs: TOMORROW })
  await two.first.owner.post(`/api/walks/${walk.id}/join`, {})
  const { body: added } = await two.second.owner.upload(two.second.dog.id, await photo())
  const { body: lost } = await two.second.owner.post<OwnLost>(`/api/dogs/${two.second.dog.id}/lost`, LOST)
  // A dog this new waits for a moderator. No other yard's is near.
  await db.deleteFrom('lost_cases').where('id', '<>', lost.id).execute()
  await db.updateTable('lost_cases').set({ state: 'open' }).where('id', '=', lost.id).execute()
  const [notification] = await notificationsOf(two.first.owner)
  if (!notification) throw new Error('the proposal notifies')
  const ids = { dogId: two.second.dog.id, photoId: added.id, matchId: two.matchId }
  const about = { ...ids, playdateId: body.id, walkId: walk.id, lostId: lost.id, notificationId: notification.id }
  const feed = await two.first.owner.post<{ url: string }>('/api/calendar-feed')
  const live = await openLive(two.first.owner)
  const chat = await openChat(two.first.owner)
  return { ...two, about, live, chat, feed: new URL(feed.body.url).pathname }
}

/** The answers to all calls of the first owner about the second, with the statements that ran. */
async function everything({ first: { owner, dog }, about, matchId, chat }: Yard): Promise<unknown[]> {
  const answers: unknown[] = []
  const note = (call: string, answer: Awaited<ReturnType<typeof owner.send>>) => {
    const headers = [...answer.headers].filter(
      ([name]) => !/^(date|x-request-id|ratelimit.*|content-length)$/.test(name),
    )
    // The list of all dogs around changes with each yard.
    const body = call.startsWith('GET /sniff') ? null : answer.body
    // Sorted, because statements that a call sends at the same time end in any order.
    const ran = sent.filter(statement => !OF_NO_CALL.test(statement)).sort()
    answers.push({ call, status: answer.status, headers, body, statements: ran })
  }
  // The caller is cached for seconds. Each call must read them again.
  const begin = () => {
    app.services.sessions.forget([owner.user.id], [])
    sent = []
  }
  for (const [method, path, body] of callsAbout(about)) {
    begin()
    note(`${method} ${path}`, await owner.send(method, `/api${path}`, body))
  }
  begin()
  note('POST /photos', await owner.upload(about.dogId, await photo()))
  chat.send({ type: 'message', matchId, senderDogId: dog.id, body: 'still there?', clientId: 'again' })
  await chat.until(({ errors }) => errors.length > 0)
  return answers
}

/** What the first owner gets without a call about the second: their export, calendar and mails. */
async function withoutAsking({ first: { owner }, about, feed }: Yard): Promise<unknown> {
  const { db } = app.services
  const archive = await accountArchive(app.services, owner.user.id, new Date())
  const files = archive && [...(await unzip(await buffer(archive)))]
  return {
    // The account and the own dogs have the yard's number in them.
    archive: files?.map(([name, file]) => [name, /^(account|dogs)/.test(name) ? null : file.toString()]),
    calendar: (await owner.get<string>(feed)).body.replace(/^(DTSTAMP|UID).*$/gm, ''),
    mail: (await findToSend(db, about.notificationId)) ?? null,
    digest: await takeForDigest(db, { userId: owner.user.id, mailId: newId(), events: Object.keys(KIND_OF) }),
  }
}

/** The second owner goes on, as far as they can. The first must not learn of it. */
async function goOn({ second: { owner, dog }, about, matchId }: Yard): Promise<void> {
  await owner.patch(`/api/dogs/${dog.id}`, { bio: 'changed since' })
  await owner.upload(dog.id, await photo())
  await owner.post(`/api/messages/${matchId}`, { body: 'said since' })
  await owner.patch(`/api/walks/${about.walkId}`, { parkName: 'Alamo Square Park' })
  await owner.post(`/api/playdates/${about.playdateId}/cancel`, { reason: 'busy' })
}

/** Ids of one yard under names that are the same in every yard, and the times and ids of what told of the end under one. */
function anonymous({ first, about }: Yard, what: unknown): unknown {
  const names: [string, string][] = [
    [first.dog.id, 'own dog'],
    [first.owner.user.id, 'me'],
    ...Object.entries(about).map(([name, id]): [string, string] => [id, name]),
  ]
  const text = names.reduce((named, [id, name]) => named.replaceAll(id, name), JSON.stringify(what))
  return JSON.parse(
    text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'),
  )
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
  hidden: ({ second }) => moderate(second.dog.id, { action: 'hide-dog' }),
  suspended: ({ second }) => moderate(second.dog.id, { action: 'suspend' }),
}

// The time of an answer is that of its statements, so they are the same ones.
test('blocks, ended matches, hidden dogs and suspended owners look like deletions', async () => {
  const seen: Record<string, unknown> = {}
  for (const [how, go] of Object.entries(GONE)) {
    const one = await yard()
    const walks = async () => (await one.first.owner.get<Walk[]>('/api/walks?limit=100')).body.map(({ id }) => id)
    expect(await found(one.first.owner)).toContain(one.second.dog.id)
    expect(await walks()).toContain(one.about.walkId)
    await go(one)
    expect(await found(one.first.owner)).not.toContain(one.second.dog.id)
    expect(await walks()).not.toContain(one.about.walkId)
    await goOn(one)
    const [unasked, answers] = [await withoutAsking(one), await everything(one)]
    const { events, errors } = one.live
    seen[how] = anonymous(one, { unasked, answers, frames: one.chat.frames, events, errors })
  }
  for (const how of Object.keys(GONE)) expect({ how, seen: seen[how] }).toEqual({ how, seen: seen.deleted })
})

test('the owner of a hidden dog sees it marked, edits it and reads as it, but cannot write as it', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const playdate = playdateOf(matchId)
  const proposed = await second.owner.post<Playdate>('/api/playdates', playdate)
  await inTransaction(app.services.db, trx => setDogHidden(trx, first.dog.id, new Date()))
  await app.services.carryOut(effects => callersChanged(effects, [first.owner.user.id], [first.dog.id]))
  const { owner, dog } = first
  expect((await owner.get<Dog[]>('/api/my-dogs')).body).toMatchObject([{ id: dog.id, hidden: true }])
  expect((await owner.get<User>('/api/auth/user')).body.dog?.hidden).toBe(true)
  expect((await owner.get<Dog>(`/api/dogs/${dog.id}`)).body.hidden).toBe(true)
  const renamed = await owner.patch<Dog>(`/api/dogs/${dog.id}`, { name: 'Adele' })
  expect(renamed.body).toMatchObject({ name: 'Adele', hidden: true })
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
})

test('a suspended account sees the end, and works again afterwards', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const chat = await openChat(owner)
  const caseId = await report(witness, { dogId: dog.id })
  const end = new Date(Date.now() + DAY).toISOString()
  await decide(admin, caseId, { action: 'suspend', until: end })
  expect(await chat.closed).toMatchObject({ code: 4403 })
  expect(await owner.get('/api/my-dogs')).toMatchObject({ status: 403, body: { code: 'SUSPENDED', until: end } })
  expect((await owner.get('/api/trpc/dogs.mine')).status).toBe(403)
  expect(await owner.get('/api/admin/reports/x/photos/x')).toMatchObject({ status: 403, body: { reason: 'suspended' } })
  expect((await owner.upload(dog.id, await photo())).status).toBe(403)
  const suspended = { suspended: true, suspendedUntil: end, dog: { hidden: true } }
  expect((await owner.get<User>('/api/auth/user')).body).toMatchObject(suspended)
  const again = await openChat(owner)
  expect(await again.closed).toMatchObject({ code: 4403 })
  ahead = DAY
  onTestFinished(() => {
    ahead = 0
  })
  await until(async () => (await owner.get('/api/my-dogs')).status, 200)
  const other = await ownerWithDog(app.url)
  app.services.jobs.wakeRunners()
  await until(
    () => found(other.owner),
    ids => ids.includes(dog.id),
  )
  expect((await owner.get<User>('/api/auth/user')).body).toMatchObject({ suspended: false, suspendedUntil: null })
})
