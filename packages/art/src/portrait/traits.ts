import { type Chance, makeChance } from '../random.ts'
import { type Breed, type Coat, findBreed, type Marking, mixedBreed } from './breeds.ts'
import { lightness, mix, WHITE } from './colour.ts'

export type Backdrop = 'yard' | 'hill' | 'bay' | 'beach' | 'rug' | 'night'
type Expression = 'laughing' | 'smiling' | 'calm' | 'shy' | 'serious'
type Accessory = 'none' | 'bandana' | 'bow' | 'bowtie' | 'flower'

/** All traits of a dog for its drawing. Colours are `#rrggbb`. */
export interface PortraitTraits {
  looks: Breed
  coat: string
  second: string
  ears: string
  expression: Expression
  collar: string
  accessory: Accessory
  accent: string
  backdrop: Backdrop
  /** Small dogs get big heads and eyes. */
  size: 'small' | 'medium' | 'large'
  /** -1 to 1: individual differences from other dogs of the breed. */
  quirks: { look: number; tilt: number; ear: number; patch: number; shape: number; eyes: number }
  /** The seed of spots, patches and weather. */
  seed: string
}

export const marked = (traits: PortraitTraits, ...marks: Marking[]) =>
  marks.some(mark => traits.looks.marks.includes(mark))

function expressionOf(temperament: readonly string[], chance: Chance): Expression {
  const is = (...words: string[]) => words.some(word => temperament.includes(word))
  const luck = chance.next()
  if (is('shy')) return 'shy'
  if (is('aggressive', 'protective')) return luck < 0.7 ? 'serious' : 'calm'
  if (is('playful', 'energetic')) return luck < 0.75 ? 'laughing' : 'smiling'
  if (is('calm')) return luck < 0.6 ? 'calm' : 'smiling'
  return luck < 0.6 ? 'smiling' : 'laughing'
}

/** A "Beagle mix" is a beagle with something of another dog. */
function crossed(breed: Breed, chance: Chance): Breed {
  const other = mixedBreed(chance)
  const ears = chance.next() < 0.5 ? breed.ears : other.ears
  const paint = (main: string, second: string) => (lightness(main) > 0.75 ? second : WHITE)
  const [first, ...more] = breed.coats.map(([main, second, ear]): Coat => [main, paint(main, second), ear])
  const coats: Breed['coats'] = first ? [first, ...more] : breed.coats
  return { ...breed, ears, tail: other.tail, legs: (breed.legs + other.legs) / 2, marks: other.marks, coats }
}

/** The same dog always has the same traits. Another seed is another dog of the breed. */
export function portraitTraits(dog: {
  name: string
  breed: string
  size: 'small' | 'medium' | 'large'
  temperament: readonly string[]
  seed?: string | number
}): PortraitTraits {
  const seed = `${dog.seed ?? ''}/${dog.name}/${dog.breed}`
  const chance = makeChance(seed)
  const known = findBreed(dog.breed)
  const looks = known ? (/\b(mix|cross|mutt)/i.test(dog.breed) ? crossed(known, chance) : known) : mixedBreed(chance)
  const [main, second, ears] = chance.pick(looks.coats)
  // Dogs of a breed differ slightly in the lightness of their coat.
  const tint = chance.pick(['#ffdca8', '#4a2a2a'])
  const share = chance.next() * 0.1
  const swing = () => chance.between(-1, 1)
  return {
    looks,
    coat: mix(main, tint, share),
    second,
    ears: mix(ears, tint, share),
    expression: expressionOf(dog.temperament, chance),
    collar: chance.pick(['#c2462a', '#2a7a4b', '#2f6f9f', '#e0a526', '#8d4f86', '#d9668a', '#3b8f8a', '#d6752e']),
    accessory: chance.pick(['none', 'none', 'none', 'bandana', 'bandana', 'bow', 'bowtie', 'flower']),
    accent: chance.pick(['#d6ee4a', '#c2462a', '#2f6f9f', '#f2b632', '#e58aa4', '#4fa36c', '#7a67b8', '#3b8f8a']),
    backdrop: chance.pick(['yard', 'hill', 'bay', 'beach', 'rug', 'yard', 'hill', 'night']),
    size: dog.size,
    quirks: { look: swing(), tilt: swing(), ear: swing(), patch: swing(), shape: swing(), eyes: swing() },
    seed,
  }
}
