import { describe, expect, test } from 'vitest'
import { ALL_TEMPERAMENTS, ageLabel, TEMPERAMENTS } from './dog.ts'
import { dogEditSchema, newDogSchema } from './schemas/dog.ts'

const rex = { name: 'Rex', breed: 'Boxer', size: 'large', sex: 'male', ageYears: 4, temperament: ['calm'] }
const texts = ['x', 'x'.repeat(80), ` ${'x'.repeat(80)} `]
const noTexts = ['x'.repeat(81), '', ' \n ', 'a\0b', 'a\ud800b', undefined]

describe('a new dog', () => {
  test.each<[keyof typeof rex | 'bio', string, unknown[], unknown[]]>([
    ['name', '1 to 80 characters after trimming', texts, noTexts],
    ['breed', '1 to 80 characters after trimming', texts, noTexts],
    ['ageYears', '0 to 25 whole years', [0, 1, 25], [-1, 26, 2.5, Number.NaN, '3', null, undefined]],
    ['size', 'the known ones', ['small', 'medium', 'large'], ['huge', 'Small', '', undefined]],
    ['sex', 'the known ones', ['male', 'female'], ['other', undefined]],
    ['temperament', 'each at most once', [[...ALL_TEMPERAMENTS], []], [['calm', 'calm'], ['lazy'], 'calm']],
    ['bio', 'up to 1,000 characters, or none', [undefined, null, '', 'x'.repeat(1000)], ['x'.repeat(1001)]],
  ])('has a %s: %s', (field, _, valid, invalid) => {
    const isDog = (value: unknown) => newDogSchema.safeParse({ ...rex, [field]: value }).success
    for (const value of valid) expect(isDog(value), `${value}`).toBe(true)
    for (const value of invalid) expect(isDog(value), `${value}`).toBe(false)
  })

  test('has no temperament unless it is told', () => {
    expect(newDogSchema.parse({ ...rex, temperament: undefined }).temperament).toEqual([])
  })
})

test('an edit names a missing field by its label in the form', () => {
  const issues = dogEditSchema.safeParse({ name: '', breed: ' ', temperament: [] }).error?.issues
  expect(issues?.map(({ message }) => message)).toEqual([
    'Name is required',
    'Breed is required',
    'At least one temperament is required',
  ])
  expect(dogEditSchema.safeParse({ ageYears: 26 }).success).toBe(false)
  expect(dogEditSchema.safeParse({ temperament: ['gentle'] }).success).toBe(true)
})

test('five temperaments are offered to owners, three more to admins', () => {
  expect(TEMPERAMENTS).toEqual(['friendly', 'playful', 'calm', 'energetic', 'shy'])
  expect(ALL_TEMPERAMENTS).toEqual([...TEMPERAMENTS, 'protective', 'gentle', 'aggressive'])
})

test('an age is shown in years, or as one year', () => {
  expect([0, 1, 2].map(ageLabel)).toEqual(['0 years', '1 year', '2 years'])
})
