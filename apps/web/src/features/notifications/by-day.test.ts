import type { Notification } from '@barkyard/domain/schemas/notification'
import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

const at = (date: Date): Notification => ({
  id: date.toISOString(),
  kind: 'match',
  title: '',
  body: '',
  path: '/',
  dogId: null,
  matchId: null,
  createdAt: date.toISOString(),
  seenAt: null,
})

test('notifications are grouped by day, also at the end of daylight saving time', () => {
  // The day has 25 hours when clocks go back.
  const now = new Date(2026, 9, 26, 0, 30)
  const days = byDay(
    [
      new Date(2026, 9, 26, 0, 10),
      new Date(2026, 9, 25, 23, 59),
      new Date(2026, 9, 25, 0, 0),
      new Date(2026, 9, 24, 23, 59),
    ].map(at),
    now,
  )
  expect(days.map(({ label, items }) => [label, items.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Saturday, October 24', 1],
  ])
})
