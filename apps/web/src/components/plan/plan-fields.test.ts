import { describe, expect, test } from 'vitest'
import { hasPassed, weekendDays } from './plan-fields.ts'
import { planSchema } from './plan-schema.ts'

const complete = { title: 'Fetch', date: '2027-06-16', time: '09:00:00', park: 'Dolores Park' } as const
const complaints = (fields: object) =>
  planSchema.safeParse({ ...complete, ...fields }).error?.issues.map(issue => issue.message)

describe('a missing field', () => {
  test('has its message', () => {
    expect(complaints({ title: '', date: null, time: null, park: null })).toEqual([
      'Title is required',
      'Please select a date',
      'Please select a time',
      'Please select a park location',
    ])
  })

  test('includes a title of spaces, but not one of 200 characters', () => {
    expect(complaints({ title: '  ' })).toEqual(['Title is required'])
    expect(complaints({ title: 'x'.repeat(200) })).toBeUndefined()
    expect(complaints({ title: 'x'.repeat(201) })).toHaveLength(1)
  })

  test('includes unknown slots and parks', () => {
    expect(complaints({ time: '08:00:00' })).toEqual(['Please select a time'])
    expect(complaints({ park: 'Central Park' })).toEqual(['Please select a park location'])
  })
})

test('a slot has passed once it has begun', () => {
  expect(hasPassed(complete, new Date('2027-06-16T15:59:59Z'))).toBe(false)
  expect(hasPassed(complete, new Date('2027-06-16T16:00:00Z'))).toBe(true)
  expect(hasPassed({ date: null, time: '09:00:00' }, new Date())).toBe(false)
  expect(hasPassed({ date: '2020-01-01', time: null }, new Date())).toBe(false)
})

test('the weekends to come are those of San Francisco', () => {
  // A Friday evening there; in Berlin it is Saturday.
  const days = ['2027-06-19', '2027-06-20', '2027-06-26', '2027-06-27']
  expect(weekendDays(new Date('2027-06-19T03:00:00Z'))).toEqual(days)
  expect(weekendDays(new Date('2027-06-20T18:00:00Z'))).toEqual([...days.slice(1), '2027-07-03'])
})
