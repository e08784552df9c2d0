import { randomUUID } from 'node:crypto'
import { notifyEach } from '@barkyard/db/queries/notify'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { LiveEvent } from '@barkyard/domain/schemas/live'
import type { AdminPark } from '@barkyard/domain/schemas/park'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { LOST, walkOf } from '../calls.ts'
import {
  type Answer,
  annAndBob,
  createDog,
  notificationsOf,
  ownerWithDog,
  PASSWORD,
  type Person,
  photo,
} from '../client.ts'
import { Live } from '../live.ts'
import { lostCase, sight } from '../lost/calls.ts'
import { picture } from '../pictures.ts'
import { appeal as appealOf, noticesOf, readQueue } from '../reports.ts'
import { verificationCalls } from '../verification/calls.ts'

const app = testApp()

let ann: Person
let bob: Person
let ada: string
let bo: string
let matchId: string
/** The one that decides, and the one whose queue is open. */
let admin: Person
let moderator: Person
const pages = new Map<Person, Live>()
beforeAll(async () => {
  ;({ ann, bob, ada, bo, matchId } = await annAndBob(app.url))
  ;[admin, moderator] = [await newAdmin(app), await newAdmin(app)]
  for (const person of [ann, bob, moderator]) pages.set(person, new Live(person))
  for (const page of pages.values()) await page.started
})
afterAll(async () => {
  for (const page of pages.values()) await page.stop()
})

const pageOf = (person: Person): Live => pages.get(person) as Live
/** How many events of a type a page has heard, once all earlier ones have come. */
async function countOf(person: Person, type: LiveEvent['type']): Promise<number> {
  const mark = { type: 'seen', matchId: randomUUID() } as const
  app.services.hub.deliver({ userIds: [person.user.id], dogIds: [] }, { event: mark })
  const page = pageOf(person)
  await page.until(events => events.some(event => event.type === 'seen' && event.matchId === mark.matchId))
  return heardBy(page, type)
}
const heardBy = (page: Live, type: LiveEvent['type']) =>
  type === 'notifications' ? page.bells : page.events.filter(event => event.type === type).length

/** Makes a call that open pages must hear of, each by an event of a type. */
async function heard<T>(call: () => Promise<Answer<T>>, ...by: [Person, LiveEvent['type']][]): Promise<T> {
  const before: number[] = []
  for (const [person, type] of by) before.push(await countOf(person, type))
  const { status, body } = await call()
  expect([status, body]).toEqual([200, expect.anything()])
  for (const [n, [person, type]] of by.entries())
    await until(
      () => heardBy(pageOf(person), type),
      count => count > (before[n] ?? 0),
    )
  return body
}

test('a skip and a name are heard by the owner’s other pages', async () => {
  const { dog } = await ownerWithDog(app.url)
  const { id } = await heard(() => ann.post<{ id: string }>('/api/skips', { dogId: dog.id }), [ann, 'refresh'])
  await heard(() => ann.delete(`/api/skips/${id}`), [ann, 'refresh'])
  await heard(() => ann.patch('/api/account', { firstName: 'Anna' }), [ann, 'refresh'])
})

test('who leaves a walk hears it on all pages, like those who stay', async () => {
  const { id } = await heard(() => ann.post<Walk>('/api/walks', walkOf()), [ann, 'walk'])
  for (const verb of ['join', 'leave'])
    await heard(() => bob.post(`/api/walks/${id}/${verb}`, {}), [ann, 'walk'], [bob, 'walk'])
})

test('edits and photos are heard by those who know the dog', async () => {
  await heard(() => ann.patch(`/api/dogs/${ada}`, { name: 'Renamed' }), [ann, 'refresh'], [bob, 'refresh'])
  const shared = await picture()
  const added: Photo[] = []
  for (const bytes of [shared, await photo()]) added.push(await heard(() => ann.upload(ada, bytes), [bob, 'refresh']))
  const ids = added.map(({ id }) => id)
  const order = { photoIds: ids.toReversed() }
  await heard(() => ann.send('PUT', `/api/dogs/${ada}/photos`, order), [ann, 'refresh'], [bob, 'refresh'])
  await heard(
    () => ann.patch(`/api/photos/${ids[0]}`, { focus: { x: 0.1, y: 0.2 } }),
    [ann, 'refresh'],
    [bob, 'refresh'],
  )
  await heard(() => ann.delete(`/api/photos/${ids[0]}`), [ann, 'refresh'], [bob, 'refresh'])
  await heard(() => ann.post(`/api/photos/${ids[0]}/restore`), [ann, 'refresh'], [bob, 'refresh'])
  // Moderators look at a picture that two owners have.
  await heard(() => bob.upload(bo, shared), [moderator, 'reports'])
})

test('a verification is heard by its owner and moderators, its badge by all who know the dog', async () => {
  const { start, send, decide } = verificationCalls(() => ({ owner: ann, dog: { id: ada } as Dog, admin }))
  const { id: withdrawn } = await heard(() => start('photo'), [ann, 'refresh'])
  await heard(() => ann.delete(`/api/verifications/${withdrawn}`), [ann, 'reports'], [moderator, 'reports'])
  const { id } = (await start('photo')).body
  const { version } = await heard(() => send(id), [ann, 'reports'], [moderator, 'reports'])
  const told = [ann, bob].map((person): [Person, 'refresh'] => [person, 'refresh'])
  await heard(
    () => decide(id, { approve: true, version }),
    ...told,
    [ann, 'reports'],
    [moderator, 'reports'],
    [ann, 'notifications'],
  )
})

test('a suggested park is heard by moderators and who suggested it', async () => {
  const suggest = () => ann.post<AdminPark>('/api/parks', { name: 'Wiggly Field', lat: 41.9, lng: -87.6 })
  const { id, version } = await heard(suggest, [ann, 'reports'], [moderator, 'reports'])
  await heard(
    () => admin.post(`/api/admin/parks/${id}/decide`, { approve: true, version }),
    [ann, 'reports'],
    [moderator, 'reports'],
    [ann, 'notifications'],
  )
})

test('a case, a decision, an appeal and a bark are heard by moderators and those concerned', async () => {
  await heard(() => bob.post('/api/reports', { dogId: ada, kind: 'rude' }), [moderator, 'reports'])
  const path = `/api/admin/reports/${(await readQueue(admin)).find(({ dog }) => dog.id === ada)?.id}`
  await heard(() => admin.post(`${path}/notes`, { text: 'Look' }), [moderator, 'reports'])
  await heard(() => admin.post(`${path}/claim`), [moderator, 'reports'])
  const hide = () => admin.post(`/api/admin/dogs/${ada}/hide`, { statement: 'Because' })
  await heard(hide, [ann, 'refresh'], [bob, 'refresh'], [ann, 'notifications'])
  const [notice] = await noticesOf(ann)
  const appeal = () => ann.post('/api/appeals', { noticeId: notice?.id, text: 'Please' })
  await heard(appeal, [ann, 'reports'], [moderator, 'reports'])
  await heard(() => admin.post(`/api/admin/dogs/${ada}/show`), [ann, 'refresh'], [bob, 'refresh'])
  const { owner, dog } = await ownerWithDog(app.url)
  await heard(() => owner.post('/api/bark', { toDogId: bo }), [bob, 'notifications'])
  const suspend = () => admin.post(`/api/admin/users/${owner.user.id}/suspend`, { statement: 'Because' })
  await heard(suspend, [bob, 'refresh'])
  await heard(() => admin.post(`/api/admin/users/${owner.user.id}/lift-suspension`), [bob, 'refresh'])
  await heard(() => admin.delete(`/api/admin/dogs/${dog.id}`), [bob, 'refresh'])
  const spare = await createDog(ann)
  const giveAway = () => admin.patch(`/api/admin/dogs/${spare.id}/owner`, { userId: bob.user.id })
  await heard(giveAway, [ann, 'refresh'], [bob, 'refresh'])
  // An appeal goes with its account.
  const { owner: leaving, dog: theirs } = await ownerWithDog(app.url)
  await admin.post(`/api/admin/dogs/${theirs.id}/hide`, { statement: 'Because' })
  await appealOf(leaving, moderator)
  await heard(() => leaving.delete('/api/account', { password: PASSWORD }), [moderator, 'reports'])
})

test('what was seen is heard by the owner’s other pages', async () => {
  await bob.post(`/api/messages/${matchId}`, { body: 'woof?' })
  await heard(() => ann.post(`/api/messages/${matchId}/mark-seen`), [ann, 'seen'], [ann, 'notifications'])
  const news = { event: 'role-changed', details: { role: 'moderator' }, userId: ann.user.id } as const
  await notifyEach(app.services.db, [news, news], new Date())
  const unseen = async () => (await notificationsOf(ann)).filter(({ seenAt }) => seenAt === null)
  const ids = [(await unseen())[0]?.id]
  await heard(() => ann.post('/api/trpc/notifications.seenOnPage', { ids }), [ann, 'notifications'])
  const upTo = (await unseen())[0]?.id
  await heard(() => ann.post('/api/notifications/seen', { upTo }), [ann, 'notifications'])
})

test('a search for a dog is heard by moderators where it waits, its end and thanks by its owner', async () => {
  await ann.upload(ada, await photo())
  const waits = () => ann.post<{ id: string; version: number }>(`/api/dogs/${ada}/lost`, LOST)
  const { id, version } = await heard(waits, [moderator, 'reports'], [moderator, 'notifications'])
  const refuse = () => admin.post(`/api/admin/lost/${id}/decide`, { approve: false, version })
  await heard(refuse, [ann, 'lost'], [ann, 'reports'], [moderator, 'reports'], [ann, 'notifications'])
  const lost = await lostCase(app, { owner: ann, dog: { id: ada } })
  const { id: sightingId } = await heard(() => sight(bob, lost.id), [ann, 'sighting'], [ann, 'notifications'])
  const thank = () => ann.post(`/api/sightings/${sightingId}/thank`)
  await heard(thank, [ann, 'sighting'], [bob, 'notifications'])
})

test('a block and its end are heard by both sides, a new password by its owner', async () => {
  const block = () => bob.post<{ id: string }>('/api/blocks', { dogId: ada })
  const { id } = await heard(block, [ann, 'refresh'], [bob, 'refresh'])
  await heard(() => bob.delete(`/api/blocks/${id}`), [ann, 'refresh'], [bob, 'refresh'])
  const change = () => ann.post('/api/account/password', { current: PASSWORD, password: 'battery staple horse' })
  await heard(change, [ann, 'notifications'])
})
