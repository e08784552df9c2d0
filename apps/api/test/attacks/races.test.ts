import { untilBlocked } from '@barkyard/db/testing/blocked'
import { explore } from '@barkyard/db/testing/explore'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Message } from '@barkyard/domain/schemas/message'
import { until } from '@barkyard/postgres/testing/until'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { openChat } from '../chats.ts'
import { A_DOG, Client, createDog, ownerWithDog, PASSWORD, photo, twoMatched } from '../client.ts'
import { photoFiles } from '../photo-files.ts'

// Some calls wait for others that hash a password first.
const app = testApp({ DATABASE_LOCK_TIMEOUT: '100000', DATABASE_STATEMENT_TIMEOUT: '100000' })
const ROUNDS = explore(2, 30)
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
type Trx = typeof app.services.db

/**
 * Locks a row until `blocked` other queries wait for it, then commits `change`. The other queries continue on changed
 * data.
 */
async function overtake(change: (trx: Trx) => Promise<unknown>, others: () => Promise<{ status: number }>[]) {
  let going: Promise<{ status: number }>[] = []
  await app.services.db.transaction().execute(async trx => {
    await change(trx)
    going = others()
    await untilBlocked(app.services.db, going.length)
  })
  return statuses(await Promise.all(going))
}

test('two dogs that bark at each other many times at once have one match with one bark each', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, two] = await Promise.all([ownerWithDog(app.url), ownerWithDog(app.url)])
    const held = (trx: Trx) =>
      trx.selectFrom('dogs').select('id').where('id', 'in', [one.dog.id, two.dog.id]).forUpdate().execute()
    const bark = (from: typeof one, to: typeof one) => () => from.owner.post('/api/bark', { toDogId: to.dog.id })
    const found = await overtake(held, () => times(8, n => (n % 2 === 0 ? bark(one, two) : bark(two, one))()))
    expect(found).toEqual(Array(8).fill(200))
    for (const [side, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const [match, ...others] = (await side.owner.get<Match[]>('/api/matches')).body
      expect([match?.unreadCount, others]).toEqual([1, []])
      const { body } = await side.owner.get<Message[]>(`/api/messages/${match?.id}`)
      expect(body.map(({ seq }) => seq)).toEqual([1, 2])
      expect(new Set(body.map(({ senderDogId }) => senderDogId))).toEqual(new Set([side.dog.id, other.dog.id]))
    }
  }
})

test('a dog that is deleted during its uploads leaves no file and no row', async () => {
  const picture = await photo(1200, 900)
  for (let round = 0; round < ROUNDS; round++) {
    const { owner, dog } = await ownerWithDog(app.url)
    const uploads = times(5, () => owner.upload(dog.id, picture))
    if (round > 0) await Promise.race(uploads)
    const deleted = await owner.delete(`/api/dogs/${dog.id}`)
    expect(deleted.status).toBe(200)
    for (const status of statuses(await Promise.all(uploads))) expect([200, 404]).toContain(status)
  }
  await until(() => photoFiles(app), [])
  expect(await app.services.db.selectFrom('photos').selectAll().execute()).toEqual([])
  await until(() => app.services.db.selectFrom('removed_photos').selectAll().execute(), [])
})

test('messages sent during the deletion of a dog are stored before it or refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { first, second, matchId } = await twoMatched(app.url)
    const chat = await openChat(first.owner)
    for (let n = 0; n < 30; n++)
      chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: `${n}`, clientId: `c${n}` })
    await second.owner.delete(`/api/dogs/${second.dog.id}`)
    await chat.until(({ messages, errors }) => messages.length + errors.length >= 30)
    expect(chat.errors.filter(({ message }) => /went wrong/.test(message))).toEqual([])
    expect((await first.owner.get<Match[]>('/api/matches')).body).toEqual([])
  }
  const left =
    await sql`SELECT 1 FROM messages m LEFT JOIN matches USING (id) WHERE NOT EXISTS (SELECT FROM matches x WHERE x.id = m.match_id)`
  expect((await left.execute(app.services.db)).rows).toEqual([])
})

test('if two tabs switch dogs while barking, each bark is from one of the dogs and each match is complete', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const other = await createDog(owner, { name: 'Second' })
  const target = await ownerWithDog(app.url)
  const answers = await Promise.all(
    times(24, n =>
      n % 2 === 0
        ? owner.post('/api/active-dog', { dogId: n % 4 === 0 ? other.id : dog.id })
        : owner.post('/api/bark', { toDogId: target.dog.id }),
    ),
  )
  expect(statuses(answers)).toEqual(Array(24).fill(200))
  const matches = (await target.owner.get<Match[]>('/api/matches')).body
  expect(matches.map(({ unreadCount }) => unreadCount)).toEqual(matches.map(() => 1))
  for (const { id, otherDog } of matches) {
    const { body } = await target.owner.get<Message[]>(`/api/messages/${id}`)
    expect([dog.id, other.id]).toContain(otherDog.id)
    expect(new Set(body.map(({ senderDogId }) => senderDogId))).toEqual(new Set([otherDog.id]))
  }
})

test('a dog that is transferred back and forth while it barks never acts for a user who does not own it', async () => {
  const admin = await newAdmin(app)
  const { first, second, matchId } = await twoMatched(app.url)
  const heir = await ownerWithDog(app.url)
  const answers = await Promise.all(
    times(30, n =>
      n % 5 === 0
        ? admin.patch(`/api/admin/dogs/${first.dog.id}/owner`, { userId: n % 10 === 0 ? heir.owner.user.id : null })
        : first.owner.post('/api/bark', { toDogId: second.dog.id }),
    ),
  )
  expect(statuses(answers).filter(status => ![200, 409].includes(status))).toEqual([])
  expect((await first.owner.post('/api/bark', { toDogId: second.dog.id })).status).toBe(409)
  const { body } = await second.owner.get<Message[]>(`/api/messages/${matchId}`)
  expect(body.map(({ seq }) => seq)).toEqual(times(body.length, n => n + 1))
})

test('a user who is deleted while signing in, or creating a dog or a token, gets 401, not 500', async () => {
  const { owner } = await ownerWithDog(app.url)
  const { id, email } = owner.user
  const found = await overtake(
    trx => trx.deleteFrom('users').where('id', '=', id).execute(),
    () => [
      owner.post('/api/dogs', A_DOG),
      owner.post('/api/tokens', { name: 'x' }),
      new Client(app.url).post('/api/login', { email, password: PASSWORD }),
    ],
  )
  expect(found).toEqual([401, 401, 401])
})

test('a playdate in a match that is deleted at that moment is 404', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const gone = (trx: Trx) => trx.deleteFrom('dogs').where('id', '=', second.dog.id).execute()
  const found = await overtake(gone, () => [
    first.owner.post('/api/playdates', playdateOf(matchId)),
    first.owner.post('/api/bark', { toDogId: second.dog.id }),
  ])
  expect(found).toEqual([404, 404])
})

test('two admins who delete users and each other at once leave a consistent state', async () => {
  const [one, two] = await Promise.all([newAdmin(app), newAdmin(app)])
  const { first, second } = await twoMatched(app.url)
  const userIds = [first.owner.user.id, second.owner.user.id]
  const answers = await Promise.all([
    one.delete('/api/admin/users', { userIds }),
    two.delete('/api/admin/users', { userIds: [...userIds].reverse() }),
  ])
  expect(statuses(answers)).toEqual([200, 404])
  const duel = await Promise.all([
    one.delete('/api/admin/users', { userIds: [two.user.id] }),
    two.delete('/api/admin/users', { userIds: [one.user.id] }),
  ])
  expect(statuses(duel).filter(status => ![200, 401, 404].includes(status))).toEqual([])
})

test('an old password does not work, even for what begins during its change', async () => {
  const { owner } = await ownerWithDog(app.url)
  const { id, email } = owner.user
  const password_hash = await hash('a brand new one')
  const signIn = (password: string) => new Client(app.url).post('/api/login', { email, password })
  const found = await overtake(
    trx => trx.updateTable('users').set({ password_hash }).where('id', '=', id).execute(),
    () => [
      signIn(PASSWORD),
      owner.post('/api/account/password', { current: PASSWORD, password: 'the thief’s own one' }),
      owner.delete('/api/account', { password: PASSWORD }),
    ],
  )
  expect(found).toEqual([401, 403, 403])
  expect((await owner.get('/api/sessions')).body).toHaveLength(1)
  expect((await signIn('a brand new one')).status).toBe(200)
})
