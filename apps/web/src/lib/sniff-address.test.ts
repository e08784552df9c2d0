import { CLEAR_FILTER } from '@barkyard/domain/sniff'
import { describe, expect, it } from 'vitest'
import { countFilters, readAddress, type SniffAddress, writeAddress } from './sniff-address.ts'
import { ageEndText, ageRangeText, foundText } from './sniff-words.ts'

const read = (search: string) => readAddress(new URLSearchParams(search))
const cleared: SniffAddress = { filter: CLEAR_FILTER, order: 'nearest' }

describe('the address of a search', () => {
  it('is empty for the cleared filter', () => {
    expect(writeAddress(cleared).toString()).toBe('')
    expect(read('')).toEqual(cleared)
  })

  it.each<SniffAddress>([
    { filter: { ...CLEAR_FILTER, distance: 5 }, order: 'nearest' },
    { filter: { ...CLEAR_FILTER, ageRange: [0, 20] }, order: 'match' },
    { filter: { ...CLEAR_FILTER, ageRange: [20, 20] }, order: 'nearest' },
    {
      filter: {
        distance: 100,
        ageRange: [3, 3],
        sizes: ['small', 'large'],
        temperaments: ['calm', 'shy'],
        sex: 'female',
        verified: ['photo', 'vaccination'],
      },
      order: 'match',
    },
  ])('gives back what was written: %j', address => {
    expect(read(writeAddress(address).toString())).toEqual(address)
  })

  it.each([
    'distance=4',
    'distance=101',
    'distance=NaN',
    'distance=1e1',
    'ageMin=9&ageMax=3',
    'ageMin=21',
    'ageMin=-1',
    'sizes=huge,,',
    'temperaments=gentle',
    'verified=healthy',
    'sex=both',
    'order=up',
  ])('takes %s for absent', search => {
    expect(read(search)).toEqual(cleared)
  })

  it('rounds a distance to the nearest step, and contains each word it knows once', () => {
    expect(read('distance=33').filter.distance).toBe(35)
    expect(read('sizes=large,small,large').filter.sizes).toEqual(['small', 'large'])
    expect(read('sizes=huge,large,').filter.sizes).toEqual(['large'])
  })
})

it('counts the filters that are set', () => {
  expect(countFilters(CLEAR_FILTER)).toBe(0)
  const filter = { distance: 5, ageRange: [0, 20], sizes: ['small'], temperaments: ['calm', 'shy'] } as const
  expect(countFilters({ ...filter, sex: 'male', verified: ['photo', 'vaccination'] })).toBe(6)
})

it.each([
  [0, '0 dogs found within your search area'],
  [1, '1 dog found within your search area'],
  [2, '2 dogs found within your search area'],
  [999, '999 dogs found within your search area'],
  [1000, '1000+ dogs found within your search area'],
])('says how many were found: %d', (total, text) => {
  expect(foundText(total)).toBe(text)
})

it.each([
  [[0, 15], '0–15 years'],
  [[1, 1], '1 year'],
  [[3, 20], '3 years or older'],
  [[1, 20], '1 year or older'],
  [[0, 20], 'Any age'],
] as const)('says which ages: %j', (range, text) => {
  expect(ageRangeText(range)).toBe(text)
})

it.each([
  [0, '0 years'],
  [1, '1 year'],
  [20, '20 years or older'],
])('says one end of the ages: %d', (age, text) => {
  expect(ageEndText(age)).toBe(text)
})
