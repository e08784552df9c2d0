import { lightness, SHADE, shadow } from './colour.ts'
import { drawEars } from './ears.ts'
import { drawEyes, type EyeState } from './eyes.ts'
import { drawFaceMarks, drawHair } from './marks.ts'
import { drawMuzzle, type Mouth, muzzleFrame } from './muzzle.ts'
import { both, furred, mirrored, oval, type Pen, type Point, painted, path, pts } from './shape.ts'
import { marked, type PortraitTraits } from './traits.ts'

export interface HeadState {
  /** The direction of the face: -1 left/up to 1 right/down. */
  look: Point
  eyes: EyeState
  mouth: Mouth
  /** Ears: -1 hanging to 1 perked. */
  perk: number
}

/** The skull of the breed: broad or narrow, with a long or round jaw. */
function skullPoints({ looks, quirks }: PortraitTraits): Point[] {
  const { breadth, muzzle, fur } = looks
  const wide = 0.86 + breadth * 0.2 + quirks.shape * 0.02
  const cheek = (fur === 'long' || fur === 'curly' ? 1.08 : 1) * (0.9 + breadth * 0.16 - muzzle * 0.06)
  const chin = 146 - muzzle * 14
  return mirrored([
    ...pts('0,-150 72,-140 122,-92 143,-14', wide),
    ...pts('143,62 98,122', cheek),
    [46, chin],
    [0, chin + 4],
  ])
}

/** A dog's head around (0, 0), about 290 units wide and 300 high without its ears. */
export function drawHead(pen: Pen, traits: PortraitTraits, state: HeadState): string {
  const { looks, coat } = traits
  const shift: Point = [state.look[0] * 20, state.look[1] * 18]
  const points = skullPoints(traits)
  const skull = furred(points, looks.fur, looks.fur === 'curly' ? 1 : 0.95, looks.fur === 'curly' ? -200 : 0)
  const ruff = furred(
    points.map(([x, y]): Point => [x * 1.26, y * 1.16 + 18]),
    'long',
    1.05,
    -110,
  )
  const frame = muzzleFrame(looks)
  const blush =
    lightness(coat) > 0.6
      ? both(side => oval(side * 94 + shift[0], 36 + shift[1], 25, 15, '#ee7a66', 'opacity=".15"'))
      : ''
  const shade = path('M60 -220C150 -90 150 60 40 220H320V-220Z', SHADE, 'opacity=".1"')
  return (
    (marked(traits, 'ruff') ? path(ruff, shadow(coat, 0.08)) : '') +
    drawEars(pen, traits, 'back', shift[0], state.perk) +
    painted(pen, skull, coat, drawFaceMarks(traits, shift, frame) + blush + shade) +
    drawMuzzle(pen, traits, shift, frame, state.mouth) +
    drawEyes(traits, shift, state.eyes) +
    drawHair(traits, shift) +
    drawEars(pen, traits, 'front', shift[0], state.perk)
  )
}
