import type { Match } from '@barkyard/domain/schemas/match'
import { expect, it } from 'vitest'
import { findBarks, groupBarks } from './bark-groups.ts'

const match = (name: string, last: { own: boolean; seq: number }, { barked = true } = {}): Match =>
  ({
    id: name,
    ownDogId: 'rex',
    otherDog: { id: 'other', name, breed: 'Shiba Inu' },
    lastMessage: { senderDogId: last.own ? 'rex' : 'other', seq: last.seq },
    barked,
  }) as unknown as Match

const MATCHES = [
  match('Ada', { own: true, seq: 1 }),
  match('Bo', { own: false, seq: 7 }),
  match('Cleo', { own: false, seq: 1 }, { barked: false }),
  match('Dot', { own: true, seq: 2 }),
  // She wrote three times, and all of it was read.
  match('Eve', { own: false, seq: 3 }, { barked: false }),
]

it('tells unanswered barks and conversations apart, each in the order of the list', () => {
  expect(groupBarks(MATCHES).map(({ group, matches }) => [group, matches.map(({ id }) => id)])).toEqual([
    ['barked-at-you', ['Cleo', 'Eve']],
    ['conversations', ['Bo', 'Dot']],
    ['you-barked', ['Ada']],
  ])
  expect(groupBarks([])).toEqual([])
})

it('finds by name and by breed, whatever the case', () => {
  expect(findBarks(MATCHES, ' cle').map(({ id }) => id)).toEqual(['Cleo'])
  expect(findBarks(MATCHES, 'shiba')).toHaveLength(5)
  expect(findBarks(MATCHES, '')).toBe(MATCHES)
  expect(findBarks(MATCHES, 'poodle')).toEqual([])
})
