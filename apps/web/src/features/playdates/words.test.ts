import { localInstant } from '@barkyard/domain/local-time'
import { expect, it } from 'vitest'
import { nearWords } from './words.ts'

const ZONE = 'Europe/Berlin'

it('says how near a playdate is by the days of its park', () => {
  const now = localInstant(ZONE, '2027-03-27', '17:20:00')
  const near = (day: string, time: string) => nearWords(localInstant(ZONE, day, time), now, ZONE)
  expect(near('2027-03-27', '17:00:00')).toBe(null)
  expect(near('2027-03-27', '17:21:00')).toBe('In 1 minute')
  expect(near('2027-03-27', '18:00:00')).toBe('In 40 minutes')
  expect(near('2027-03-27', '18:30:00')).toBe('Today')
  // The clocks change that night, and the month does not end with it.
  expect(near('2027-03-28', '18:00:00')).toBe('Tomorrow')
  expect(near('2027-03-29', '09:00:00')).toBe(null)
  expect(
    nearWords(localInstant(ZONE, '2027-04-01', '09:00:00'), localInstant(ZONE, '2027-03-31', '23:00:00'), ZONE),
  ).toBe('Tomorrow')
})
