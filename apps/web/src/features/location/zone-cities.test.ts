import { expect, it } from 'vitest'
import { cityOfZone } from './zone-cities.ts'

it.each([
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['Europe/Berlin', 'Berlin'],
  ['UTC', null],
  ['Etc/GMT+5', null],
])('knows the city of %s', (zone, city) => {
  expect(cityOfZone(zone)).toBe(city)
})
