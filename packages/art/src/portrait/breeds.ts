import type { Chance } from '../random.ts'
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

/** names: ears muzzle breadth fur tail legs bulk: marks: coats (coat second ears, …): eyes */
const TABLE = `
labrador|lab: drop .6 .7 short otter .65 .65: muzzle: eec888 f8e2b8 dfae67, 3a3331 4d4542 2d2725, 74452c 8a5839 643a25
golden retriever: drop .6 .65 long plume .65 .6: muzzle bib: dd9c4e f0c684 c98439, e9bb78 f6ddb0 d9a35c
corgi: prick .5 .6 short nub .1 .75: blaze bib socks: dd8b42 f8ecda cf7b35, c9713a f8ecda b9622f
dachshund|wiener: long .85 .25 short thin 0 .45: tan: 3b2d2b c9803f 2f2422, a2542c b96a3c 8a4423, 6b4030 c58a54 593325
poodle: fluffy .75 .3 curly nub .7 .35: topknot: e3b184 eec39c d69f70, f4ead9 f4ead9 eaddc6, 3a343a 3a343a 2f2a30, 8a5a3e 9a6a4c 7a4d34
husky|malamute: prick .55 .6 long curl .65 .55: husky bib socks ruff: 6f7683 f8ecda 575d69, 3d3b43 f8ecda 33313a, b06e44 f8ecda 99592f: 58a9d6
beagle: long .55 .5 short otter .4 .55: blaze bib socks saddle: cd8748 f8ecda b06a33, b9713a f8ecda 96562b
french bulldog|frenchie: bat .05 1 short nub .3 .95: mask wrinkles bib: d9b083 f3dfbd c2976a, 8b8f9b b6b8c0 777b87, 45393a f8ecda 3a2f30, f0dfc6 fbf0de e3cba9
shiba: prick .5 .65 short curl .5 .6: shiba bib socks: dd8a45 fdf1dd cf7a38, 3b3436 f6e2c4 332c2e, e6b67c fdf3e2 daa566
border collie: semi .65 .45 long plume .6 .45: blaze bib socks: 2f2c33 f8ecda 28252c, 7a4a30 f8ecda 693d27, 6d7480 f8ecda 5d636f
german shepherd|alsatian: prick .8 .5 short plume .7 .6: mask saddle: cd9355 352b28 4a372c, b97f48 2f2728 3a2d29
dalmatian: drop .65 .5 short thin .75 .5: spots: fbf5ec 2f2b30 2f2b30, fbf5ec 6b4330 6b4330
chihuahua: bat .25 .2 short thin .35 .25: muzzle: dcae76 f3dcb6 cf9c62, 3d3231 c9803f 332928, f1dcc0 fdf3e4 e6c9a4
pug: fold 0 .95 short curl .2 .9: mask wrinkles: e2bd8b 3c3230 3c3230, d6ab76 352b2a 352b2a, 3f3840 3f3840 322c33
great dane: drop .8 .6 short thin 1 .5: bib: 7f8592 cfd2d8 6f7582, d6a765 3b302d c08f4f, 35313a f8ecda 2b2830
bernese|berner: drop .55 .75 long plume .6 .85: tan blaze bib socks: 2d2a30 b5673a 262329, 332f33 c07844 2a272b
greyhound|whippet|italian greyhound: rose .95 .05 short thin .95 .1: bib: 8c8f99 f8ecda 7c7f89, d8a970 f8ecda c7965b, 4a3a34 f8ecda 3e302b, f0e4d3 fff8ec e0cdb4
samoyed|great pyrenees|eskimo: tiny .5 .7 long curl .55 .8: ruff: fdf6ea ffffff f3e4cd, f9efdf ffffff eedbbd
boxer: fold .25 .85 short nub .75 .65: mask wrinkles bib: c98246 3a2c2a b87238, a9683c 352827 95592f
cocker spaniel|cocker|springer: fluffy .5 .45 long nub .4 .5: topknot: c9854a d99c63 b36f38, e3c08e f0d6ad d3a970, 7a4932 8d5a40 683b27
schnauzer: fold .6 .55 wire nub .5 .55: beard: 77757c d8d4cf 64626a, 3b383e b9b3ae 302d33
shih tzu|lhasa: fluffy .1 .6 long plume .2 .6: wide fringe beard: c59a6a f8ecda a97f52, 8d7f7c f8ecda 766966
australian shepherd|aussie: semi .55 .5 long nub .55 .55: merle blaze bib socks: 98a2b3 f8ecda 6c7484, c58a62 f8ecda a86d47: 5fa3c4
doberman: prick .9 .25 short nub .85 .4: tan: 302a2e b5673a 282327, 653c2b c07f4c 573223
rottweiler|rottie: drop .45 .95 short nub .6 .9: tan: 2e292c b0633a 262124
maltese|havanese|coton: fluffy .2 .45 long plume .2 .45: fringe beard: fdf7ee fdf7ee f4e8d6, f5e6cf fdf5e8 e9d3b1
pomeranian|pom|spitz: tiny .3 .5 long curl .25 .75: muzzle ruff: e39a50 f6cf96 d3873f, f5e3c8 fff6e8 e8cda5, 3a353b 57505a 2f2b30
basset: long .65 .8 short otter 0 .85: blaze bib socks: b87440 f8ecda 8f532b, cd9255 f8ecda a96c37, e2bd86 f8ecda d2a469
boston terrier|boston: bat .1 .8 short nub .5 .55: blaze bib socks: 322d33 f8ecda 2a262b, 5a3a30 f8ecda 4c3028
caramel: fold .55 .4 short otter .65 .4: muzzle bib: cd8f52 f3d9ae b87a40, c0813f f0d2a4 aa6c33
vizsla|ridgeback: drop .7 .4 short otter .8 .35: muzzle: b4622f c27542 9c5226, c2743e cf8a56 a96031: 8a5a24
weimaraner: drop .75 .4 short nub .8 .4: muzzle: a3958f b3a6a0 8f817b: c49a4a
jack russell|russell: fold .5 .4 short otter .4 .4: wide bib socks saddle: b9743f f8ecda a05f2f, 3d3433 f8ecda 332a29
cavalier: fluffy .35 .5 long plume .35 .5: wide bib socks saddle: b5622f f8ecda a15427, 332d31 f8ecda 2a2528
yorkie|yorkshire|silky: prick .3 .35 long nub .2 .35: fringe saddle: cf9150 5c6270 bd7d3d, dda766 4b505c c98f4c
pit bull|pitbull|staff|bully|american bulldog: fold .35 1 short thin .5 .8: bib patch: 8a909c f8ecda 7a808c, c08a55 f8ecda ad7845, f8ecda 7f858f 7f858f
bulldog: fold 0 1 short nub .15 1: wide wrinkles bib socks: c9905c f8ecda b67d4a, e0c096 fdf5e8 d0aa7b
akita: prick .5 .85 long curl .65 .8: shiba bib socks: cf8a4d fdf2e0 bb773c, 7c7672 f5ece0 686260
setter: fluffy .75 .35 long plume .8 .4: muzzle: 9c4723 ad5730 863a1b
rough collie|collie|sheltie|shetland: semi .85 .25 long plume .6 .5: blaze bib socks ruff: c2793e f8ecda a9642f, 8b5434 f8ecda 774527
bichon: fluffy .3 .6 curly plume .3 .6: topknot: fefaf3 fefaf3 f8efe2
heeler|cattle dog: prick .55 .65 short otter .45 .65: merle tan bib: 8a919d b3794a 4e4b53, bb8a6a c98a5a 8f5434
saint bernard|st. bernard|st bernard: drop .4 1 long plume .65 1: wide mask bib socks: b4683a f8ecda 5f3a2a
newfoundland|newfie: drop .5 .9 long plume .6 1: muzzle: 35302f 453f3d 2b2726, 5b3b2c 6d4936 4c3023
papillon: bat .4 .2 long plume .35 .3: blaze bib socks: b06a38 f8ecda 9a5829, 37302f f8ecda 2d2726
goldendoodle|labradoodle|cockapoo|doodle|cavapoo|water dog|maltipoo: fluffy .5 .55 curly plume .6 .55: topknot muzzle: d9a866 ecc891 c8924f, f0dcb8 faeed6 e2c698, 8d5b3d a37151 7b4c31, 3b353a 544c52 302b2f
westie|west highland|terrier: tiny .45 .5 wire nub .3 .55: beard: faf3e8 faf3e8 f1e2cb, c99a63 dfbd8f b8864e
chow: tiny .2 .95 long curl .5 .95: ruff wrinkles: b96e3b d08c58 a65e2e
pointer|shorthaired: drop .75 .45 short nub .8 .45: spots: f4ebdf 6a4331 5d3928, 8a7f7c 54382c 4c3125`

const MIXED_COATS =
  'c78b52 f8ecda a96f3b, 3a3338 f8ecda 2f292d, 8a5b3f f3dfbd 744a31, e6c795 fbf0dc d4ad74, 8d8a90 f8ecda 74717a, 332c31 c9803f 2a2428, f8ecda b57a48 b57a48, 6d432d 8a5c42 5c3724, d9a05f 443632 8a5c3a'

function parse(row: string): Breed {
  const [, build = '', marks = '', coats = '', eyes] = row.split(': ')
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
  for (const row of TABLE.trim().split('\n')) {
    for (const known of row.slice(0, row.indexOf(':')).split('|')) {
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
  const mix = parse(`: ${build}: ${marks}: ${MIXED_COATS}: ${chance.pick(['3b2419', '6b4420', '2b1d16'])}`)
  return { ...mix, coats: [chance.pick(mix.coats)] }
}
