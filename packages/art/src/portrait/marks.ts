import { makeChance } from '../random.ts'
import type { Marking } from './breeds.ts'
import { light, lightness, mix, shadow, WHITE } from './colour.ts'
import { eyeSpot } from './eyes.ts'
import { type MuzzleFrame, muzzleColour } from './muzzle.ts'
import { both, furred, line, mirrored, oval, type Point, path, placed, pts, shape, twice } from './shape.ts'
import { marked, type PortraitTraits } from './traits.ts'

/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number]

/** Irregular spots inside a box, the same for the same dog. `density` is the part of the box that they may fill. */
function blots(seed: string, density: number, box: Box, size: number, colour: string): string {
  const chance = makeChance(seed)
  const count = Math.round((density * (box[2] - box[0]) * (box[3] - box[1])) / (size * size * 3))
  return Array.from({ length: count }, () => {
    const [x, y] = [chance.between(box[0], box[2]), chance.between(box[1], box[3])]
    const r = size * chance.between(0.55, 1.2)
    const points = [0, 1, 2, 3, 4, 5].map((k): Point => {
      const reach = r * chance.between(0.72, 1.15)
      return [x + Math.cos((k / 3) * Math.PI) * reach, y + Math.sin((k / 3) * Math.PI) * reach]
    })
    return shape(points, colour)
  }).join('')
}

/** Marks on the whole coat, on skull and body. */
export function coatPattern(traits: PortraitTraits, box: Box, size: number): string {
  const { coat, second, seed } = traits
  let out = ''
  if (marked(traits, 'merle'))
    out +=
      blots(seed, 0.36, box, size * 1.5, shadow(coat, 0.4)) +
      blots(`${seed}m`, 0.12, box, size * 1.3, light(coat, 0.35))
  if (marked(traits, 'spots')) out += blots(seed, 0.19, box, size, second)
  if (marked(traits, 'brindle') && lightness(coat) > 0.25 && lightness(coat) < 0.52) {
    const wave = (box[2] - box[0]) / 4
    for (let y = box[1]; y < box[3]; y += size * 1.9)
      out += line(
        `M${box[0]} ${y}q${wave} 26 ${wave * 2} 0t${wave * 2} 8`,
        shadow(coat, 0.34),
        size * 0.45,
        'opacity=".4" stroke-dasharray="30 24"',
      )
  }
  return out
}

type Painter = (traits: PortraitTraits, frame: MuzzleFrame, tone: string) => string

/** Two spots above the eyes. */
const brows = (traits: PortraitTraits, colour: string) =>
  both(side => {
    const [x, y] = eyeSpot(traits, side)
    return placed(x * 0.86, y - 46, oval(0, 0, 17, 13, colour), side * 18)
  })

const around = ({ nose, width }: MuzzleFrame) =>
  mirrored([...pts('0,-44 .9,-24 1.34,40', width, 1, 0, nose), ...pts('1.2,190 0,230', width)])

const FACE: Partial<Record<Marking, Painter>> = {
  patch: ({ quirks, second, ears, coat }) => {
    const colour = lightness(coat) > 0.85 ? ears : second
    const patch = shape(pts('20,-90 80,-130 150,-90 160,0 110,46 50,30 22,-30'), colour)
    return placed(0, 0, patch, 0, quirks.patch < 0 ? -1 : 1)
  },
  mask: (_, frame, tone) => shape(around(frame), tone) + oval(0, frame.nose - 30, frame.width * 0.6, 60, tone),
  muzzle: ({ coat }, frame, tone) => shape(around(frame), mix(coat, tone, 0.55)),
  shiba: (traits, _, tone) =>
    twice(shape(pts('30,40 76,18 150,10 170,90 90,170 0,190 0,60'), tone)) + brows(traits, tone),
  tan: (traits, { nose }) => {
    const cheek: Point[] = [
      ...pts('30,-6 84,-14 124,14', 1, 1, 0, nose),
      ...pts('110,130 40,170 0,150'),
      [0, nose + 20],
    ]
    return twice(shape(cheek, traits.second)) + brows(traits, traits.second)
  },
  husky: (_, __, tone) => twice(shape(pts('12,6 22,-58 54,-92 92,-70 112,-26 150,10 180,110 0,210 0,80'), tone)),
  blaze: ({ quirks }, { nose, width }, tone) => {
    const narrow = 13 + quirks.shape * 5
    return shape(
      mirrored([
        ...pts('0,-158 1.5,-160 1,-84', narrow),
        [narrow + 8, -20],
        ...pts('.8,-8 1.22,50', width, 1, 0, nose),
        ...pts('1,180 0,200', width),
      ]),
      tone,
    )
  },
  wide: (_, { nose, width }) =>
    shape(
      mirrored([
        ...pts('0,-170 46,-170 28,-90 26,-20'),
        ...pts('.9,0 1.5,60', width, 1, 0, nose),
        ...pts('1.3,190 0,210', width),
      ]),
      WHITE,
    ),
  wrinkles: traits => {
    const fold = shadow(marked(traits, 'wide') ? WHITE : traits.coat, 0.26)
    return (
      line('M-34 -96q34 -16 68 0', fold, 7) +
      line('M-24 -74q24 -12 48 0', fold, 6) +
      twice(line('M104 18q18 22 4 52', fold, 6))
    )
  },
}

/** The breed's and the dog's own marks on the skull, to be drawn inside its outline. */
export function drawFaceMarks(traits: PortraitTraits, shift: Point, frame: MuzzleFrame): string {
  const tone = muzzleColour(traits)
  const painted = traits.looks.marks.map(mark => FACE[mark]?.(traits, frame, tone) ?? '').join('')
  return placed(shift[0] * 0.9, shift[1] * 0.6, coatPattern(traits, [-150, -150, 150, 120], 17) + painted)
}

/** Hair that falls over the finished face: topknot, fringe, bushy brows. */
export function drawHair(traits: PortraitTraits, shift: Point): string {
  const { looks, coat, second } = traits
  const put = (share: number, content: string) => placed(shift[0] * share, shift[1] * share, content)
  let out = ''
  if (marked(traits, 'topknot')) {
    const crown = pts('-96,-112 -92,-164 -40,-198 20,-202 80,-176 100,-116 50,-96 0,-104 -50,-96')
    out += put(0.5, path(furred(crown, looks.fur === 'curly' ? 'curly' : 'long'), light(coat, 0.07)))
  }
  if (marked(traits, 'fringe')) {
    const hair = marked(traits, 'wide') ? coat : light(coat, 0.06)
    const lock = shape(pts('0,-156 50,-158 112,-110 142,-10 140,70 112,30 92,-50 46,-104'), hair)
    out += put(0.4, twice(lock) + line('M0 -150V-110', shadow(hair, 0.2), 5))
  }
  if (marked(traits, 'beard') && looks.ears === 'fold') {
    const bushy = furred(pts('20,-58 34,-78 72,-92 112,-70 118,-36 84,-46 50,-48'), 'wire', 0.8)
    out += put(0.9, twice(path(bushy, light(second, 0.1))))
  }
  return out
}
