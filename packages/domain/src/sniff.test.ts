import { describe, expect, test } from 'vitest'
import { SIZES, TEMPERAMENTS } from './dog.ts'
import { sniffQuerySchema } from './schemas/sniff.ts'
import { CLEAR_FILTER, toSniffQuery } from './sniff.ts'
import { VERIFICATION_KINDS } from './verification.ts'

test('a query has defaults', () => {
  expect(sniffQuerySchema.parse({})).toEqual({ distance: 25, limit: 50 })
})

describe('the filter', () => {
  test('counts as unset with 25 km, 0 to 15 years, any size and temperament, checked or not', () => {
    const any = { sizes: [], temperaments: [], sex: null, verified: [] }
    expect(CLEAR_FILTER).toEqual({ distance: 25, ageRange: [0, 15], ...any })
    expect(toSniffQuery(CLEAR_FILTER)).toEqual({ distance: 25, ageMin: 0, ageMax: 15 })
  })

  test('sends ageRange as two numbers, and lists unchanged', () => {
    const lists = { sizes: SIZES, temperaments: TEMPERAMENTS, sex: 'female' as const, verified: VERIFICATION_KINDS }
    const query = toSniffQuery({ distance: 40, ageRange: [2, 9], ...lists })
    expect(query).toEqual({ distance: 40, ageMin: 2, ageMax: 9, ...lists })
    expect(sniffQuerySchema.parse(query)).toMatchObject({ sizes: [...SIZES], temperaments: [...TEMPERAMENTS] })
  })

  test('has no upper age at the end of the slider: dogs reach 25', () => {
    expect(toSniffQuery({ ...CLEAR_FILTER, ageRange: [0, 20] })).toEqual({ distance: 25, ageMin: 0 })
    expect(toSniffQuery({ ...CLEAR_FILTER, ageRange: [20, 20] })).toEqual({ distance: 25, ageMin: 20 })
    expect(toSniffQuery({ ...CLEAR_FILTER, ageRange: [0, 19] })).toHaveProperty('ageMax', 19)
  })
})
