import { localInstant } from '@barkyard/domain/local-time'
import { expect, it } from 'vitest'
import { nearWords, offerWords } from './words.ts'

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

it('tells two parks of one name apart, and two zones', () => {
  const home = { parkId: 'home', parkName: 'Lincoln Park', timeZone: 'America/Chicago', notes: '' }
  const agreed = { ...home, whenTs: '2027-06-16T14:00:00Z' }
  const says = (offer: Partial<typeof agreed>) =>
    offerWords('Mochi', agreed, { ...agreed, ...offer, byDogId: 'mochi' }, new Date('2027-06-15T14:00:00Z'))
  const whenTs = '2027-06-16T15:00:00Z'
  expect(says({ whenTs })).toBe('Mochi suggests 10:00 AM instead of 9:00 AM')
  expect(says({ parkId: 'away' })).toBe('Mochi suggests another Lincoln Park instead of Lincoln Park')
  expect(says({ whenTs, parkId: 'away', timeZone: ZONE })).toBe(
    'Mochi suggests 5:00 PM Berlin time at another Lincoln Park instead of 9:00 AM Chicago time at Lincoln Park',
  )
})
