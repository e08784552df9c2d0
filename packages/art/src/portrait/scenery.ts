import type { Chance } from '../random.ts'
import { faded, furred, line, n, oval, path, placed, pts } from './shape.ts'

/** Elements of places. A place is 800 × 1000 with its horizon around y = 620. */

export const sun = (x: number, y: number, r: number, colour: string) =>
  faded(0.35, oval(x, y, r * 1.5, r * 1.5, colour)) + oval(x, y, r, r, colour)

export const cloud = (x: number, y: number, scale: number, colour = '#fffaf0') =>
  placed(
    x,
    y,
    path('M-110 30a44 44 0 0 1 14 -86 62 62 0 0 1 112 -22 50 50 0 0 1 84 40 36 36 0 0 1 2 68Z', colour),
    0,
    scale,
  )

/** A gently curved ground across the picture, filled down to the lower edge. */
export const ridge = (y: number, swell: number, colour: string) =>
  path(
    `M0 ${y}C180 ${y - swell} 320 ${y + swell} 480 ${n(y - swell * 0.3)}S700 ${y - swell} 800 ${n(y - swell * 0.2)}V1000H0Z`,
    colour,
  )

export const bush = (x: number, y: number, scale: number, colour: string) =>
  path(furred(pts('-110,0 -90,-90 0,-140 90,-90 110,0 0,30', scale, scale, x, y), 'curly', 1.5 * scale), colour)

export const tree = (x: number, y: number, scale: number, leaf: string) =>
  line(`M${x} ${y}V${n(y - 150 * scale)}`, '#8a5a3c', 26 * scale) + bush(x, y - 130 * scale, 1.15 * scale, leaf)

export const repeat = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

/** A board fence between top and bottom, its boards in two tones, its rails in a third. */
export const fence = (
  top: number,
  bottom: number,
  tones: readonly [string, string, string],
  rails: readonly number[],
) =>
  repeat(11, i =>
    path(`M${i * 78 - 24} ${bottom}V${top}q0 -18 33 -34q33 16 33 34V${bottom}Z`, i % 2 ? tones[0] : tones[1]),
  ) + rails.map(y => path(`M0 ${y}H800V${y + 19}H0Z`, tones[2])).join('')

const TUFT = 'M0 0q-6 -30 -24 -40q16 2 26 20q0 -30 10 -46q8 20 4 44q10 -16 26 -18q-16 12 -20 40Z'

export const tufts = (chance: Chance, count: number, top: number, colour: string) =>
  repeat(count, () =>
    placed(chance.between(20, 780), chance.between(top, 985), path(TUFT, colour), 0, chance.between(0.7, 1.2)),
  )

export const flowers = (chance: Chance, count: number, top: number) =>
  repeat(count, () => {
    const [x, y] = [chance.between(20, 780), chance.between(top, 980)]
    const petals = chance.pick(['#fff7ea', '#f6c945', '#f2a0a0', '#fff7ea'])
    return oval(x, y, 9, 9, petals) + oval(x, y, 3.5, 3.5, '#e39a35')
  })
