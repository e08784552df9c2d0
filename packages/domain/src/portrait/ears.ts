import type { EarShape } from './breeds.ts'
import { furred, group, light, mix, type Pen, type Point, painted, path, shadow, smooth } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

/** The right ear, in head units: the skull is about 290 wide around (0, 0). Clockwise from the inner root. */
const OUTLINES: Record<EarShape, readonly Point[]> = {
  prick: [
    [30, -128],
    [62, -196],
    [104, -258],
    [128, -272],
    [148, -250],
    [162, -172],
    [150, -90],
    [110, -50],
    [60, -80],
  ],
  bat: [
    [28, -120],
    [62, -196],
    [112, -264],
    [154, -284],
    [184, -262],
    [194, -196],
    [172, -110],
    [120, -40],
    [60, -80],
  ],
  drop: [
    [62, -146],
    [112, -154],
    [158, -126],
    [190, -62],
    [200, 10],
    [184, 62],
    [154, 58],
    [134, 12],
    [120, -50],
    [92, -100],
  ],
  long: [
    [84, -124],
    [130, -130],
    [172, -84],
    [198, 0],
    [206, 96],
    [184, 158],
    [148, 156],
    [126, 96],
    [122, 10],
    [108, -66],
  ],
  fold: [
    [48, -150],
    [96, -178],
    [148, -158],
    [178, -104],
    [176, -52],
    [152, -36],
    [126, -62],
    [92, -106],
  ],
  semi: [
    [30, -128],
    [66, -186],
    [106, -226],
    [150, -236],
    [176, -196],
    [168, -110],
    [120, -50],
    [60, -80],
  ],
  rose: [
    [60, -112],
    [84, -146],
    [128, -166],
    [168, -150],
    [196, -104],
    [200, -66],
    [178, -62],
    [140, -78],
    [104, -70],
  ],
  fluffy: [
    [78, -128],
    [128, -138],
    [180, -92],
    [208, 4],
    [212, 104],
    [182, 160],
    [140, 150],
    [118, 70],
    [112, -30],
  ],
  tiny: [
    [40, -132],
    [72, -178],
    [104, -212],
    [126, -218],
    [146, -188],
    [154, -132],
    [132, -80],
    [70, -90],
  ],
}

const INNER: Partial<Record<EarShape, readonly Point[]>> = {
  prick: [
    [74, -146],
    [96, -200],
    [124, -244],
    [138, -226],
    [146, -164],
    [134, -96],
    [96, -90],
  ],
  bat: [
    [72, -136],
    [100, -204],
    [146, -258],
    [168, -250],
    [176, -194],
    [156, -120],
    [110, -76],
  ],
  semi: [
    [70, -140],
    [96, -184],
    [124, -206],
    [146, -190],
    [150, -120],
    [104, -80],
  ],
  tiny: [
    [82, -140],
    [100, -172],
    [122, -198],
    [134, -172],
    [138, -132],
    [110, -100],
  ],
}

const behindSkull = (shape: EarShape) => shape in INNER || shape === 'rose'

function rightEar(pen: Pen, traits: PortraitTraits): string {
  const { ears: shape, fur } = traits.looks
  const colour = traits.ears
  const outline = OUTLINES[shape]
  const inner = INNER[shape]
  const dark = shadow(colour, 0.22)
  const hairy = shape === 'fluffy' && fur !== 'curly' ? 'long' : fur
  const edge = shape === 'fluffy' ? hairy : shape === 'drop' && fur === 'long' ? 'long' : 'short'
  const d = furred(outline, edge, 0.9, shape === 'fluffy' ? -80 : -40)
  if (inner) {
    const back = fur === 'long' && shape !== 'tiny' ? furred(outline, 'long', 0.8, -240) : d
    const pink = mix(mix(colour, '#e79a8d', 0.62), '#fff0e0', 0.12)
    const tip: readonly Point[] = [
      [92, -214],
      [150, -240],
      [188, -212],
      [196, -160],
      [182, -138],
      [158, -160],
      [130, -186],
    ]
    return (
      path(back, colour) +
      path(smooth(inner), pink) +
      (shape === 'semi'
        ? path(smooth(tip.map(([x, y]): Point => [x, y + 8])), dark) + path(smooth(tip), light(colour, 0.06))
        : '')
    )
  }
  // A hanging ear: its back edge lies in its own shade.
  const shade = path(smooth(outline.map(([x, y]): Point => [x + 34, y + 14])), dark, 'opacity=".5"')
  return painted(
    pen,
    d,
    colour,
    shape === 'rose'
      ? path(
          smooth([
            [100, -124],
            [140, -142],
            [166, -112],
            [190, -62],
            [150, -80],
            [120, -90],
          ]),
          dark,
        )
      : shade,
  )
}

/** Both ears, for the layer behind the skull or the one before it. `shift` follows the look, `perk` lifts them (-1 to 1). */
export function drawEars(
  pen: Pen,
  traits: PortraitTraits,
  layer: 'back' | 'front',
  shift: number,
  perk: number,
): string {
  const { ears: shape } = traits.looks
  if (behindSkull(shape) !== (layer === 'back')) return ''
  const hang = shape === 'prick' || shape === 'bat' || shape === 'tiny' ? 4 : 6
  const turn = (side: number) => perk * -hang + side * traits.quirks.ear * 5
  const ear = (side: 1 | -1) =>
    group(
      `translate(${(-shift * 0.3).toFixed(1)} 0) scale(${side} 1) rotate(${turn(side).toFixed(1)} 100 -110)`,
      rightEar(pen, traits),
    )
  return ear(-1) + ear(1)
}
