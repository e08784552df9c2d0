import type { Chance } from '../random.ts'
import breeds from './data/breeds.json' with { type: 'json' }
import { FUR, type Fur } from './shape.ts'

const EARS = ['prick', 'bat', 'drop', 'long', 'fold', 'semi', 'rose', 'fluffy', 'tiny'] as const
const TAILS = ['otter', 'plume', 'curl', 'thin', 'nub'] as const
/** Marks of coat, face, skin and hair, in the order of painting. */
const MARKS = [
  'merle',
  'spots',
  'brindle',
  'patch',
  'saddle',
  'bib',
  'socks',
  'muzzle',
  'mask',
  'shiba',
  'tan',
  'husky',
  'blaze',
  'wide',
  'wrinkles',
  'beard',
  'topknot',
  'fringe',
  'ruff',
] as const

export type EarShape = (typeof EARS)[number]
type Tail = (typeof TAILS)[number]
export type Marking = (typeof MARKS)[number]

/** Coat, second colour (for the markings), ears. */
export type Coat = readonly [main: string, second: string, ears: string]

export interface Breed {
  readonly ears: EarShape
  /** 0 flat (Pug) to 1 long (Greyhound). */
  readonly muzzle: number
  /** The breadth of muzzle and skull: 0 narrow to 1 broad. */
  readonly breadth: number
  readonly fur: Fur
  readonly tail: Tail
  /** 0 short (Dachshund) to 1 long (Great Dane). */
  readonly legs: number
  /** 0 slender to 1 stout. */
  readonly bulk: number
  readonly marks: readonly Marking[]
  readonly coats: readonly [Coat, ...Coat[]]
  readonly eyes: string
}

const MIXED_COATS =
  'c78b52 f8ecda a96f3b, 3a3338 f8ecda 2f292d, 8a5b3f f3dfbd 744a31, e6c795 fbf0dc d4ad74, 8d8a90 f8ecda 74717a, 332c31 c9803f 2a2428, f8ecda b57a48 b57a48, 6d432d 8a5c42 5c3724, d9a05f 443632 8a5c3a'

/** @param row a line of `data/breeds.json`: ears muzzle breadth fur tail legs bulk: marks: coats (coat second ears, …): eyes */
function parse(row: string): Breed {
  const [build = '', marks = '', coats = '', eyes] = row.split(': ')
  const [ears, muzzle, breadth, fur, tail, legs, bulk] = build.split(' ')
  const one = <T extends string>(list: readonly [T, ...T[]], word: string | undefined) =>
    list.find(item => item === word) ?? list[0]
  const coat = (text: string): Coat => {
    const [main = '', second = '', ear = ''] = text.split(' ').map(hex => `#${hex}`)
    return [main, second, ear]
  }
  const [first = '', ...others] = coats.split(', ')
  return {
    ears: one(EARS, ears),
    muzzle: Number(muzzle),
    breadth: Number(breadth),
    fur: one(FUR, fur),
    tail: one(TAILS, tail),
    legs: Number(legs),
    bulk: Number(bulk),
    marks: MARKS.filter(mark => marks.split(' ').includes(mark)),
    coats: [coat(first), ...others.map(coat)],
    eyes: `#${eyes ?? '3b2419'}`,
  }
}

/** The looks of a breed; null for an unknown name. The longest matching name is used: a Boston Terrier is not a Westie. */
export function findBreed(name: string): Breed | null {
  let found: string | null = null
  let length = 0
  for (const [names, row] of Object.entries(breeds)) {
    for (const known of names.split('|')) {
      if (known.length <= length || !new RegExp(`\\b${known}`, 'i').test(name)) continue
      found = row
      length = known.length
    }
  }
  return found ? parse(found) : null
}

/** Random looks for an unknown breed that fit together. */
export function mixedBreed(chance: Chance): Breed {
  const share = (low: number, high: number) => chance.between(low, high).toFixed(2)
  const ears = chance.pick(['drop', 'fold', 'semi', 'prick', 'long', 'tiny', 'fluffy'])
  const fur = chance.pick(['short', 'short', 'long', 'wire', 'curly'])
  const tail = chance.pick(['otter', 'plume', 'curl', 'thin'])
  const marks = chance.pick([
    'blaze bib socks',
    'patch bib',
    'muzzle',
    'wide bib socks',
    'mask',
    'tan',
    'muzzle bib socks',
    'brindle bib',
    'patch spots',
    'beard',
  ])
  const build = `${ears} ${share(0.3, 0.75)} ${share(0.3, 0.8)} ${fur} ${tail} ${share(0.25, 0.8)} ${share(0.3, 0.75)}`
  const mix = parse(`${build}: ${marks}: ${MIXED_COATS}: ${chance.pick(['3b2419', '6b4420', '2b1d16'])}`)
  return { ...mix, coats: [chance.pick(mix.coats)] }
}
