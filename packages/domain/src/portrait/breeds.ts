import type { FurEdge } from './shape.ts'

export type EarShape = 'prick' | 'bat' | 'drop' | 'long' | 'fold' | 'semi' | 'rose' | 'fluffy' | 'tiny'
export type Tail = 'otter' | 'plume' | 'curl' | 'thin' | 'nub'
/**
 * Face: blaze, wide (blaze), mask, tan, husky, shiba, muzzle, patch. Coat: saddle, bib, socks, spots, merle, brindle.
 * Hair: beard, topknot, fringe, ruff. Skin: wrinkles.
 */
export type Marking =
  | 'blaze'
  | 'wide'
  | 'mask'
  | 'tan'
  | 'husky'
  | 'shiba'
  | 'muzzle'
  | 'patch'
  | 'saddle'
  | 'bib'
  | 'socks'
  | 'spots'
  | 'merle'
  | 'brindle'
  | 'beard'
  | 'topknot'
  | 'fringe'
  | 'ruff'
  | 'wrinkles'

/** Coat, second colour (markings), ears. */
export type Coat = readonly [main: string, second: string, ears: string]

export interface Breed {
  readonly ears: EarShape
  /** 0 flat (Pug) to 1 long (Greyhound). */
  readonly muzzle: number
  /** Of the muzzle and the skull: 0 narrow to 1 broad. */
  readonly breadth: number
  readonly fur: FurEdge
  readonly marks: readonly Marking[]
  readonly coats: readonly [Coat, ...Coat[]]
  readonly tail: Tail
  /** 0 short (Dachshund) to 1 long (Great Dane). */
  readonly legs: number
  /** 0 slender to 1 stout. */
  readonly bulk: number
  readonly eyes: string
}

const WHITE = '#fbf3e7'
const CREAM = '#f3dfbd'
const TAN = '#c9803f'
const BLACK = '#332c31'
const BROWN = '#6d432d'
const GREY = '#8d8a90'
const EYES = '#3b2419'

type Row = readonly [
  names: string,
  ears: EarShape,
  muzzle: number,
  breadth: number,
  fur: FurEdge,
  tail: Tail,
  legs: number,
  bulk: number,
  marks: string,
  coats: readonly [Coat, ...Coat[]],
  eyes?: string,
]

const solid = (hex: string, ears = hex): Coat => [hex, hex, ears]

const rows: readonly Row[] = [
  [
    'labrador|lab',
    'drop',
    0.6,
    0.7,
    'short',
    'otter',
    0.65,
    0.65,
    'muzzle',
    [['#eec888', '#f8e2b8', '#dfae67'], solid('#38312f'), ['#74452c', '#8a5839', '#643a25']],
  ],
  [
    'golden retriever',
    'drop',
    0.6,
    0.65,
    'long',
    'plume',
    0.65,
    0.6,
    'muzzle bib',
    [
      ['#dd9c4e', '#f0c684', '#c98439'],
      ['#e9bb78', '#f6ddb0', '#d9a35c'],
    ],
  ],
  [
    'corgi',
    'prick',
    0.5,
    0.6,
    'short',
    'nub',
    0.1,
    0.75,
    'blaze bib socks',
    [
      ['#dd8b42', WHITE, '#cf7b35'],
      ['#c9713a', WHITE, '#b9622f'],
    ],
  ],
  [
    'dachshund|wiener',
    'long',
    0.85,
    0.25,
    'short',
    'thin',
    0,
    0.45,
    'tan',
    [
      ['#3b2d2b', TAN, '#2f2422'],
      ['#a2542c', '#b96a3c', '#8a4423'],
      ['#6b4030', '#c58a54', '#593325'],
    ],
  ],
  [
    'poodle',
    'fluffy',
    0.75,
    0.3,
    'curly',
    'nub',
    0.7,
    0.35,
    'topknot',
    [
      ['#e3b184', '#eec39c', '#d69f70'],
      solid('#f4ead9', '#eaddc6'),
      solid('#3a343a', '#2f2a30'),
      ['#8a5a3e', '#9a6a4c', '#7a4d34'],
    ],
  ],
  [
    'husky|malamute',
    'prick',
    0.55,
    0.6,
    'long',
    'curl',
    0.65,
    0.55,
    'husky bib socks ruff',
    [
      ['#6f7683', WHITE, '#575d69'],
      ['#3d3b43', WHITE, '#33313a'],
      ['#b06e44', WHITE, '#99592f'],
    ],
    '#58a9d6',
  ],
  [
    'beagle',
    'long',
    0.55,
    0.5,
    'short',
    'otter',
    0.4,
    0.55,
    'blaze bib socks saddle',
    [
      ['#cd8748', WHITE, '#b06a33'],
      ['#b9713a', WHITE, '#96562b'],
    ],
  ],
  [
    'french bulldog|frenchie',
    'bat',
    0.05,
    1,
    'short',
    'nub',
    0.3,
    0.95,
    'mask wrinkles bib',
    [
      ['#d9b083', CREAM, '#c2976a'],
      ['#8b8f9b', '#b6b8c0', '#777b87'],
      ['#45393a', WHITE, '#3a2f30'],
      ['#f0dfc6', '#fbf0de', '#e3cba9'],
    ],
  ],
  [
    'shiba',
    'prick',
    0.5,
    0.65,
    'short',
    'curl',
    0.5,
    0.6,
    'shiba bib socks',
    [
      ['#dd8a45', '#fdf1dd', '#cf7a38'],
      ['#3b3436', '#f6e2c4', '#332c2e'],
      ['#e6b67c', '#fdf3e2', '#daa566'],
    ],
  ],
  [
    'border collie',
    'semi',
    0.65,
    0.45,
    'long',
    'plume',
    0.6,
    0.45,
    'blaze bib socks',
    [
      ['#2f2c33', WHITE, '#28252c'],
      ['#7a4a30', WHITE, '#693d27'],
      ['#6d7480', WHITE, '#5d636f'],
    ],
  ],
  [
    'german shepherd|alsatian',
    'prick',
    0.8,
    0.5,
    'short',
    'plume',
    0.7,
    0.6,
    'mask saddle',
    [
      ['#cd9355', '#352b28', '#4a372c'],
      ['#b97f48', '#2f2728', '#3a2d29'],
    ],
  ],
  [
    'dalmatian',
    'drop',
    0.65,
    0.5,
    'short',
    'thin',
    0.75,
    0.5,
    'spots',
    [
      ['#fbf5ec', '#2f2b30', '#2f2b30'],
      ['#fbf5ec', '#6b4330', '#6b4330'],
    ],
  ],
  [
    'chihuahua',
    'bat',
    0.25,
    0.2,
    'short',
    'thin',
    0.35,
    0.25,
    'muzzle',
    [
      ['#dcae76', '#f3dcb6', '#cf9c62'],
      ['#3d3231', TAN, '#332928'],
      ['#f1dcc0', '#fdf3e4', '#e6c9a4'],
    ],
  ],
  [
    'pug',
    'fold',
    0,
    0.95,
    'short',
    'curl',
    0.2,
    0.9,
    'mask wrinkles',
    [['#e2bd8b', '#3c3230', '#3c3230'], ['#d6ab76', '#352b2a', '#352b2a'], solid('#3f3840', '#322c33')],
  ],
  [
    'great dane',
    'drop',
    0.8,
    0.6,
    'short',
    'thin',
    1,
    0.5,
    'bib',
    [
      ['#7f8592', '#cfd2d8', '#6f7582'],
      ['#d6a765', '#3b302d', '#c08f4f'],
      ['#35313a', WHITE, '#2b2830'],
    ],
  ],
  [
    'bernese|berner',
    'drop',
    0.55,
    0.75,
    'long',
    'plume',
    0.6,
    0.85,
    'tan blaze bib socks',
    [
      ['#2d2a30', '#b5673a', '#262329'],
      ['#332f33', '#c07844', '#2a272b'],
    ],
  ],
  [
    'greyhound|whippet|italian greyhound',
    'rose',
    0.95,
    0.05,
    'short',
    'thin',
    0.95,
    0.1,
    'bib',
    [
      ['#8c8f99', WHITE, '#7c7f89'],
      ['#d8a970', WHITE, '#c7965b'],
      ['#4a3a34', WHITE, '#3e302b'],
      ['#f0e4d3', '#fff8ec', '#e0cdb4'],
    ],
  ],
  [
    'samoyed|great pyrenees|eskimo',
    'tiny',
    0.5,
    0.7,
    'long',
    'curl',
    0.55,
    0.8,
    'ruff',
    [
      ['#fdf6ea', '#ffffff', '#f3e4cd'],
      ['#f9efdf', '#ffffff', '#eedbbd'],
    ],
  ],
  [
    'boxer',
    'fold',
    0.25,
    0.85,
    'short',
    'nub',
    0.75,
    0.65,
    'mask wrinkles bib',
    [
      ['#c98246', '#3a2c2a', '#b87238'],
      ['#a9683c', '#352827', '#95592f'],
    ],
  ],
  [
    'cocker spaniel|cocker|springer',
    'fluffy',
    0.5,
    0.45,
    'long',
    'nub',
    0.4,
    0.5,
    'topknot',
    [
      ['#c9854a', '#d99c63', '#b36f38'],
      ['#e3c08e', '#f0d6ad', '#d3a970'],
      ['#7a4932', '#8d5a40', '#683b27'],
    ],
  ],
  [
    'schnauzer',
    'fold',
    0.6,
    0.55,
    'wire',
    'nub',
    0.5,
    0.55,
    'beard',
    [
      ['#77757c', '#d8d4cf', '#64626a'],
      ['#3b383e', '#b9b3ae', '#302d33'],
    ],
  ],
  [
    'shih tzu|lhasa',
    'fluffy',
    0.1,
    0.6,
    'long',
    'plume',
    0.2,
    0.6,
    'wide fringe beard',
    [
      ['#c59a6a', WHITE, '#a97f52'],
      ['#8d7f7c', WHITE, '#766966'],
    ],
  ],
  [
    'australian shepherd|aussie',
    'semi',
    0.55,
    0.5,
    'long',
    'nub',
    0.55,
    0.55,
    'merle blaze bib socks',
    [
      ['#98a2b3', WHITE, '#6c7484'],
      ['#c58a62', WHITE, '#a86d47'],
    ],
    '#5fa3c4',
  ],
  [
    'doberman',
    'prick',
    0.9,
    0.25,
    'short',
    'nub',
    0.85,
    0.4,
    'tan',
    [
      ['#302a2e', '#b5673a', '#282327'],
      ['#653c2b', '#c07f4c', '#573223'],
    ],
  ],
  ['rottweiler|rottie', 'drop', 0.45, 0.95, 'short', 'nub', 0.6, 0.9, 'tan', [['#2e292c', '#b0633a', '#262124']]],
  [
    'maltese|havanese|coton',
    'fluffy',
    0.2,
    0.45,
    'long',
    'plume',
    0.2,
    0.45,
    'fringe beard',
    [solid('#fdf7ee', '#f4e8d6'), ['#f5e6cf', '#fdf5e8', '#e9d3b1']],
  ],
  [
    'pomeranian|pom|spitz',
    'tiny',
    0.3,
    0.5,
    'long',
    'curl',
    0.25,
    0.75,
    'muzzle ruff',
    [
      ['#e39a50', '#f6cf96', '#d3873f'],
      ['#f5e3c8', '#fff6e8', '#e8cda5'],
      ['#3a353b', '#57505a', '#2f2b30'],
    ],
  ],
  [
    'basset',
    'long',
    0.65,
    0.8,
    'short',
    'otter',
    0,
    0.85,
    'blaze bib socks',
    [
      ['#b87440', WHITE, '#8f532b'],
      ['#cd9255', WHITE, '#a96c37'],
    ],
  ],
  [
    'boston terrier|boston',
    'bat',
    0.1,
    0.8,
    'short',
    'nub',
    0.5,
    0.55,
    'blaze bib socks',
    [
      ['#322d33', WHITE, '#2a262b'],
      ['#5a3a30', WHITE, '#4c3028'],
    ],
  ],
  [
    'vizsla|ridgeback',
    'drop',
    0.7,
    0.4,
    'short',
    'otter',
    0.8,
    0.35,
    'muzzle',
    [
      ['#b4622f', '#c27542', '#9c5226'],
      ['#c2743e', '#cf8a56', '#a96031'],
    ],
    '#8a5a24',
  ],
  ['weimaraner', 'drop', 0.75, 0.4, 'short', 'nub', 0.8, 0.4, 'muzzle', [['#a3958f', '#b3a6a0', '#8f817b']], '#c49a4a'],
  [
    'jack russell|russell',
    'fold',
    0.5,
    0.4,
    'short',
    'otter',
    0.4,
    0.4,
    'wide bib socks saddle',
    [
      ['#b9743f', WHITE, '#a05f2f'],
      ['#3d3433', WHITE, '#332a29'],
    ],
  ],
  [
    'cavalier',
    'fluffy',
    0.35,
    0.5,
    'long',
    'plume',
    0.35,
    0.5,
    'wide bib socks saddle',
    [
      ['#b5622f', WHITE, '#a15427'],
      ['#332d31', WHITE, '#2a2528'],
    ],
  ],
  [
    'yorkie|yorkshire|silky',
    'prick',
    0.3,
    0.35,
    'long',
    'nub',
    0.2,
    0.35,
    'fringe saddle',
    [
      ['#cf9150', '#5c6270', '#bd7d3d'],
      ['#dda766', '#4b505c', '#c98f4c'],
    ],
  ],
  [
    'pit bull|pitbull|staff|bully|american bulldog',
    'fold',
    0.35,
    1,
    'short',
    'thin',
    0.5,
    0.8,
    'bib patch',
    [
      ['#8a909c', WHITE, '#7a808c'],
      ['#c08a55', WHITE, '#ad7845'],
      [WHITE, '#7f858f', '#7f858f'],
    ],
  ],
  [
    'bulldog',
    'fold',
    0,
    1,
    'short',
    'nub',
    0.15,
    1,
    'wide wrinkles bib socks',
    [
      ['#c9905c', WHITE, '#b67d4a'],
      ['#e0c096', '#fdf5e8', '#d0aa7b'],
    ],
  ],
  [
    'akita',
    'prick',
    0.5,
    0.85,
    'long',
    'curl',
    0.65,
    0.8,
    'shiba bib socks',
    [
      ['#cf8a4d', '#fdf2e0', '#bb773c'],
      ['#7c7672', '#f5ece0', '#686260'],
    ],
  ],
  ['setter', 'fluffy', 0.75, 0.35, 'long', 'plume', 0.8, 0.4, 'muzzle', [['#9c4723', '#ad5730', '#863a1b']]],
  [
    'rough collie|collie|sheltie|shetland',
    'semi',
    0.85,
    0.25,
    'long',
    'plume',
    0.6,
    0.5,
    'blaze bib socks ruff',
    [
      ['#c2793e', WHITE, '#a9642f'],
      ['#8b5434', WHITE, '#774527'],
    ],
  ],
  ['bichon', 'fluffy', 0.3, 0.6, 'curly', 'plume', 0.3, 0.6, 'topknot', [solid('#fefaf3', '#f8efe2')]],
  [
    'heeler|cattle dog',
    'prick',
    0.55,
    0.65,
    'short',
    'otter',
    0.45,
    0.65,
    'merle tan bib',
    [
      ['#8a919d', '#b3794a', '#4e4b53'],
      ['#bb8a6a', '#c98a5a', '#8f5434'],
    ],
  ],
  [
    'saint bernard|st. bernard|st bernard',
    'drop',
    0.4,
    1,
    'long',
    'plume',
    0.65,
    1,
    'wide mask bib socks',
    [['#b4683a', WHITE, '#5f3a2a']],
  ],
  [
    'newfoundland|newfie',
    'drop',
    0.5,
    0.9,
    'long',
    'plume',
    0.6,
    1,
    'muzzle',
    [
      ['#35302f', '#453f3d', '#2b2726'],
      ['#5b3b2c', '#6d4936', '#4c3023'],
    ],
  ],
  [
    'papillon',
    'bat',
    0.4,
    0.2,
    'long',
    'plume',
    0.35,
    0.3,
    'blaze bib socks',
    [
      ['#b06a38', WHITE, '#9a5829'],
      ['#37302f', WHITE, '#2d2726'],
    ],
  ],
  [
    'goldendoodle|labradoodle|cockapoo|doodle|cavapoo|water dog|maltipoo',
    'fluffy',
    0.5,
    0.55,
    'curly',
    'plume',
    0.6,
    0.55,
    'topknot muzzle',
    [
      ['#d9a866', '#ecc891', '#c8924f'],
      ['#f0dcb8', '#faeed6', '#e2c698'],
      ['#8d5b3d', '#a37151', '#7b4c31'],
      ['#3b353a', '#544c52', '#302b2f'],
    ],
  ],
  [
    'westie|west highland|terrier',
    'tiny',
    0.45,
    0.5,
    'wire',
    'nub',
    0.3,
    0.55,
    'beard',
    [solid('#faf3e8', '#f1e2cb'), ['#c99a63', '#dfbd8f', '#b8864e']],
  ],
  ['chow', 'tiny', 0.2, 0.95, 'long', 'curl', 0.5, 0.95, 'ruff wrinkles', [['#b96e3b', '#d08c58', '#a65e2e']]],
  [
    'pointer|shorthaired',
    'drop',
    0.75,
    0.45,
    'short',
    'nub',
    0.8,
    0.45,
    'spots',
    [
      ['#f4ebdf', '#6a4331', '#5d3928'],
      ['#8a7f7c', '#54382c', '#4c3125'],
    ],
  ],
]

/** What a mixed dog may come from, beside its own luck. */
const MIXES: readonly [EarShape, ...EarShape[]] = ['drop', 'fold', 'semi', 'prick', 'long', 'tiny', 'fluffy']
const MIXED_COATS: readonly [Coat, ...Coat[]] = [
  ['#c78b52', WHITE, '#a96f3b'],
  ['#3a3338', WHITE, '#2f292d'],
  ['#8a5b3f', CREAM, '#744a31'],
  ['#e6c795', '#fbf0dc', '#d4ad74'],
  [GREY, WHITE, '#74717a'],
  [BLACK, TAN, '#2a2428'],
  [WHITE, '#b57a48', '#b57a48'],
  [BROWN, '#8a5c42', '#5c3724'],
  ['#d9a05f', '#443632', '#8a5c3a'],
]
const MIXED_MARKS: readonly [string, ...string[]] = [
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
]

function fromRow(row: Row): Breed {
  const [, ears, muzzle, breadth, fur, tail, legs, bulk, marks, coats, eyes = EYES] = row
  const list = marks.split(' ').flatMap(mark => rowMarks.filter(known => known === mark))
  return { ears, muzzle, breadth, fur, tail, legs, bulk, marks: list, coats, eyes }
}

const rowMarks: readonly Marking[] = [
  'blaze',
  'wide',
  'mask',
  'tan',
  'husky',
  'shiba',
  'muzzle',
  'patch',
  'saddle',
  'bib',
  'socks',
  'spots',
  'merle',
  'brindle',
  'beard',
  'topknot',
  'fringe',
  'ruff',
  'wrinkles',
]

/** The breed's looks, or null where the name tells nothing. The longest matching name wins ("Boston Terrier" is no Westie). */
export function findBreed(name: string): Breed | null {
  const asked = name.toLowerCase()
  let best: Row | null = null
  let length = 0
  for (const row of rows) {
    for (const known of row[0].split('|')) {
      if (known.length > length && new RegExp(`\\b${known}`).test(asked)) {
        best = row
        length = known.length
      }
    }
  }
  return best ? fromRow(best) : null
}

interface Luck {
  between(low: number, high: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** A dog of no known breed: anything goes, within one pleasant dog. */
export function mixedBreed(luck: Luck): Breed {
  return fromRow([
    '',
    luck.pick(MIXES),
    luck.between(0.3, 0.75),
    luck.between(0.3, 0.8),
    luck.pick(['short', 'short', 'long', 'wire', 'curly']),
    luck.pick(['otter', 'plume', 'curl', 'thin']),
    luck.between(0.25, 0.8),
    luck.between(0.3, 0.75),
    luck.pick(MIXED_MARKS),
    [luck.pick(MIXED_COATS)],
    luck.pick([EYES, EYES, '#6b4420', '#2b1d16']),
  ])
}
