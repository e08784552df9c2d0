import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import { expect, test } from 'vitest'
import { changesOf, hasPassed, planOf, weekendDays } from './plan-fields.ts'
import { planSchema } from './plan-schema.ts'

const complete = { title: 'Fetch', date: '2027-06-16', time: '09:00:00', park: 'dolores' } as const
const complaints = (fields: object) =>
  planSchema.safeParse({ ...complete, ...fields }).error?.issues.map(issue => issue.message)

test('a title has at most 200 characters, and an unknown slot is none', () => {
  expect(complaints({ title: 'x'.repeat(200) })).toBeUndefined()
  expect(complaints({ title: 'x'.repeat(201) })).toHaveLength(1)
  expect(complaints({ time: '08:00:00' })).toEqual(['Please select a time'])
})

test('a slot has passed once it has begun', () => {
  expect(hasPassed(complete, BUILT_IN_ZONE, new Date('2027-06-16T15:59:59Z'))).toBe(false)
  expect(hasPassed(complete, BUILT_IN_ZONE, new Date('2027-06-16T16:00:00Z'))).toBe(true)
  // Two hours before, it has in Chicago.
  expect(hasPassed(complete, 'America/Chicago', new Date('2027-06-16T14:00:00Z'))).toBe(true)
  expect(hasPassed({ date: null, time: '09:00:00' }, BUILT_IN_ZONE, new Date())).toBe(false)
  expect(hasPassed({ date: '2020-01-01', time: null }, BUILT_IN_ZONE, new Date())).toBe(false)
})

test('the weekends to come are those of the park', () => {
  // A Friday evening there; in Berlin it is Saturday.
  const days = ['2027-06-19', '2027-06-20', '2027-06-26', '2027-06-27']
  expect(weekendDays(BUILT_IN_ZONE, new Date('2027-06-19T03:00:00Z'))).toEqual(days)
  expect(weekendDays(BUILT_IN_ZONE, new Date('2027-06-20T18:00:00Z'))).toEqual([...days.slice(1), '2027-07-03'])
})

test('the same hour in a park of another time zone is another time', () => {
  const park = { parkName: 'Dolores Park', timeZone: BUILT_IN_ZONE }
  const began = planOf({ ...park, whenTs: '2027-06-16T16:00:00.000Z', parkId: 'dolores' }, 'Fetch')
  expect(began).toMatchObject(complete)
  const there = (id: string, timeZone: string) => changesOf(began, { ...complete, park: { id, timeZone } })
  expect(there('dolores', BUILT_IN_ZONE)).toEqual({})
  expect(there('crissy-field', BUILT_IN_ZONE)).toEqual({ parkId: 'crissy-field' })
  expect(there('heartland', 'America/Chicago')).toEqual({ parkId: 'heartland', whenTs: '2027-06-16T14:00:00.000Z' })
})
