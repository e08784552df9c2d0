import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALL_TEMPERAMENTS, DOG_AGE_MAX, SIZES, type Temperament } from './dog.ts'
import { compatibility, pairOf } from './matching.ts'

const traits = fc.record({
  size: fc.constantFrom(...SIZES),
  ageYears: fc.integer({ min: 0, max: DOG_AGE_MAX }),
  temperament: fc.shuffledSubarray([...ALL_TEMPERAMENTS]),
})
const distance = fc.option(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 20_000 })))

const pup = { size: 'small', ageYears: 1, temperament: ['playful', 'friendly', 'energetic'] } as const
const dog = (fields: object) => ({ ...pup, temperament: [...pup.temperament], ...fields })

describe('compatibility', () => {
  test('is the same in both directions, a whole number from 0 to 100, and never grows with the distance', () => {
    fc.assert(
      fc.property(traits, traits, distance, (a, b, km) => {
        expect(compatibility(a, b, km)).toEqual(compatibility(b, a, km))
        const { score, reasons } = compatibility(a, b, km)
        expect(Number.isInteger(score)).toBe(true)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        // Each reason is given at most once.
        expect(new Set(reasons).size).toBe(reasons.length)
        if (km !== null) expect(compatibility(a, b, km + 1).score).toBeLessThanOrEqual(score)
      }),
      { numRuns: 500 },
    )
  })

  test('is 100 for two similar dogs next door, and 0 for opposites far away', () => {
    expect(compatibility(dog({}), dog({}), 1).score).toBe(100)
    const fierce = dog({ ageYears: 0, temperament: ['aggressive'] })
    const other = dog({ size: 'large', ageYears: 20, temperament: ['aggressive'] })
    expect(compatibility(fierce, other, 500).score).toBe(0)
    // Without a place the other three criteria share its points.
    expect(compatibility(dog({}), dog({}), null).score).toBe(100)
    expect(compatibility(dog({}), dog({}), null).reasons).not.toContainEqual(expect.stringContaining('km'))
  })

  test('gives its reasons in words, and only those that are true', () => {
    const reasons = (one: object, other: object, km: number | null = 4) =>
      compatibility(dog(one), dog(other), km).reasons
    expect(reasons({ temperament: ['playful'] }, { temperament: ['calm', 'playful'], ageYears: 3 })).toEqual(
      expect.arrayContaining(['similar size', 'both playful', '4 km apart', 'close in age']),
    )
    expect(reasons({}, {})).toContain('same age')
    expect(reasons({ temperament: ['friendly'] }, { temperament: ['shy'] })).toContain(
      'temperaments that go well together',
    )
    const lively = { temperament: ['energetic'], ageYears: 4, size: 'medium' }
    expect(reasons({ temperament: ['calm'], ageYears: 1 }, lively, null)).toEqual([])
    const fierce = { temperament: ['aggressive'] }
    expect(reasons(fierce, fierce)).not.toContain('both aggressive')
  })

  test('weighs size, age and temperament', () => {
    const score = (fields: object) => compatibility(dog({}), dog(fields), 5).score
    expect(score({})).toBeGreaterThan(score({ size: 'medium' }))
    expect(score({ size: 'medium' })).toBeGreaterThan(score({ size: 'large' }))
    expect(score({ ageYears: 2 })).toBeGreaterThan(score({ ageYears: 8 }))
    expect(score({ temperament: ['playful', 'friendly'] })).toBeGreaterThan(score({ temperament: ['playful'] }))
    expect(score({ temperament: ['playful'] })).toBeGreaterThan(score({ temperament: ['calm'] }))
  })

  test('a clash of temperaments costs half of what is shared, and more of what only goes well', () => {
    const points = (one: Temperament[], other: Temperament[]) =>
      compatibility(dog({ temperament: one }), dog({ temperament: other, size: 'large', ageYears: 20 }), 500).score
    // Only temperament counts here: 30 points at most, 70 % of them for one shared one.
    expect(points(['playful'], ['playful'])).toBe(21)
    // An energetic and a calm dog, which are both gentle.
    expect(points(['gentle', 'energetic'], ['gentle', 'calm'])).toBe(11)
    expect(points(['friendly'], ['shy'])).toBe(18)
    expect(points(['friendly', 'aggressive'], ['shy'])).toBe(9)
    expect(points(['friendly'], ['protective'])).toBe(9)
    expect(points(['aggressive'], ['protective'])).toBe(0)
  })
})

test('a pair has one order, whichever dog comes first', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, two) => {
      expect(pairOf(one, two)).toEqual(pairOf(two, one))
      const [first, second] = pairOf(one, two)
      expect(first <= second).toBe(true)
      expect([one, two].sort()).toEqual([first, second])
    }),
  )
})
