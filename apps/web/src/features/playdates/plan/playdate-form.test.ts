import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import { expect, test } from 'vitest'
import { aWeekLater, toNewPlaydate } from './playdate-form.ts'

const complete = { title: 'Fetch', date: '2027-06-16', time: '09:00:00', park: 'dolores' } as const

test('the form sends the instant of the chosen time in the parks', () => {
  expect(toNewPlaydate('a-match', { ...complete, park: { id: 'dolores', timeZone: BUILT_IN_ZONE } })).toEqual({
    matchId: 'a-match',
    whenTs: '2027-06-16T16:00:00.000Z',
    parkId: 'dolores',
    notes: 'Fetch',
    status: 'proposed',
  })
})

test('a playdate is repeated in the first later week that is not over', () => {
  expect(aWeekLater(complete, BUILT_IN_ZONE, new Date('2027-06-17T00:00:00Z'))).toEqual({
    ...complete,
    date: '2027-06-23',
  })
  expect(aWeekLater(complete, BUILT_IN_ZONE, new Date('2027-06-30T15:59:59Z')).date).toBe('2027-06-30')
  expect(aWeekLater(complete, BUILT_IN_ZONE, new Date('2027-06-30T16:00:00Z')).date).toBe('2027-07-07')
})
