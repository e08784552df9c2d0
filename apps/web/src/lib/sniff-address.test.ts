import { CLEAR_FILTER } from '@barkyard/domain/sniff'
import { expect, it } from 'vitest'
import { countFilters, readAddress, type SniffAddress, writeAddress } from './sniff-address.ts'
import { ageEndText, ageRangeText, foundText } from './sniff-words.ts'

const read = (search: string) => readAddress(new URLSearchParams(search))
const cleared: SniffAddress = { filter: CLEAR_FILTER, order: 'nearest' }

it('the address of the cleared filter is empty', () => {
  expect(writeAddress(cleared).toString()).toBe('')
  expect(read('')).toEqual(cleared)
})

const all = { sizes: ['small', 'large'], temperaments: ['calm', 'shy'], verified: ['photo', 'vaccination'] } as const

it.each<SniffAddress>([
  { filter: { ...CLEAR_FILTER, distance: 5 }, order: 'nearest' },
  { filter: { ...CLEAR_FILTER, ageRange: [0, 20] }, order: 'match' },
  { filter: { ...CLEAR_FILTER, ageRange: [20, 20] }, order: 'nearest' },
  { filter: { distance: 100, ageRange: [3, 3], sex: 'female', ...all }, order: 'match' },
])('an address gives back what was written: %j', address => {
  expect(read(writeAddress(address).toString())).toEqual(address)
})

it('an address that says nothing that is known is one of the cleared filter', () => {
  const ages = ['ageMin=9&ageMax=3', 'ageMin=21', 'ageMin=-1']
  const distances = ['distance=4', 'distance=101', 'distance=NaN', 'distance=1e1']
  const words = ['sizes=huge,,', 'temperaments=gentle', 'verified=healthy', 'sex=both', 'order=up']
  for (const search of [...ages, ...distances, ...words]) expect(read(search), search).toEqual(cleared)
})

it('an address rounds a distance to the nearest step, and contains each word it knows once', () => {
  expect(read('distance=33').filter.distance).toBe(35)
  expect(read('sizes=large,small,large').filter.sizes).toEqual(['small', 'large'])
  expect(read('sizes=huge,large,').filter.sizes).toEqual(['large'])
})

it('counts the filters that are set', () => {
  expect(countFilters(CLEAR_FILTER)).toBe(0)
  const filter = { distance: 5, ageRange: [0, 20], sizes: ['small'], temperaments: ['calm', 'shy'] } as const
  expect(countFilters({ ...filter, sex: 'male', verified: ['photo', 'vaccination'] })).toBe(6)
})

it('says how many were found, and which ages', () => {
  const found = [0, 1, 2, 999, 1000].map(foundText)
  const many = ['0 dogs', '1 dog', '2 dogs', '999 dogs', '1000+ dogs']
  expect(found).toEqual(many.map(dogs => `${dogs} found within your search area`))
  for (const [range, text] of [
    [[0, 15], '0–15 years'],
    [[1, 1], '1 year'],
    [[3, 20], '3 years or older'],
    [[1, 20], '1 year or older'],
    [[0, 20], 'Any age'],
  ] as const)
    expect(ageRangeText(range)).toBe(text)
  expect([0, 1, 20].map(ageEndText)).toEqual(['0 years', '1 year', '20 years or older'])
})
