import type { Message } from '@barkyard/domain/schemas/message'
import { describe, expect, it } from 'vitest'
import { hasOlder, mergeMessages, newestSeq, readOnFrom } from './thread-reader.ts'

const message = (seq: number): Message => ({
  id: `m${seq}`,
  matchId: 'match',
  senderDogId: seq % 2 ? 'rex' : 'bella',
  body: `woof ${seq}`,
  createdAt: new Date(1_700_000_000_000 + seq * 1000).toISOString(),
  seq,
})
const messages = (...seqs: number[]) => seqs.map(message)
const seqs = (list: readonly Message[]) => list.map(one => one.seq)

describe('merging messages', () => {
  it('returns the same list if nothing is new, so that nothing is rendered again', () => {
    const current = messages(1, 2)
    expect(mergeMessages(current, messages(2))).toBe(current)
  })

  it('orders them by seq and keeps each once, in whatever order and however often they arrive', () => {
    const pieces = [messages(1, 2), messages(5), messages(4, 2, 3, 3), messages(6, 5)]
    const forward = pieces.reduce<readonly Message[]>(mergeMessages, [])
    const backward = pieces.reduceRight<readonly Message[]>(mergeMessages, [])
    expect(seqs(forward)).toEqual([1, 2, 3, 4, 5, 6])
    expect(backward).toEqual(forward)
  })
})

describe('missing messages', () => {
  it.each([
    ['the last message before the first gap', [3, 4, 7, 9], 4],
    ['the newest message if there is no gap', [3, 4, 5], 5],
  ])('follow %s', (_, seqs, last) => {
    expect(readOnFrom(messages(...seqs))?.seq).toBe(last)
    expect(newestSeq(messages(...seqs))).toBe(last)
  })

  it('follow nothing in an empty thread', () => {
    expect([readOnFrom([]), hasOlder([]), newestSeq([])]).toEqual([null, false, 0])
  })

  it('are older ones unless the first seq is 1', () => {
    expect(hasOlder(messages(2, 3))).toBe(true)
    expect(hasOlder(messages(1, 2))).toBe(false)
  })
})
