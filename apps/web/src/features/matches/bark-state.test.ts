import type { Match } from '@barkyard/domain/schemas/match'
import { expect, test } from 'vitest'
import { findBarkedMatch } from './bark-state.ts'

const message = (senderDogId: string, seq: number) => ({
  id: `message-${seq}`,
  matchId: 'm',
  body: 'Woof! 🐕',
  createdAt: '2026-11-21T12:00:00.000Z',
  senderDogId,
  seq,
})
const match = (lastMessage: Match['lastMessage']): Match => ({
  id: 'm',
  dogAId: 'mine',
  dogBId: 'theirs',
  ownDogId: 'mine',
  lastMessage,
  unreadCount: 0,
  otherDog: {
    id: 'theirs',
    name: 'Mochi',
    breed: 'Corgi',
    ageYears: 3,
    size: 'small',
    sex: 'female',
    temperament: [],
    bio: null,
    photos: [],
    verified: { photo: false, vaccinatedUntil: null },
    neutered: null,
    careful: [],
  },
})

test.each([
  ['no match', [], false],
  ['an empty match', [match(null)], false],
  ['their first bark, not answered', [match(message('theirs', 1))], false],
  ['our bark', [match(message('mine', 1))], true],
  ['their answer', [match(message('theirs', 2))], true],
] as const)('%s', (_, matches, isBarked) => {
  expect(findBarkedMatch(matches, 'theirs') !== null).toBe(isBarked)
})

test('the state is unknown while the matches are unknown', () => {
  expect(findBarkedMatch(undefined, 'theirs')).toBeNull()
})
