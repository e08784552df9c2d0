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
  it('follow the last message before the first gap', () => {
    expect(readOnFrom(messages(3, 4, 7, 9))?.seq).toBe(4)
    expect(newestSeq(messages(3, 4, 7, 9))).toBe(4)
  })

  it('follow the newest message if there is no gap', () => {
    expect(readOnFrom(messages(3, 4, 5))?.seq).toBe(5)
    expect(newestSeq(messages(3, 4, 5))).toBe(5)
  })

  it('follow nothing in an empty thread', () => {
    expect(readOnFrom([])).toBeNull()
    expect(hasOlder([])).toBe(false)
    expect(newestSeq([])).toBe(0)
  })

  it('are older ones unless the first seq is 1', () => {
    expect(hasOlder(messages(2, 3))).toBe(true)
    expect(hasOlder(messages(1, 2))).toBe(false)
  })
})
