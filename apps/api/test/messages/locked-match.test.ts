import { accepted } from '@barkyard/db/testing/accepted'
import type { Message } from '@barkyard/domain/schemas/message'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { MessageWriter, messageQueries } from '../../src/features/messages/message-writer.ts'
import { testApp } from '../app.ts'
import { openChat } from '../chats.ts'
import { ownerWithDog, type Person } from '../client.ts'
import type { Chat } from '../socket.ts'

/** More matches than the writer has concurrent batches. */
const LOCKED = 8

// However long a busy machine takes until they are released.
const app = testApp({ DATABASE_LOCK_TIMEOUT: '100000', DATABASE_STATEMENT_TIMEOUT: '100000' })

let ann: Person
let ada: string
let locked: string[]
let free: string

beforeAll(async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  ann = owner
  ada = dog.id
  const matchWithStranger = async () => {
    const stranger = await ownerWithDog(app.url)
    return (await ann.post<{ matchId: string }>('/api/bark', { toDogId: stranger.dog.id })).body.matchId
  }
  free = await matchWithStranger()
  locked = await Promise.all(Array.from({ length: LOCKED }, matchWithStranger))
})

/** Locks matches until the function that it returns is called, as a deletion of their dogs does. */
async function lock(matchIds: string[]): Promise<() => Promise<void>> {
  const trx = await app.services.db.startTransaction().execute()
  const release = async () => {
    if (!trx.isRolledBack) await trx.rollback().execute()
  }
  onTestFinished(release)
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx)
  await trx.selectFrom('matches').select('id').where('id', 'in', matchIds).forUpdate().execute()
  return release
}

const say = (chat: Chat, matchId: string, body: string) =>
  chat.send({ type: 'message', matchId, senderDogId: ada, body, clientId: body })
const bodies = (chat: Chat, matchId: string) =>
  chat.messages.filter(message => message.matchId === matchId).map(({ body }) => body)
const stored = async (matchId: string) =>
  (await ann.get<Message[]>(`/api/messages/${matchId}`)).body.map(({ body }) => body).slice(1)

test('messages of a locked match wait in order until it is released, and those of other matches are delivered meanwhile', async () => {
  const chat = await openChat(ann)
  const release = await lock(locked)
  for (const matchId of locked) for (const n of [1, 2]) say(chat, matchId, `${n} ${matchId}`)
  for (const n of [1, 2]) say(chat, free, `free ${n}`)
  await chat.until(() => bodies(chat, free).length === 2)
  // Sent while earlier ones of the match are held up. It must not overtake them.
  for (const matchId of locked) say(chat, matchId, `3 ${matchId}`)
  say(chat, free, 'free 3')
  await chat.until(() => bodies(chat, free).length === 3)
  expect(bodies(chat, free)).toEqual(['free 1', 'free 2', 'free 3'])
  expect(chat.messages).toHaveLength(3)
  expect(await stored(free)).toEqual(['free 1', 'free 2', 'free 3'])

  await release()
  await chat.until(({ messages }) => messages.length === 3 + 3 * LOCKED)
  for (const matchId of locked) {
    const sent = [1, 2, 3].map(n => `${n} ${matchId}`)
    expect(bodies(chat, matchId)).toEqual(sent)
    expect(await stored(matchId)).toEqual(sent)
  }
  expect(chat.errors).toEqual([])
})

test('a message of a match that stays locked, or of too many that wait, is refused, and the next one is stored', async () => {
  const [matchId = ''] = locked
  const writerWith = (options: { lockTimeoutMs: number; waitingMax?: number }) => {
    const queries = messageQueries(app.services.db, app.services.now)
    const writer = new MessageWriter({ queries, onStored: () => {}, ...options })
    return (ofMatch: string, body: string) =>
      writer.store({ matchId: ofMatch, senderDogId: ada, sentBy: ann.user.id, body })
  }
  const release = await lock([matchId])
  const impatient = writerWith({ lockTimeoutMs: 300 })
  await expect(impatient(matchId, 'too late')).rejects.toThrow(
    'The database is too busy. Please try again in a moment.',
  )
  const patient = writerWith({ lockTimeoutMs: 10_000, waitingMax: 10 })
  const waits = Array.from({ length: 10 }, (_, n) => `waits ${n}`)
  const waiting = waits.map(body => patient(matchId, body))
  await expect(patient(free, 'one too many')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 2 })
  await release()
  await Promise.all(waiting)
  await impatient(matchId, 'in time')
  await until(
    () => patient(free, 'room again').catch(() => undefined),
    value => value !== undefined,
  )
  expect((await stored(matchId)).slice(-11)).toEqual([...waits, 'in time'])
  expect(await stored(matchId)).not.toContain('too late')
  expect((await stored(free)).at(-1)).toBe('room again')
})

test('held-up messages are stored before the process stops', async () => {
  const [matchId = ''] = locked
  const release = await lock([matchId])
  const { writer } = app.services
  const storing = ['a', 'b'].map(body => writer.store({ matchId, senderDogId: ada, body, sentBy: ann.user.id }))
  const drained = writer.drain()
  await release()
  await drained
  expect((await Promise.all(storing)).map(one => accepted(one).message.body)).toEqual(['a', 'b'])
})
