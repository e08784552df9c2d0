import { AUDIT_ACTION_CODES } from '@barkyard/domain/audit'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { User } from '@barkyard/domain/schemas/user'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { appRouter, hourlySweep } from '../../src/features/index.ts'
import { proceduresOf } from '../../src/platform/trpc/meta.ts'
import { auditOf, makeAdmin, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import {
  anotherBrowser,
  Client,
  createDog,
  ownerWithDog,
  PASSWORD,
  type Person,
  photo,
  twoMatched,
  unique,
} from '../client.ts'
import { expectError } from '../shape.ts'
import { openChat } from '../socket.ts'

const app = testApp()

let admin: Person
beforeEach(async () => {
  admin = await newAdmin(app)
})

const actAs = async (dog: Dog) => expect((await admin.post(`/api/admin/impersonate-dog/${dog.id}`)).status).toBe(200)
const stop = () => admin.post('/api/admin/stop-impersonation')
const actingDog = async () => (await admin.get<{ activeDogId: string | null }>('/api/active-dog')).body.activeDogId
const actions = async () => (await auditOf(admin, admin.user.email)).map(({ action }) => action)

test('the admin acts as the dog and stays who they are, and in other browsers does not', async () => {
  const elsewhere = await anotherBrowser(admin)
  const own = await createDog(admin, { name: 'Own' })
  await admin.post('/api/active-dog', { dogId: own.id })
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Other' })
  await actAs(dog)
  expect((await admin.get('/api/auth/user')).body).toMatchObject({
    id: admin.user.id,
    email: admin.user.email,
    isAdmin: true,
    isImpersonating: true,
    city: null,
    lat: null,
    dog: { id: dog.id },
  })
  expect(await actingDog()).toBe(dog.id)
  expect((await admin.get('/api/my-dogs')).body).toEqual([own])
  expect((await elsewhere.get('/api/auth/user')).body).toMatchObject({ isImpersonating: false, dog: { id: own.id } })
  expect((await owner.get('/api/auth/user')).body).toMatchObject({ isImpersonating: false, dog: { id: dog.id } })
  await stop()
  expect((await admin.get('/api/auth/user')).body).toMatchObject({ isImpersonating: false, dog: { id: own.id } })
})

test('sniffs from the owner’s place, with the owner’s exclusions', async () => {
  const oslo = { lat: 59.91, lng: 10.75 }
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Searcher' }, oslo)
  const sibling = await createDog(owner, { name: 'Sibling' })
  const near = await ownerWithDog(app.url, { name: 'Near' }, { lat: 59.93, lng: 10.75 })
  await actAs(dog)
  const { body } = await admin.get<SniffDog[]>('/api/sniff')
  expect(body.map(({ id }) => id)).toEqual([near.dog.id])
  expect(body.map(({ id }) => id)).not.toContain(sibling.id)
  expect((await admin.get(`/api/dogs/${near.dog.id}`)).body).toMatchObject({ distance: body[0]?.distance })
  // When the owner moves, the next search of either is at the new place.
  const rome = { lat: 41.9, lng: 12.5 }
  const roman = await ownerWithDog(app.url, { name: 'Roman' }, rome)
  const found = async (person: Person) => (await person.get<SniffDog[]>('/api/sniff')).body.map(({ id }) => id)
  for (const person of [owner, admin]) expect(await found(person)).toEqual([near.dog.id])
  await owner.patch('/api/user/location', rome)
  for (const person of [owner, admin]) expect(await found(person)).toEqual([roman.dog.id])
})

test('barks, writes and plans as the dog, and each write is logged with the dog, its owner and the time', async () => {
  const began = Date.now()
  const { first, second, matchId } = await twoMatched(app.url)
  const third = await ownerWithDog(app.url, { name: 'Third' })
  const name = `Zed ${unique()}`
  await admin.patch(`/api/admin/dogs/${first.dog.id}`, { name })
  // A socket that was opened before receives the dog's messages, until the stop.
  const [chat, otherChat] = [await openChat(admin), await openChat(second.owner)]
  await actAs(first.dog)
  const say = (body: string) => otherChat.send({ type: 'message', matchId, senderDogId: second.dog.id, body })
  const heard = async () => {
    const before = otherChat.messages.length
    say('are you there')
    await otherChat.until(({ messages }) => messages.length > before)
    return chat.messages.length
  }
  await until(heard, count => count > 0)

  expect((await admin.get<Match[]>('/api/matches')).body.map(({ id }) => id)).toEqual([matchId])
  expect((await admin.post('/api/bark', { toDogId: third.dog.id })).status).toBe(200)
  const [match] = (await third.owner.get<Match[]>('/api/matches')).body
  expect(match?.lastMessage?.senderDogId).toBe(first.dog.id)
  const message = { type: 'message', matchId, senderDogId: first.dog.id, body: 'woof!', clientId: 'one' }
  chat.send(message)
  for (const one of [chat, otherChat])
    await one.until(({ messages }) =>
      messages.some(({ body, senderDogId }) => body === 'woof!' && senderDogId === first.dog.id),
    )
  const playdate = await admin.post<Playdate>('/api/playdates', playdateOf(matchId))
  expect(playdate.body.proposerDogId).toBe(first.dog.id)

  const entries = await auditOf(admin, name.toLowerCase())
  expect(entries.map(({ action }) => action)).toEqual([
    'playdate-proposed-as-dog',
    'message-sent-as-dog',
    'barked-as-dog',
    'impersonation-started',
    'dog-edited',
  ])
  for (const entry of entries) {
    expect(entry).toMatchObject({
      adminEmail: admin.user.email,
      dogId: first.dog.id,
      userId: first.owner.user.id,
      detail: { name, owner: first.owner.user.email },
    })
    expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(began)
  }

  await stop()
  // A session's listeners are moved right after the change, so nothing more is received.
  chat.send({ ...message, clientId: 'too late' })
  await chat.until(({ errors }) => errors.length === 1)
  expect(chat.errors[0]?.message).toBe('You can only send messages as your active dog')
  const received = chat.messages.length
  say('the end')
  await otherChat.until(({ messages }) => messages.at(-1)?.body === 'the end')
  expect(chat.messages.length).toBe(received)
  chat.socket.terminate()
  otherChat.socket.terminate()
})

test('reading as the dog marks nothing as seen, and a refused write is not logged', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  await actAs(second.dog)
  expect((await admin.get<Message[]>(`/api/messages/${matchId}`)).body).toHaveLength(1)
  expect((await admin.post(`/api/messages/${matchId}/mark-seen`)).status).toBe(200)
  expect((await second.owner.get('/api/barks/new-count')).body).toEqual({ count: 1 })
  expect((await first.owner.get('/api/barks/new-count')).body).toEqual({ count: 0 })
  expectError(await admin.post('/api/bark', { toDogId: second.dog.id }), 400)
  expectError(await admin.post('/api/playdates', {}), 400)
  expect(await actions()).toEqual(['chat-opened-as-dog', 'impersonation-started'])
})

test('impersonating another dog switches to it, and one that nobody owns cannot be impersonated', async () => {
  const one = await ownerWithDog(app.url)
  const two = await ownerWithDog(app.url)
  await actAs(one.dog)
  await actAs(two.dog)
  expect(await actingDog()).toBe(two.dog.id)
  await actAs(two.dog)
  expect(await actions()).toEqual(['impersonation-started', 'impersonation-stopped', 'impersonation-started'])
  // Stopping twice is allowed and logged once.
  for (const _ of [1, 2]) expect((await stop()).status).toBe(200)
  expect(await actingDog()).toBeNull()
  expect([(await actions())[0], (await actions()).length]).toEqual(['impersonation-stopped', 4])
  await admin.patch(`/api/admin/dogs/${one.dog.id}/owner`, { userId: null })
  expectError(await admin.post(`/api/admin/impersonate-dog/${one.dog.id}`), 409, 'unowned-dog')
  expect(await actingDog()).toBeNull()
})

test.each<[string, (admin: Person, other: Person, owner: Person, dog: Dog) => Promise<unknown>]>([
  [
    'signing in anew',
    async ({ url, cookie, user }) => {
      const again = Object.assign(new Client(url), { cookie })
      await again.post('/api/login', { email: user.email, password: PASSWORD })
    },
  ],
  ['signing out', admin => admin.get('/api/logout')],
  ['choosing an own dog', async admin => admin.post('/api/active-dog', { dogId: (await createDog(admin)).id })],
  ['the dog being deleted', (_, __, owner, dog) => owner.delete(`/api/dogs/${dog.id}`)],
  [
    'the dog changing hands',
    (_, other, __, dog) => other.patch(`/api/admin/dogs/${dog.id}/owner`, { userId: other.user.id }),
  ],
  ['the owner being deleted', (_, other, owner) => other.delete('/api/admin/users', { userIds: [owner.user.id] })],
  ['the admin being deleted', ({ user }, other) => other.delete('/api/admin/users', { userIds: [user.id] })],
  [
    'the admin’s rights being revoked, even if they are granted again',
    async admin => {
      await makeAdmin(app, admin, false)
      expectError(await admin.get('/api/matches'), 409, 'CONFLICT')
      await makeAdmin(app, admin)
    },
  ],
  [
    'the session running out',
    async ({ user }) => {
      await sql`UPDATE sessions SET last_used_at = now() - interval '31 days' WHERE user_id = ${user.id}`.execute(
        app.services.db,
      )
      await hourlySweep(app.services, new Date())
    },
  ],
])('%s ends it, and that is noted once', async (_, end) => {
  const other = await newAdmin(app)
  const { owner, dog } = await ownerWithDog(app.url, { name: `Ending ${unique()}` })
  await actAs(dog)
  await end(admin, other, owner, dog)
  const me = await admin.get<User>('/api/auth/user')
  expect(me.status === 200 && me.body.isImpersonating).toBe(false)
  const entries = (await other.get<AuditEntry[]>('/api/admin/audit')).body.filter(({ dogId }) => dogId === dog.id)
  const impersonation = entries.filter(({ action }) => action.startsWith('impersonation'))
  expect(impersonation.map(({ action }) => action)).toEqual(['impersonation-stopped', 'impersonation-started'])
  expect(impersonation[0]?.userId).toBe(owner.user.id)
})

test('every write that is possible as somebody else’s dog has its own audit action, and every other is refused', async () => {
  const writes = proceduresOf(appRouter).filter(([, { _def }]) => _def.type === 'mutation')
  const possible = writes.filter(([, , { asDog }]) => asDog && asDog !== 'noted')
  const codes = AUDIT_ACTION_CODES.filter(code => code.endsWith('-as-dog'))
  expect([...new Set(possible.map(([, , { asDog }]) => asDog))].toSorted()).toEqual(codes.toSorted())
  expect(possible.map(([name]) => name)).toEqual([
    ...['dogs.activate', 'dogs.create', 'dogs.edit', 'dogs.orderPhotos', 'dogs.delete', 'location.set'],
    ...['matches.bark', 'messages.send', 'messages.markSeen', 'photos.focus', 'photos.delete', 'photos.restore'],
    ...['answer', 'counter', 'answerChange', 'cancel', 'late', 'here', 'notHere', 'recap', 'create'].map(
      verb => `playdates.${verb}`,
    ),
    ...['tokens.create', 'tokens.revoke'],
    ...['create', 'change', 'join', 'leave', 'cancel', 'endSeries', 'late', 'here'].map(verb => `walks.${verb}`),
  ])
  // What admins decide is no dog's doing: these few are noted with the dog, all others wait until the acting has ended.
  const noted = writes.filter(([, , { asDog }]) => asDog === 'noted').map(([name]) => name.replace('admin.', ''))
  expect(noted.toSorted().join(' ')).toBe('deleteDog deleteUsers editDog impersonate setOwner stopImpersonation')
  await actAs((await ownerWithDog(app.url)).dog)
  const refusal = { status: 403, body: { error: { data: { reason: 'acting-as-another-dog' } } } }
  for (const [name, , { asDog }] of writes)
    if (!asDog) expect({ name, ...(await admin.post(`/api/trpc/${name}`, {})) }).toMatchObject({ name, ...refusal })
})

test('changing somebody else’s dog and photos by the owner’s calls is logged, but not of own dogs', async () => {
  const own = await createDog(admin, { name: 'Own' })
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Snapshot' })
  await admin.upload(own.id, await photo())
  const added = await admin.upload(dog.id, await photo())
  for (const answer of [
    added,
    await admin.delete(`/api/photos/${added.body.id}`),
    await admin.post(`/api/photos/${added.body.id}/restore`),
    await admin.delete(`/api/dogs/${dog.id}`),
    await admin.delete(`/api/dogs/${own.id}`),
  ])
    expect(answer.status).toBe(200)
  const entries = await auditOf(admin, admin.user.email)
  expect(entries.map(({ action, dogId, userId }) => [action, dogId, userId])).toEqual(
    ['dog-deleted', 'photo-restored', 'photo-deleted', 'photo-added'].map(action => [action, dog.id, owner.user.id]),
  )
  expect(entries[0]?.detail).toMatchObject({ name: 'Snapshot', owner: owner.user.email })
})
