import type { Notification } from '@barkyard/domain/schemas/notification'
import { expect, test } from 'vitest'
import { byMatter } from './by-matter.ts'

const now = new Date(2026, 9, 26, 0, 30)
const at = (date: Date, fields: Partial<Notification> = {}): Notification => ({
  id: `${date.getTime()}`,
  kind: 'message',
  title: '',
  body: '',
  path: '/bark-chat/a',
  dogId: 'rex',
  matchId: 'a',
  createdAt: date.toISOString(),
  seenAt: null,
  ...fields,
})
const shown = (items: Notification[]) =>
  byMatter(items, now).map(({ label, matters }) => [label, matters.map(({ newest, earlier }) => [newest.id, earlier])])

test('a matter has one row, at the time of its newest, under Today or Earlier', () => {
  const today = at(new Date(2026, 9, 26, 0, 10))
  const before = at(new Date(2026, 9, 25, 23, 59))
  const bark = at(new Date(2026, 9, 25, 23, 50), { kind: 'match' })
  const ofAnotherDog = at(new Date(2026, 9, 25, 12, 0), { dogId: 'ada' })
  const playdate = at(new Date(2026, 9, 24), { kind: 'playdate', path: '/playdates#playdate-b' })
  expect(shown([today, before, bark, ofAnotherDog, playdate])).toEqual([
    ['Today', [[today.id, 2]]],
    [
      'Earlier',
      [
        [ofAnotherDog.id, 0],
        [playdate.id, 0],
      ],
    ],
  ])
})

test('two decisions are two matters, and nothing has no section', () => {
  const decision = (day: number) => at(new Date(2026, 9, day), { kind: 'moderation', path: '/settings/privacy' })
  expect(shown([decision(20), decision(19)])).toEqual([['Earlier', [expect.anything(), expect.anything()]]])
  expect(shown([])).toEqual([])
})
