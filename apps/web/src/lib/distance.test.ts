import { expect, test } from 'vitest'
import { distanceText, reasonsIn } from './distance.ts'

test('kilometres and whole miles, never none', () => {
  expect([1, 2, 8, 25, 100].map(km => distanceText(km, 'km'))).toEqual(['1 km', '2 km', '8 km', '25 km', '100 km'])
  expect([1, 2, 8, 25, 100].map(km => distanceText(km, 'mi'))).toEqual(['1 mi', '1 mi', '5 mi', '16 mi', '62 mi'])
})

test('only the reason about the distance is in miles', () => {
  expect(reasonsIn(['both playful', '8 km apart'], 8, 'mi')).toEqual(['both playful', '5 mi apart'])
  expect(reasonsIn(['both playful', '8 km apart'], 8, 'km')).toEqual(['both playful', '8 km apart'])
  expect(reasonsIn(['both playful'], null, 'mi')).toEqual(['both playful'])
})
