import { describe, expect, test } from 'vitest'
import { ALL_TEMPERAMENTS, ageLabel, TEMPERAMENTS } from './dog.ts'
import { dogEditSchema, newDogSchema } from './schemas/dog.ts'

const rex = { name: 'Rex', breed: 'Boxer', size: 'large', sex: 'male', ageYears: 4, temperament: ['calm'] }
const isDog = (fields: object) => newDogSchema.safeParse({ ...rex, ...fields }).success

describe('a new dog', () => {
  test.each(['name', 'breed'])('has a %s of 1 to 80 characters after trimming', field => {
    expect(isDog({ [field]: 'x' })).toBe(true)
    expect(isDog({ [field]: 'x'.repeat(80) })).toBe(true)
    expect(isDog({ [field]: ` ${'x'.repeat(80)} ` })).toBe(true)
    expect(isDog({ [field]: 'x'.repeat(81) })).toBe(false)
    expect(isDog({ [field]: '' })).toBe(false)
    expect(isDog({ [field]: ' \n ' })).toBe(false)
    expect(isDog({ [field]: 'a\0b' })).toBe(false)
    expect(isDog({ [field]: 'a\ud800b' })).toBe(false)
    expect(isDog({ [field]: undefined })).toBe(false)
  })

  test('is 0 to 25 years old, in whole years', () => {
    for (const ageYears of [0, 1, 25]) expect(isDog({ ageYears })).toBe(true)
    for (const ageYears of [-1, 26, 2.5, Number.NaN, '3', null, undefined]) expect(isDog({ ageYears })).toBe(false)
  })

  test('has one of the known sizes and sexes', () => {
    for (const size of ['small', 'medium', 'large']) expect(isDog({ size })).toBe(true)
    for (const size of ['huge', 'Small', '', undefined]) expect(isDog({ size })).toBe(false)
    for (const sex of ['male', 'female']) expect(isDog({ sex })).toBe(true)
    for (const sex of ['other', undefined]) expect(isDog({ sex })).toBe(false)
  })

  test('has any of the eight temperaments, each at most once, or none', () => {
    expect(isDog({ temperament: [...ALL_TEMPERAMENTS] })).toBe(true)
    expect(isDog({ temperament: [] })).toBe(true)
    expect(newDogSchema.parse({ ...rex, temperament: undefined }).temperament).toEqual([])
    expect(isDog({ temperament: ['calm', 'calm'] })).toBe(false)
    expect(isDog({ temperament: ['lazy'] })).toBe(false)
    expect(isDog({ temperament: 'calm' })).toBe(false)
  })

  test('has a bio of up to 1,000 characters, or none', () => {
    for (const bio of [undefined, null, '', 'x'.repeat(1000)]) expect(isDog({ bio })).toBe(true)
    expect(isDog({ bio: 'x'.repeat(1001) })).toBe(false)
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
