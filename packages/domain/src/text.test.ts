import { describe, expect, test } from 'vitest'
import { newDogSchema } from './schemas/dog.ts'
import { trimmedText } from './schemas/fields.ts'
import { newLostSchema } from './schemas/lost.ts'
import { messageBodySchema } from './schemas/message.ts'
import { emailSchema, newPasswordSchema } from './schemas/user.ts'
import { isVisible } from './text.ts'

describe('a text shows nothing', () => {
  test.each([
    ...['', ' ', '\u00a0', '\u3000', '\u200b', '\u2060\u200d', '\u115f', '\u3164', '\uffa0', '\u180e', '\ufeff'],
    ...['\u2800', '\u2800\u2800 \u2800', '\ufffc', '\u{1d159}', '\u{16fe4}', '\u{13441}', '\u0301', '\u0301\u0308'],
    ...['\ufe0f', '\u0378', '\ue000', '\u{f0000}', '\u{10ffff}', '\ufffe', '\u202e', '\u2067\u2069', '\u00ad'],
    ...['\u{e0041}', '\ufff9'],
  ])('%j', text => {
    expect(isVisible(text)).toBe(false)
    expect(messageBodySchema.safeParse(text).success).toBe(false)
    expect(trimmedText(0, 80).parse(text)).toBe('')
    const name = newDogSchema.shape.name.safeParse(text)
    expect(name.error?.issues.map(({ message }) => message)).toEqual(['Name is required'])
  })
})

test.each([
  ...['🐕', '\u2801', 'R', 'Å', 'א', 'e\u0301', '7', '!', '.', '♥', '👩‍🚀', '🇫🇷', '©', '字', 'ᚁ', '½', 'ก็'],
  // A picture of a Unicode version that the runtime may not know.
  '\u{1faff}',
])('%j shows something', text => {
  expect(isVisible(text)).toBe(true)
  expect(messageBodySchema.parse(text)).toBe(text)
  expect(newDogSchema.shape.name.parse(`\u2003${text} `)).toBe(text)
})

test('a message has up to 4,000 characters, as many bytes as each may take', () => {
  expect(messageBodySchema.safeParse(` ${'🐕'.repeat(4000)}\n`).success).toBe(true)
  expect(messageBodySchema.safeParse('🐕'.repeat(4001)).success).toBe(false)
})

// The other rules would take seconds for each: they are quadratic in the length.
test.each([
  ['an address', emailSchema, `owner@exam\u200bple.com${'x'.repeat(300)}`],
  ['a password', newPasswordSchema, 'a\0'.repeat(600)],
  ['a note', newLostSchema.shape.note, 'rex@example.com '.repeat(100)],
])('%s that is far too long is judged by its length alone', (_, schema, text) => {
  expect(schema.safeParse(text).error?.issues.map(({ code }) => code)).toEqual(['too_big'])
})
