import type { EarShape } from './breeds.ts'
import { light, mix, shadow } from './colour.ts'
import { both, furred, type Pen, painted, path, placed, pts, shape, smooth } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

/** The right ear, in head units: the skull is about 290 wide around (0, 0). Clockwise from the inner root. */
const OUTLINES: Record<EarShape, string> = {
  prick: '30,-128 62,-196 104,-258 128,-272 148,-250 162,-172 150,-90 110,-50 60,-80',
  bat: '28,-120 62,-196 112,-264 154,-284 184,-262 194,-196 172,-110 120,-40 60,-80',
  drop: '62,-146 112,-154 158,-126 190,-62 200,10 184,62 154,58 134,12 120,-50 92,-100',
  long: '84,-124 130,-130 172,-84 198,0 206,96 184,158 148,156 126,96 122,10 108,-66',
  fold: '48,-150 96,-178 148,-158 178,-104 176,-52 152,-36 126,-62 92,-106',
  semi: '30,-128 66,-186 106,-226 150,-236 176,-196 168,-110 120,-50 60,-80',
  rose: '60,-112 84,-146 128,-166 168,-150 196,-104 200,-66 178,-62 140,-78 104,-70',
  fluffy: '78,-128 128,-138 180,-92 208,4 212,104 182,160 140,150 118,70 112,-30',
  tiny: '40,-132 72,-178 104,-212 126,-218 146,-188 154,-132 132,-80 70,-90',
}

/** The pink inside of a standing ear. */
const INNER: Partial<Record<EarShape, string>> = {
  prick: '74,-146 96,-200 124,-244 138,-226 146,-164 134,-96 96,-90',
  bat: '72,-136 100,-204 146,-258 168,-250 176,-194 156,-120 110,-76',
  semi: '70,-140 96,-184 124,-206 146,-190 150,-120 104,-80',
  tiny: '82,-140 100,-172 122,-198 134,-172 138,-132 110,-100',
}
const FOLDED_TIP = '92,-214 150,-240 188,-212 196,-160 182,-138 158,-160 130,-186'
const ROSE_FOLD = '100,-124 140,-142 166,-112 190,-62 150,-80 120,-90'

function rightEar(pen: Pen, traits: PortraitTraits): string {
  const { ears, fur } = traits.looks
  const colour = traits.ears
  const outline = pts(OUTLINES[ears])
  const inner = INNER[ears]
  const dark = shadow(colour, 0.22)
  if (inner) {
    const pink = mix(mix(colour, '#e79a8d', 0.62), '#fff0e0', 0.12)
    const back = furred(outline, fur === 'long' && ears !== 'tiny' ? 'long' : 'short', 0.8, -240)
    const tip = shape(pts(FOLDED_TIP, 1, 1, 0, 8), dark) + shape(pts(FOLDED_TIP), light(colour, 0.06))
    return path(back, colour) + shape(pts(inner), pink) + (ears === 'semi' ? tip : '')
  }
  const hairy = ears === 'fluffy' ? (fur === 'curly' ? fur : 'long') : ears === 'drop' && fur === 'long' ? fur : 'short'
  const d = furred(outline, hairy, 0.9, ears === 'fluffy' ? -80 : -40)
  // The back edge of a hanging ear is in its own shadow.
  const shade = shape(pts(OUTLINES[ears], 1, 1, 34, 14), dark, 'opacity=".5"')
  return painted(pen, d, colour, ears === 'rose' ? path(smooth(pts(ROSE_FOLD)), dark) : shade)
}

/** The ears of this layer: behind or in front of the skull. `perk` lifts them (-1 to 1). */
export function drawEars(
  pen: Pen,
  traits: PortraitTraits,
  layer: 'back' | 'front',
  shift: number,
  perk: number,
): string {
  const { ears } = traits.looks
  if ((ears in INNER || ears === 'rose') !== (layer === 'back')) return ''
  const swing = ears === 'prick' || ears === 'bat' || ears === 'tiny' ? 4 : 6
  return both(side => {
    const ear = placed(100, -110, placed(-100, 110, rightEar(pen, traits)), side * traits.quirks.ear * 5 - perk * swing)
    return placed(-shift * 0.3, 0, ear, 0, side)
  })
}
