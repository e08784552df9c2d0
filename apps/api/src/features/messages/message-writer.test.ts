import type { StoredMessage } from '@barkyard/db/queries/messages/messages'
import { databaseError } from '@barkyard/db/testing/database-error'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type MessageQueries, MessageWriter } from './message-writer.ts'

const MATCH = '0190d6c4-8f1e-7a50-9c3b-000000000001'
const connectionLost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

/** A match's messages in a database whose answers get lost. */
class Table implements MessageQueries {
  readonly rows: StoredMessage[] = []
  /** What becomes of the next statements that store: the answer is lost after or before the commit, or they deadlock. */
  readonly faults: ('after' | 'before' | 'deadlock')[] = []
  isGone = false

  async storeMessages(batch: Parameters<MessageQueries['storeMessages']>[0]) {
    const fault = this.isGone ? 'before' : this.faults.shift()
    if (fault === 'deadlock') throw databaseError('40P01')
    if (fault === 'before') throw connectionLost()
    const stored = batch.map(({ id = '', matchId, senderDogId, body }) => {
      const message = { id, matchId, senderDogId, body, createdAt: '', seq: this.rows.length + 1 }
      const row: StoredMessage = {
        message,
        clientId: null,
        isNew: true,
        dogIds: [senderDogId, 'bo'],
        userIds: [],
        ownDogs: {},
        notified: [],
      }
      this.rows.push(row)
      return row
    })
    if (fault === 'after') throw connectionLost()
    return stored
  }

  async findStored(sent: Parameters<MessageQueries['findStored']>[0]) {
    if (this.isGone) throw connectionLost()
    return this.rows.filter(({ message }) => sent.some(({ id }) => id === message.id))
  }
}

let table: Table
let delivered: string[]
let writer: MessageWriter
const say = (body: string) => writer.store({ matchId: MATCH, senderDogId: 'ada', body, sentBy: 'ann' })
const bodies = () => table.rows.map(({ message }) => message.body)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  table = new Table()
  delivered = []
  writer = new MessageWriter({
    queries: table,
    onStored: ({ message }) => void delivered.push(message.body),
    lockTimeoutMs: 1_000,
  })
})

test.each(['after', 'before', 'deadlock'] as const)(
  'a batch that fails with the answer lost (%s the commit) is stored, confirmed and delivered once, in order',
  async fault => {
    table.faults.push(fault)
    const sent = ['one', 'two', 'three'].map(say)
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await Promise.all(sent)).map(one => typeof one === 'object' && one.message.seq)).toEqual([1, 2, 3])
    expect(bodies()).toEqual(['one', 'two', 'three'])
    expect(delivered).toEqual(['one', 'two', 'three'])
  },
)

test('a message whose fate the database does not tell is refused, and delivered once it is found, before a newer one', async () => {
  table.faults.push('after')
  const sent = say('doubtful')
  const refused = expect(sent).rejects.toThrow('Connection terminated')
  await vi.advanceTimersByTimeAsync(0)
  table.isGone = true
  await vi.advanceTimersByTimeAsync(9_000)
  await refused
  expect(delivered).toEqual([])
  table.isGone = false
  const next = say('next')
  await vi.advanceTimersByTimeAsync(6_000)
  await next
  expect(bodies()).toEqual(['doubtful', 'next'])
  expect(delivered).toEqual(['doubtful', 'next'])
})

test('a message that was not stored and could not be asked about is refused, and never appears', async () => {
  table.isGone = true
  const refused = expect(say('gone')).rejects.toThrow('Connection terminated')
  await vi.advanceTimersByTimeAsync(9_000)
  await refused
  table.isGone = false
  await vi.advanceTimersByTimeAsync(70_000)
  expect([bodies(), delivered]).toEqual([[], []])
})
