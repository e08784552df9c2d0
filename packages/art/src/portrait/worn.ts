import { light, shadow } from './colour.ts'
import { both, line, n, oval, type Point, placed, pts, shape } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

/** A bow's two wings and its knot, around (0, 0). */
const bow = (colour: string) =>
  both(side => shape(pts('0,-8 34,-34 64,-28 64,28 34,32 0,8', side), side > 0 ? shadow(colour, 0.14) : colour)) +
  oval(0, 0, 15, 17, light(colour, 0.28))

/** Collar and tag, bandana or bow tie, around a neck with its centre at (0, y) and half width `half`. */
export function drawWorn(traits: PortraitTraits, y: number, half: number): string {
  const { collar, accessory, accent } = traits
  const sag = half * 0.34
  const low = y + sag - 4
  if (accessory === 'bandana') {
    const right: Point[] = [
      [half + 4, y - 22],
      [half * 0.6, y + sag + 26],
      [6, y + sag + half * 0.92],
    ]
    const left = right.map(([x, at]): Point => [-x, at]).reverse()
    const dots = pts('-.42,.28 .4,.3 0,.42 -.2,.7 .2,.72 0,1.02', half, half, 0, y + sag * 0.2)
    return (
      shape([[0, y + sag - 26], ...right, ...left], accent) +
      dots.map(dot => oval(dot[0], dot[1], 7, 7, light(accent, 0.7))).join('') +
      line(`M${n(-half)} ${n(y - 10)}Q0 ${n(y + sag * 1.7)} ${n(half)} ${n(y - 10)}`, shadow(accent, 0.22), 13)
    )
  }
  const band = (drop: number, colour: string, width: number) =>
    line(`M${n(-half)} ${n(y - 8 + drop)}Q0 ${n(y + sag * 2 + drop)} ${n(half)} ${n(y - 8 + drop)}`, colour, width)
  const tag =
    oval(0, low + 30, 20, 20, '#f2c14a') +
    oval(-3, low + 28, 13, 13, '#f8d878') +
    oval(0, low + 14, 5, 5, shadow(collar, 0.4))
  return (
    band(0, shadow(collar, 0.28), 30) +
    band(-4, collar, 26) +
    (accessory === 'bowtie' ? placed(0, low, bow(accent)) : tag)
  )
}

/** A bow or a flower by one ear. */
export function drawHeadwear(traits: PortraitTraits): string {
  const { accessory, accent, quirks } = traits
  const side = quirks.patch < 0 ? -1 : 1
  const petals = [0, 72, 144, 216, 288]
    .map(turn => oval(0, -20, 14, 18, '#fff7ea', `transform="rotate(${turn})"`))
    .join('')
  const worn = accessory === 'bow' ? bow(accent) : accessory === 'flower' ? petals + oval(0, 0, 12, 12, '#f2b632') : ''
  return placed(side * 82, -138, worn, side * 24, 0.94)
}
