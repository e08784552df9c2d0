import { expect, test } from 'vitest'
import { planSchema } from '../../../components/plan/plan-schema.ts'
import { aWeekLater, toNewPlaydate } from './playdate-form.ts'

const complete = { title: 'Fetch', date: '2027-06-16', time: '09:00:00', park: 'Dolores Park' } as const

test('the form sends the instant of the chosen time in the parks', () => {
  expect(toNewPlaydate('a-match', planSchema.parse({ ...complete, title: ' Fetch ' }))).toEqual({
    matchId: 'a-match',
    whenTs: '2027-06-16T16:00:00.000Z',
    parkName: 'Dolores Park',
    notes: 'Fetch',
    status: 'proposed',
  })
})

test('a playdate is repeated in the first later week that is not over', () => {
  expect(aWeekLater(complete, new Date('2027-06-17T00:00:00Z'))).toEqual({ ...complete, date: '2027-06-23' })
  expect(aWeekLater(complete, new Date('2027-06-30T15:59:59Z')).date).toBe('2027-06-30')
  expect(aWeekLater(complete, new Date('2027-06-30T16:00:00Z')).date).toBe('2027-07-07')
})
