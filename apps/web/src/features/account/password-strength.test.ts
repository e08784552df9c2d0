import { typedPasswordSchema } from '@barkyard/domain/schemas/user'
import { expect, test } from 'vitest'
import { passwordHint } from './password-strength.ts'

test.each([
  ['a', 'refused', '7 more characters'],
  ['sevense', 'refused', '1 more character'],
  ['Password1', 'refused', 'Too many people use this password'],
  ['abababababababab', 'weak', 'Weak: the same few characters over and over'],
  ['tail wags', 'weak', 'Fair: a few words in a row are stronger'],
  ['four tired wet paws', 'good', 'Good'],
])('%j is %s', (password, level, text) => {
  expect(passwordHint(password)).toEqual({ level, text })
  expect(typedPasswordSchema.safeParse(password).success).toBe(level !== 'refused')
})

test('there is no hint for an empty password', () => {
  expect(passwordHint('')).toBeNull()
})
