import { type Breed, findBreed, mixedBreed } from './breeds.ts'
import { type Chance, makeChance } from './random.ts'
import { mix } from './shape.ts'

export type Backdrop = 'yard' | 'hill' | 'bay' | 'beach' | 'rug' | 'night'
export type Expression = 'laughing' | 'smiling' | 'calm' | 'shy' | 'serious'
export type Accessory = 'none' | 'bandana' | 'bow' | 'bowtie' | 'flower'

/** Everything a drawing needs to know of a dog. Colours are `#rrggbb`. */
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
  /** Of the head against the canvas: small dogs get big heads and eyes. */
  size: 'small' | 'medium' | 'large'
  /** -1 to 1: what makes this one dog differ from its siblings. */
  quirks: { look: number; tilt: number; ear: number; patch: number; shape: number; eyes: number }
  /** Where spots and patches fall. */
  seed: string
}

const BACKDROPS: readonly [Backdrop, ...Backdrop[]] = ['yard', 'hill', 'bay', 'beach', 'rug', 'yard', 'hill', 'night']
const COLLARS: readonly [string, ...string[]] = [
  '#c2462a',
  '#2a7a4b',
  '#2f6f9f',
  '#e0a526',
  '#8d4f86',
  '#d9668a',
  '#3b8f8a',
  '#d6752e',
]
const ACCENTS: readonly [string, ...string[]] = [
  '#d6ee4a',
  '#c2462a',
  '#2f6f9f',
  '#f2b632',
  '#e58aa4',
  '#4fa36c',
  '#7a67b8',
  '#3b8f8a',
]

function expressionOf(temperament: readonly string[], chance: Chance): Expression {
  const is = (...words: string[]) => words.some(word => temperament.includes(word))
  if (is('shy')) return 'shy'
  if (is('aggressive', 'protective')) return chance.next() < 0.7 ? 'serious' : 'calm'
  if (is('playful', 'energetic')) return chance.next() < 0.8 ? 'laughing' : 'smiling'
  if (is('calm')) return 'calm'
  return chance.next() < 0.6 ? 'smiling' : 'laughing'
}

/** The same dog always gets the same traits; another seed makes another dog of the breed. */
export function portraitTraits(dog: {
  name: string
  breed: string
  size: 'small' | 'medium' | 'large'
  temperament: readonly string[]
  seed?: string | number
}): PortraitTraits {
  const seed = `${dog.seed ?? ''}/${dog.name}/${dog.breed}`
  const chance = makeChance(seed)
  const looks = findBreed(dog.breed) ?? mixedBreed(chance)
  const [main, second, ears] = chance.pick(looks.coats)
  // Siblings differ by a breath of sun or shade in the coat.
  const tint = chance.next() < 0.5 ? '#ffdca8' : '#4a2a2a'
  const share = chance.next() * 0.1
  const swing = () => chance.between(-1, 1)
  return {
    looks,
    coat: mix(main, tint, share),
    second,
    ears: mix(ears, tint, share),
    expression: expressionOf(dog.temperament, chance),
    collar: chance.pick(COLLARS),
    accessory: chance.pick(['none', 'none', 'none', 'bandana', 'bandana', 'bow', 'bowtie', 'flower']),
    accent: chance.pick(ACCENTS),
    backdrop: chance.pick(BACKDROPS),
    size: dog.size,
    quirks: { look: swing(), tilt: swing(), ear: swing(), patch: swing(), shape: swing(), eyes: swing() },
    seed,
  }
}
