import type { Message } from '@barkyard/domain/schemas/message'
import { expect, it } from 'vitest'
import { mergeMessages } from './thread-reader.ts'

const messages = (...seqs: number[]): Message[] =>
  seqs.map(seq => ({ id: `m${seq}`, matchId: 'match', senderDogId: 'rex', body: 'woof', createdAt: '', seq }))

it('returns the same list if nothing is new, so that nothing is rendered again', () => {
  const current = messages(1, 2)
  expect(mergeMessages(current, messages(2))).toBe(current)
})

it('orders messages by seq and keeps each once, in whatever order and however often they arrive', () => {
  const pieces = [messages(1, 2), messages(5), messages(4, 2, 3, 3), messages(6, 5)]
  const forward = pieces.reduce<readonly Message[]>(mergeMessages, [])
  const backward = pieces.reduceRight<readonly Message[]>(mergeMessages, [])
  expect(forward.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(backward).toEqual(forward)
})
