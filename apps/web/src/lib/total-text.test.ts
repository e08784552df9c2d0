import { expect, test } from 'vitest'
import { totalText } from './words.ts'

test('a total at which counting stopped has a plus sign', () => {
  expect(totalText(1_234)).toBe('1,234')
  expect(totalText(99_999)).toBe('99,999')
  expect(totalText(100_000)).toBe('100,000+')
  expect(totalText(1_000_000)).toBe('1,000,000')
})
