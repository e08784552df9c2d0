import { addDog } from '@barkyard/db/testing/owners'
import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { NOBODY } from '../calls.ts'
import { A_DOG, ownerWithDog, type Person, photo, signUp, twoMatched } from '../client.ts'
import { expectError } from '../shape.ts'
import { openChat } from '../socket.ts'

const app = testApp()

let admin: Person
beforeAll(async () => {
  admin = await newAdmin(app)
})

const give = (dog: Dog, userId: string | null) => admin.patch(`/api/admin/dogs/${dog.id}/owner`, { userId })
const dogsOf = async ({ user }: Person) =>
  (await admin.get<AdminDog[]>(`/api/admin/users/${user.id}/dogs`)).body.map(({ id }) => id)

describe('transfers', () => {
  test('move the dog with its matches, and the former owner loses it at once, in open sockets too', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const heir = await signUp(app.url)
    const chat = await openChat(first.owner)
    const [otherChat, heirsChat] = [await openChat(second.owner), await openChat(heir)]
    await until(() => app.services.hub.listenersOf(first.owner.user.id), 1)
    expect((await give(first.dog, heir.user.id)).body).toEqual({ ok: true })

    expect((await first.owner.get('/api/auth/user')).body).toMatchObject({ dog: null })
    expect((await first.owner.get('/api/my-dogs')).body).toEqual([])
    expectError(await first.owner.get('/api/matches'), 409)
    expectError(await first.owner.post('/api/active-dog', { dogId: first.dog.id }), 403)
    expectError(await first.owner.delete(`/api/dogs/${first.dog.id}`), 403)
    chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'mine' })
    await chat.until(({ errors }) => errors.length === 1)

    // Received, but not made active.
    const write = () => heirsChat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'mine now' })
    write()
    await heirsChat.until(({ errors }) => errors.length === 1)
    expect((await heir.get('/api/auth/user')).body).toMatchObject({ dog: null })
    expect(await dogsOf(heir)).toEqual([first.dog.id])
    await heir.post('/api/active-dog', { dogId: first.dog.id })
    expect((await heir.get<Match[]>('/api/matches')).body.map(({ id }) => id)).toEqual([matchId])

    otherChat.send({ type: 'message', matchId, senderDogId: second.dog.id, body: 'who is there' })
    for (const one of [otherChat, heirsChat]) await one.until(({ messages }) => messages.length === 1)
    write()
    await otherChat.until(({ messages }) => messages.length === 2)
    expect(chat.messages).toEqual([])

    const [entry] = await auditOf(admin, heir.user.email)
    expect(entry).toMatchObject({
      action: 'dog-transferred',
      dogId: first.dog.id,
      userId: heir.user.id,
      detail: { name: 'Ada', from: first.owner.user.email, to: heir.user.email },
    })
    for (const { socket } of [chat, otherChat, heirsChat]) socket.terminate()
  })

  test('to nobody and back work', async () => {
    const { owner, dog } = await ownerWithDog(app.url, { name: 'Stray' })
    await give(dog, null)
    const unowned = (await admin.get<AdminDog[]>('/api/admin/unowned-dogs?search=stray')).body
    expect(unowned).toMatchObject([{ id: dog.id, userId: null, owner: null }])
    expect((await owner.get('/api/auth/user')).body).toMatchObject({ dog: null })
    expect((await give(dog, owner.user.id)).status).toBe(200)
    expect((await admin.get('/api/admin/unowned-dogs?search=stray')).body).toEqual([])
    expect(await dogsOf(owner)).toEqual([dog.id])
  })

  test('end what the former owner’s clientId stands for: asking again makes another dog', async () => {
    const [owner, heir] = [await signUp(app.url), await signUp(app.url)]
    const draft = { ...A_DOG, clientId: 'draft' }
    const { body: dog } = await owner.post<Dog>('/api/dogs', draft)
    await give(dog, heir.user.id)
    await heir.patch(`/api/dogs/${dog.id}`, { bio: 'Mine now', paused: true })
    const again = await owner.post<Dog>('/api/dogs', draft)
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ bio: null })
    expect(again.body.id).not.toBe(dog.id)
  })

  test('to the present owner change nothing and are not logged, and those that are refused change nothing', async () => {
    const { owner, dog } = await ownerWithDog(app.url, { name: 'Stayer' })
    expect((await give(dog, owner.user.id)).status).toBe(200)
    for (const id of [NOBODY, 'no-id-at-all']) expectError(await give(dog, id), 404, 'NOT_FOUND')
    const full = await signUp(app.url)
    for (let n = 0; n < 50; n++) await addDog(app.services.db, full.user.id, 'Rex')
    expectError(await give(dog, full.user.id), 409, 'CONFLICT')
    expect((await owner.get('/api/auth/user')).body).toMatchObject({ dog: { id: dog.id } })
    expect(await auditOf(admin, 'stayer')).toEqual([])
  })
})

describe('deleting users', () => {
  const remove = (userIds: string[]) => admin.delete('/api/admin/users', { userIds })
  const isKnown = async ({ user }: Person) =>
    (await admin.get<AdminUser[]>(`/api/admin/users?search=${user.email}`)).body.length === 1

  test('also deletes their dogs, photos with their files, matches, sessions and sockets', async () => {
    const { first, second } = await twoMatched(app.url)
    const added = await first.owner.upload(first.dog.id, await photo())
    expect((await admin.get(added.body.urlThumb)).status).toBe(200)
    const chat = await openChat(first.owner)
    expect((await remove([first.owner.user.id])).body).toEqual({ ok: true })
    expect((await chat.closed).code).toBe(4401)
    expectError(await first.owner.get('/api/auth/user'), 401)
    expect((await second.owner.get('/api/matches')).body).toEqual([])
    await until(async () => (await admin.get(added.body.urlThumb)).status, 404)

    const [entry] = await auditOf(admin, first.owner.user.id)
    expect(entry).toMatchObject({
      action: 'users-deleted',
      adminEmail: admin.user.email,
      detail: { users: 1, dogs: 1, userIds: [first.owner.user.id] },
    })
  })

  test('with an unknown id, or including oneself in whatever case the id is written, deletes nobody', async () => {
    const one = await signUp(app.url)
    for (const bad of [NOBODY, 'no-id-at-all']) expectError(await remove([one.user.id, bad]), 404, 'NOT_FOUND')
    for (const self of [admin.user.id, admin.user.id.toUpperCase()])
      expectError(await remove([one.user.id, self]), 400, 'BAD_REQUEST')
    expect([await isKnown(one), await isKnown(admin)]).toEqual([true, true])
    expect(await auditOf(admin, one.user.email)).toEqual([])
    // The same id twice is one user.
    expect((await remove([one.user.id, one.user.id, one.user.id.toUpperCase()])).status).toBe(200)
    expect(await isKnown(one)).toBe(false)
  })
})
