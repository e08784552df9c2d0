import { drawEars } from './ears.ts'
import { drawEyes, type EyeState } from './eyes.ts'
import { drawFaceMarks, drawHair } from './marks.ts'
import { drawMuzzle, type Mouth, muzzleFrame } from './muzzle.ts'
import { clipped, furred, lightness, mirrored, oval, type Pen, type Point, path, shadow } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

export interface HeadState {
  /** Where the face points: -1 left/up to 1 right/down. */
  look: Point
  eyes: EyeState
  mouth: Mouth
  /** Ears: -1 hanging to 1 perked. */
  perk: number
}

/** The skull's right half by the breed: broad or narrow, long in the jaw or round. */
export function skullPoints(traits: PortraitTraits): Point[] {
  const { breadth, muzzle, fur } = traits.looks
  const wide = 0.86 + breadth * 0.2 + traits.quirks.shape * 0.02
  const cheek = (fur === 'long' || fur === 'curly' ? 1.08 : 1) * (0.9 + breadth * 0.16 - muzzle * 0.06)
  const chin = 146 - muzzle * 14
  return mirrored([
    [0, -150],
    [72 * wide, -140],
    [122 * wide, -92],
    [143 * wide, -14],
    [143 * cheek, 62],
    [98 * cheek, 122],
    [46, chin],
    [0, chin + 4],
  ])
}

/** A dog's head around (0, 0), about 290 units wide and 300 high without its ears. */
export function drawHead(pen: Pen, traits: PortraitTraits, state: HeadState): string {
  const { looks, coat } = traits
  const [lookX, lookY] = state.look
  const shift: Point = [lookX * 20, lookY * 18]
  const points = skullPoints(traits)
  const ruff = looks.marks.includes('ruff')
  const skull = furred(
    points,
    looks.fur === 'wire' || looks.fur === 'curly' || looks.fur === 'long' ? looks.fur : 'short',
    looks.fur === 'curly' ? 1 : 0.95,
    looks.fur === 'curly' ? -200 : 0,
  )
  const mane = ruff
    ? path(
        furred(
          points.map(([x, y]): Point => [x * 1.26, y * 1.16 + 18]),
          'long',
          1.05,
          -110,
        ),
        shadow(coat, 0.08),
      )
    : ''
  const frame = muzzleFrame(looks)
  const shade = path('M60 -220C150 -90 150 60 40 220H320V-220Z', '#6a2418', 'opacity=".1"')
  const blush =
    lightness(coat) > 0.5
      ? [-1, 1].map(s => oval(s * 98 + shift[0], 34 + shift[1], 26, 16, '#ee7a66', 'opacity=".17"')).join('')
      : ''
  return (
    mane +
    drawEars(pen, traits, 'back', shift[0], state.perk) +
    path(skull, coat) +
    clipped(pen, skull, drawFaceMarks(traits, shift, frame) + blush + shade) +
    drawMuzzle(pen, traits, shift, frame, state.mouth) +
    drawEyes(traits, shift, state.eyes) +
    drawHair(traits, shift) +
    drawEars(pen, traits, 'front', shift[0], state.perk)
  )
}
