import { describe, expect, test } from 'vitest'
import { SIZES, TEMPERAMENTS } from './dog.ts'
import { sniffQuerySchema } from './schemas/sniff.ts'
import { CLEAR_FILTER, toSniffQuery } from './sniff.ts'
import { VERIFICATION_KINDS } from './verification.ts'

const isValid = (query: object) => sniffQuerySchema.safeParse(query).success

describe('the query', () => {
  test('has defaults', () => {
    expect(sniffQuerySchema.parse({})).toEqual({ distance: 25, limit: 50 })
  })

  test.each([
    ['distance', 5, 100],
    ['limit', 1, 100],
    ['ageMin', 0, 100],
    ['ageMax', 0, 100],
  ])('%s is a whole number from %d to %d', (field, min, max) => {
    expect(isValid({ [field]: min })).toBe(true)
    expect(isValid({ [field]: max })).toBe(true)
    expect(isValid({ [field]: min - 1 })).toBe(false)
    expect(isValid({ [field]: max + 1 })).toBe(false)
    expect(isValid({ [field]: min + 0.5 })).toBe(false)
    expect(isValid({ [field]: String(min) })).toBe(false)
  })

  test('refuses ageMin above ageMax', () => {
    expect(isValid({ ageMin: 3, ageMax: 3 })).toBe(true)
    expect(isValid({ ageMin: 4, ageMax: 3 })).toBe(false)
    expect(sniffQuerySchema.safeParse({ ageMin: 4, ageMax: 3 }).error?.issues).toMatchObject([{ path: ['ageMin'] }])
    expect(isValid({ ageMin: 30 })).toBe(true)
  })

  test('accepts lists of known words, but no text instead of a list', () => {
    expect(isValid({ sizes: ['small', 'large'], temperaments: ['gentle'] })).toBe(true)
    expect(isValid({ sizes: [], temperaments: [] })).toBe(true)
    expect(isValid({ sizes: ['small', 'huge'] })).toBe(false)
    expect(isValid({ temperaments: ['Playful'] })).toBe(false)
    expect(isValid({ sizes: 'small,large' })).toBe(false)
    expect(isValid({ sizes: Array(51).fill('small') })).toBe(false)
  })

  test('accepts a cursor, but not an empty one', () => {
    expect(isValid({ cursor: 'abc' })).toBe(true)
    expect(isValid({ cursor: '' })).toBe(false)
    expect(isValid({ cursor: 'x'.repeat(2_001) })).toBe(false)
  })
})

describe('the filter', () => {
  test('counts as unset with 25 km, 0 to 15 years, any size and temperament, checked or not', () => {
    expect(CLEAR_FILTER).toEqual({
      distance: 25,
      ageRange: [0, 15],
      sizes: [],
      temperaments: [],
      sex: null,
      verified: [],
    })
    expect(toSniffQuery(CLEAR_FILTER)).toEqual({ distance: 25, ageMin: 0, ageMax: 15 })
  })

  test('sends ageRange as two numbers, and lists unchanged', () => {
    const lists = { sizes: SIZES, temperaments: TEMPERAMENTS, sex: 'female' as const, verified: VERIFICATION_KINDS }
    const query = toSniffQuery({ distance: 40, ageRange: [2, 9], ...lists })
    expect(query).toEqual({
      distance: 40,
      ageMin: 2,
      ageMax: 9,
      sizes: ['small', 'medium', 'large'],
      temperaments: ['friendly', 'playful', 'calm', 'energetic', 'shy'],
      sex: 'female',
      verified: ['photo', 'vaccination'],
    })
    expect(sniffQuerySchema.parse(query)).toMatchObject({ sizes: [...SIZES], temperaments: [...TEMPERAMENTS] })
  })

  test('has no upper age at the end of the slider: dogs reach 25', () => {
    expect(toSniffQuery({ ...CLEAR_FILTER, ageRange: [0, 20] })).toEqual({ distance: 25, ageMin: 0 })
    expect(toSniffQuery({ ...CLEAR_FILTER, ageRange: [20, 20] })).toEqual({ distance: 25, ageMin: 20 })
    expect(toSniffQuery({ ...CLEAR_FILTER, ageRange: [0, 19] })).toHaveProperty('ageMax', 19)
  })
})
