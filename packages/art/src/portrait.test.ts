import { SIZES, TEMPERAMENTS } from '@barkyard/domain/dog'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBreed } from './portrait/breeds.ts'
import { drawPortrait, type Mood, type Pose, portraitTraits } from './portrait.ts'

const POSES: readonly Pose[] = ['head', 'sitting', 'lying', 'running']
const MOODS: readonly Mood[] = ['awake', 'asleep', 'head-tilted']
const PLACES = ['yard', 'hill', 'bay', 'beach', 'rug', 'night', 'none'] as const
const BREEDS =
  'Labrador, Golden Retriever, Pembroke Welsh Corgi, Dachshund, Standard Poodle, Siberian Husky, Beagle, French Bulldog, Shiba Inu, Border Collie, German Shepherd, Dalmatian, Chihuahua, Pug, Great Dane, Bernese Mountain Dog, Greyhound, Samoyed, Boxer, Cocker Spaniel, Miniature Schnauzer, Shih Tzu, Australian Shepherd, Doberman, Rottweiler, Maltese, Pomeranian, Basset Hound, Boston Terrier, Vizsla, Akita, Yorkshire Terrier, Saint Bernard, Goldendoodle, Whippet'.split(
    ', ',
  )

const dog = fc.record({
  name: fc.string({ maxLength: 20 }),
  breed: fc.oneof(fc.constantFrom(...BREEDS, 'Mixed', 'Beagle mix', 'Terrier cross'), fc.string({ maxLength: 20 })),
  size: fc.constantFrom(...SIZES),
  temperament: fc.subarray([...TEMPERAMENTS, 'protective', 'aggressive']),
  seed: fc.integer(),
})
const options = fc.record({
  pose: fc.constantFrom(...POSES),
  mood: fc.constantFrom(...MOODS),
  backdrop: fc.constantFrom(...PLACES),
})

/** Throws if the text is not well-formed XML of elements and attributes, which is all that drawings consist of. */
function checkXml(text: string): { ids: string[]; refs: string[] } {
  const open: string[] = []
  const ids: string[] = []
  const refs: string[] = []
  const rest = text.replace(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z-]+="[^"<>]*")*)(\/?)>/g,
    (_, end, tag, attributes, single) => {
      const names = [...attributes.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)]
      if (new Set(names.map(match => match[1])).size !== names.length)
        throw new Error(`An attribute twice: ${attributes}`)
      for (const [, name, value] of names) {
        if (/NaN|undefined|null|Infinity/.test(value)) throw new Error(`${name}="${value}"`)
        if (name === 'id') ids.push(value)
        if (/^url\(#/.test(value)) refs.push(value.slice(5, -1))
      }
      if (end && open.pop() !== tag) throw new Error(`</${tag}> closes something else`)
      if (!end && !single) open.push(tag)
      return ''
    },
  )
  if (rest !== '' || open.length > 0) throw new Error(`Left over: ${rest.slice(0, 200)} ${open}`)
  return { ids, refs }
}

describe('drawPortrait', () => {
  test('any dog in any pose, mood and place is well-formed, self-contained and the same each time; its ids resolve', () => {
    fc.assert(
      fc.property(dog, options, (who, how) => {
        const svg = drawPortrait(portraitTraits(who), how)
        const { ids, refs } = checkXml(svg)
        expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000"')).toBe(true)
        expect(new Set(ids).size).toBe(ids.length)
        expect(new Set(refs)).toEqual(new Set(ids))
        expect(svg).not.toMatch(/<script|href|on[a-z]+=|<style|<image/)
        expect(drawPortrait(portraitTraits({ ...who }), how)).toBe(svg)
        // Another seed is another dog.
        expect(drawPortrait(portraitTraits({ ...who, seed: who.seed + 1 }), how)).not.toBe(svg)
      }),
      { numRuns: 200 },
    )
  })
})

describe('breeds', () => {
  test('the usual breeds are known', () => {
    for (const breed of BREEDS) expect(findBreed(breed), breed).not.toBeNull()
    expect(findBreed('Mystery')).toBeNull()
    const colours = BREEDS.flatMap(breed => [findBreed(breed)?.coats ?? [], findBreed(breed)?.eyes ?? ''].flat(2))
    for (const colour of colours) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('the longest matching breed is used, wherever it occurs and however it is written', () => {
    expect(findBreed('boston TERRIER')?.ears).toBe('bat')
    expect(findBreed('Labradoodle')?.fur).toBe('curly')
    expect(findBreed('English Bulldog')?.marks).not.toEqual(findBreed('French Bulldog')?.marks)
  })

  test('a mix has some traits of its breed and some random ones', () => {
    const seeds = Array.from({ length: 20 }, (_, seed) =>
      portraitTraits({ name: 'Rex', breed: 'Beagle mix', size: 'medium', temperament: [], seed }),
    )
    expect(new Set(seeds.map(traits => traits.looks.ears)).size).toBeGreaterThan(2)
    expect(new Set(seeds.map(traits => traits.looks.muzzle)).size).toBe(1)
  })
})
