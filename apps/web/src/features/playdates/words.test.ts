import { parkInstant } from '@barkyard/domain/park-time'
import { expect, it } from 'vitest'
import { nearWords } from './words.ts'

it('says how near a playdate is by the days of San Francisco', () => {
  const now = parkInstant('2027-03-13', '17:20:00')
  const near = (day: string, time: string) => nearWords(parkInstant(day, time), now)
  expect(near('2027-03-13', '17:00:00')).toBe(null)
  expect(near('2027-03-13', '17:21:00')).toBe('In 1 minute')
  expect(near('2027-03-13', '18:00:00')).toBe('In 40 minutes')
  expect(near('2027-03-13', '18:30:00')).toBe('Today')
  // The clocks change that night, and the month does not end with it.
  expect(near('2027-03-14', '18:00:00')).toBe('Tomorrow')
  expect(near('2027-03-15', '09:00:00')).toBe(null)
  expect(nearWords(parkInstant('2027-04-01', '09:00:00'), parkInstant('2027-03-31', '23:00:00'))).toBe('Tomorrow')
})
