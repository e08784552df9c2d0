import { type Message, messageSchema } from '@barkyard/domain/schemas/message'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { type Person, twoMatched } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'
import { openChat } from '../socket.ts'

const app = testApp()
const TOTAL = 520

let ann: Person
let matchId: string
let other: { owner: Person; matchId: string; message: string }
let all: Message[]

beforeAll(async () => {
  const matched = await twoMatched(app.url)
  ann = matched.first.owner
  matchId = matched.matchId
  const chat = await openChat(ann)
  for (let n = 2; n <= TOTAL; n++)
    chat.send({ type: 'message', matchId, senderDogId: matched.first.dog.id, body: `${n}` })
  await chat.until(({ messages }) => messages.length === TOTAL - 1)
  chat.socket.terminate()
  const foreign = await twoMatched(app.url)
  const [message] = (await foreign.first.owner.get<Message[]>(`/api/messages/${foreign.matchId}`)).body
  other = { owner: foreign.first.owner, matchId: foreign.matchId, message: message?.id ?? '' }
  const end = await list('?limit=500')
  all = [...(await list(`?limit=500&before=${end[0]?.id}`)), ...end]
})

async function list(query = ''): Promise<Message[]> {
  const { status, body } = await ann.get<Message[]>(`/api/messages/${matchId}${query}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const seqs = (messages: Message[]) => messages.map(({ seq }) => seq)
/** The numbers from `first` to `last`. */
const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)
const idOf = (seq: number) => all[seq - 1]?.id

describe('a page', () => {
  test('of all messages, oldest first, without gaps', () => {
    expect(seqs(all)).toEqual(range(1, TOTAL))
    expect(all.map(({ body }) => body)).toEqual(['Woof! 🐕', ...range(2, TOTAL).map(String)])
    for (const message of all) expectShape(messageSchema, message)
  })

  test.each([
    ['', TOTAL - 199, TOTAL],
    ['limit=1', TOTAL, TOTAL],
    ['limit=500', TOTAL - 499, TOTAL],
    ['before=100', 1, 99],
    ['before=100&limit=10', 90, 99],
    ['before=1', 1, 0],
    ['before=2', 1, 1],
    ['after=100', 101, 300],
    ['after=100&limit=10', 101, 110],
    [`after=${TOTAL}`, 1, 0],
    [`after=${TOTAL - 1}`, TOTAL, TOTAL],
    ['after=15&limit=500', 16, 515],
  ])('with %s holds %i to %i', async (query, first, last) => {
    const withIds = query.replace(/(before|after)=(\d+)/, (_, side, seq) => `${side}=${idOf(Number(seq))}`)
    expect(seqs(await list(`?${withIds}`))).toEqual(range(first, last))
  })

  test('with a wrong parameter, or next to an unknown message or one of another match, is 400', async () => {
    const limits = ['limit=0', 'limit=501', 'limit=1.5', 'limit=many', 'limit=', 'limit=2&limit=3']
    for (const query of [...limits, 'before=', 'after=']) {
      const { issues } = expectError(await ann.get(`/api/messages/${matchId}?${query}`), 400, 'BAD_REQUEST')
      expect([query, issues?.[0]?.path]).toEqual([query, [query.split('=')[0]]])
    }
    for (const side of ['before', 'after']) {
      for (const id of ['no-id-at-all', crypto.randomUUID(), other.message, matchId, 'a%00b'])
        expectError(await ann.get(`/api/messages/${matchId}?${side}=${id}`), 400, 'BAD_REQUEST')
    }
    expectError(await ann.get(`/api/messages/${matchId}?before=${idOf(5)}&after=${idOf(2)}`), 400)
    // The match is checked first, so that other owners learn nothing from a message's id.
    expectError(await other.owner.get(`/api/messages/${matchId}?before=${idOf(5)}`), 404)
  })
})
