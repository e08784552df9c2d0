import { describe, expect, test } from 'vitest'
import { MAP_CENTRE, PARK_NAMES, PARKS } from './parks.ts'
import { titleFor } from './playdate.ts'
import { newPlaydateSchema } from './schemas/playdate.ts'

const proposal = {
  matchId: '0b9bb0b1-46e8-4c5c-9f1e-0d2f6c1f9a11',
  whenTs: '2027-06-16T16:00:00Z',
  parkName: 'Dolores Park',
}

describe('a proposal', () => {
  test.each<[keyof typeof proposal | 'notes', string, unknown[], unknown[]]>([
    [
      'whenTs',
      'with an offset or Z',
      ['2027-06-16T09:00:00-07:00', '2027-06-16T16:00:00.000Z', '2027-06-16T16:00:00+00:00'],
      ['2027-06-16T09:00:00', '2027-06-16', '2027-02-30T09:00:00Z', 'tomorrow', 1813161600],
    ],
    ['parkName', 'not empty', ['Dolores Park'], ['']],
    [
      'notes',
      'of up to 200 characters after trimming, or none',
      [undefined, '', '  ', 'x'.repeat(200), ` ${'x'.repeat(200)} `],
      ['x'.repeat(201), 'a\0'],
    ],
  ])('has a %s %s', (field, _, valid, invalid) => {
    const isValid = (value: unknown) => newPlaydateSchema.safeParse({ ...proposal, [field]: value }).success
    for (const value of valid) expect(isValid(value), `${value}`).toBe(true)
    for (const value of invalid) expect(isValid(value), `${value}`).toBe(false)
  })

  test('is trimmed, and may say where; what is no place is ignored', () => {
    const parsed = (fields: object) => newPlaydateSchema.parse({ ...proposal, ...fields })
    expect(parsed({ notes: ' Fetch ' }).notes).toBe('Fetch')
    expect(parsed({ lat: '41.5', lng: -96 })).toMatchObject({ lat: 41.5, lng: -96 })
    for (const lat of [null, 'north', '', 91, {}]) expect(parsed({ lat }).lat).toBeUndefined()
  })
})

describe('the parks', () => {
  test('are eight, each with a place in San Francisco and an address', () => {
    expect(PARK_NAMES).toEqual([
      ...['Dolores Park', 'Golden Gate Park', 'Crissy Field', 'Fort Funston'],
      ...['Alamo Square Park', 'Buena Vista Park', 'Lafayette Park', 'Bernal Heights Park'],
    ])
    expect(new Set(PARKS.map(park => park.id)).size).toBe(8)
    for (const { lat, lng, address } of PARKS) {
      expect(lat > 37.7 && lat < 37.82 && lng > -122.52 && lng < -122.36).toBe(true)
      expect(address).toContain('San Francisco, CA 94')
    }
  })

  test('are on a map that opens at central San Francisco with zoom 12', () => {
    expect(MAP_CENTRE).toEqual({ lat: 37.7749, lng: -122.4194, zoom: 12 })
  })
})

test('a default title names the other dog for each side; a custom title stays', () => {
  expect(titleFor('Playdate with Mochi', undefined, 'Mochi')).toBe('Playdate with Mochi')
  expect(titleFor('Playdate with Mochi', 'Mochi', 'Biscuit')).toBe('Playdate with Biscuit')
  expect(titleFor('', 'Mochi', 'Biscuit')).toBe('Playdate with Biscuit')
  expect(titleFor('Fetch', 'Mochi', 'Biscuit')).toBe('Fetch')
})
