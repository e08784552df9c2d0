import type { Breed } from './breeds.ts'
import { isDark, light, lightness, mix, shadow, WHITE } from './colour.ts'
import {
  both,
  furred,
  line,
  mirrored,
  n,
  oval,
  type Pen,
  type Point,
  painted,
  path,
  placed,
  pts,
  smooth,
} from './shape.ts'
import { marked, type PortraitTraits } from './traits.ts'

export type Mouth = 'open' | 'smile' | 'flat'

/** The position of the muzzle in the face, in head units. */
export interface MuzzleFrame {
  top: number
  nose: number
  lip: number
  width: number
}

export function muzzleFrame({ muzzle, breadth }: Breed): MuzzleFrame {
  const nose = 30 + muzzle * 44
  return { top: nose - 34 - muzzle * 44, nose, lip: nose + 58 + muzzle * 16, width: 66 + breadth * 26 - muzzle * 8 }
}

export function muzzleColour(traits: PortraitTraits): string {
  const { coat, second } = traits
  if (marked(traits, 'wide', 'blaze', 'husky')) return WHITE
  if (marked(traits, 'mask')) return lightness(second) < 0.4 ? second : mix(coat, '#2b2325', 0.62)
  if (marked(traits, 'shiba', 'tan', 'muzzle')) return second
  if (marked(traits, 'beard')) return mix(second, '#fff6e8', 0.15)
  return light(coat, isDark(coat) ? 0.1 : 0.3)
}

const NOSE = 'M-31 -9C-31 -28 31 -28 31 -9C31 9 12 22 0 23C-12 22 -31 9 -31 -9Z'

/** Below the lips: a chin, or the open mouth with its tongue. */
function drawJaw(pen: Pen, frame: MuzzleFrame, colour: string, mouth: Mouth): string {
  const { lip, width } = frame
  const bowl = (top: number, wide: number, deep: number, bottom: number) =>
    smooth(
      mirrored([
        [0, lip - 34],
        [width * wide, lip - top],
        [width * wide * 0.9, lip + deep],
        [0, lip + bottom],
      ]),
    )
  const tone = shadow(colour, isDark(colour) ? 0.1 : 0.15)
  if (mouth !== 'open') return path(bowl(22, 0.5, 8, 17), tone)
  const gape = 44
  const hollow = bowl(24, 0.5, gape * 0.5, gape - 2)
  const tongue =
    oval(0, lip + gape - 10, width * 0.32, 38, '#ee8a86') + line(`M0 ${n(lip - 6)}V${n(lip + gape - 12)}`, '#d96f70', 5)
  return path(bowl(28, 0.62, gape * 0.55, gape + 12), tone) + painted(pen, hollow, '#6b2a30', tongue)
}

/** Whiskers, lips and nose, on the finished muzzle. */
function drawSnout(traits: PortraitTraits, frame: MuzzleFrame, colour: string, mouth: Mouth): string {
  const { looks, coat } = traits
  const { nose, lip, width } = frame
  const crease = isDark(colour) ? mix(colour, '#0d0809', 0.65) : shadow(colour, 0.62)
  // Liver and red dogs have a brown nose.
  const brown = marked(traits, 'muzzle') && lightness(coat) > 0.22 && lightness(coat) < 0.46
  const tone = brown ? mix(coat, '#2a1216', 0.6) : '#2a2023'
  const whiskers = both(side =>
    pts('34,-2 48,8 36,16')
      .map(([x, y]) => oval(side * (width * 0.1 + x), nose + 24 + y, 2.8, 2.8, crease, 'opacity=".45"'))
      .join(''),
  )
  const smile = lip - (mouth === 'flat' ? 12 : 25)
  const lips = both(side =>
    line(
      `M0 ${n(nose + 20)}V${n(lip - 22)}C${n(side * width * 0.14)} ${n(lip - 2)} ${n(side * width * 0.48)} ${n(lip - 2)} ${n(side * width * 0.66)} ${n(smile)}`,
      crease,
      6,
    ),
  )
  const nostrils = both(side => oval(side * 13, 5, 4.5, 5, '#120a0c'))
  const shine = oval(-9, -14, 11, 5.5, light(tone, 0.55), 'transform="rotate(-8 -9 -14)"')
  return whiskers + lips + placed(0, nose, path(NOSE, tone) + shine + nostrils, 0, 0.86 + looks.breadth * 0.22)
}

export function drawMuzzle(pen: Pen, traits: PortraitTraits, shift: Point, frame: MuzzleFrame, mouth: Mouth): string {
  const { top, nose, lip, width } = frame
  const colour = muzzleColour(traits)
  const at = (text: string, y: number) => pts(text, width, 1, 0, y)
  const cheeks = [...at('.42,10', top), ...at('.72,-4 1,26', nose), ...at('.9,-8 .46,4', lip)]
  const outline = mirrored([[0, top], ...cheeks, [0, lip - 12]])
  const d = furred(outline, traits.looks.fur === 'curly' ? 'curly' : 'short', 0.8, nose)
  const tufts: Point[] = [
    [width + 26, nose + 34],
    [width + 30, lip + 14],
  ]
  const beard = mirrored([...at('0,-6 .7,-4', nose), ...tufts, ...at('.62,52 0,62', lip)])
  const hair = marked(traits, 'beard') ? path(furred(beard, 'long', 0.8, nose + 20), shadow(colour, 0.1)) : ''
  // Two tones: the whole shape in shadow, and the same shape lit from the left.
  const lit = placed(-9, -8, path(d, colour))
  return placed(
    shift[0] * 1.1,
    shift[1] * 1.1,
    hair +
      drawJaw(pen, frame, colour, mouth) +
      painted(pen, d, shadow(colour, 0.14), lit) +
      placed(shift[0] * 0.5, shift[1] * 0.5, drawSnout(traits, frame, colour, mouth)),
  )
}
