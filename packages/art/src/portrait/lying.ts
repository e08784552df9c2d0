import { coatMarks, drawTail, shaded, toes, tones } from './coat.ts'
import { mix, shadow } from './colour.ts'
import { furred, line, type Pen, type Point, painted, placed, pts, shape, smooth } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

/** The centre of the head of a lying dog, with the ground at y = 0. */
export const LYING_HEAD = { asleep: [-150, -142] as Point, awake: [-150, -236] as Point }

/** A lying dog with its paws in front and its tail around it. */
export function drawLying(pen: Pen, traits: PortraitTraits): string {
  const { looks } = traits
  const t = tones(traits)
  const high = 0.8 + looks.bulk * 0.34
  const long = looks.legs < 0.15 ? 1.06 : 0.98
  const back = pts('-60,-196 80,-222 220,-190', long, high)
  const body = furred(
    [...pts('-210,-40 -170,-130'), ...back, ...pts('300,-100 296,-24 230,4 0,6 -170,4', long)],
    looks.fur,
    1.05,
    -260,
  )
  const thigh = smooth([...pts('120,-20 128,-104 196,-146 268,-110', long, high), ...pts('286,-40 240,2 150,8', long)])
  const paw = (x: number, colour: string) =>
    shape(pts('0,-18 50,-38 150,-44 180,-8 140,12 16,12 -8,-4', 1, 1, x), colour) +
    line(`M${x + 8} -6h18M${x + 6} 4h16`, shadow(t.socks, 0.3), 4)
  const [turn, side] = looks.tail === 'nub' ? [0, 1] : [24, -0.8]
  const tail =
    looks.tail === 'curl' || looks.tail === 'nub'
      ? placed(250 * long, -112 * high, drawTail(pen, traits), turn, side, 0.8)
      : ''
  const wrapped = tail ? '' : placed(296 * long, -16, drawTail(pen, traits), -48, -0.74, 0.74)
  return (
    tail +
    painted(
      pen,
      body,
      t.coat,
      coatMarks(traits, [-60, -220, 300, 0], pts('-20,-260 90,-120 210,-90 260,-130 300,-260')) +
        shaded('M-300 -30C-100 20 200 -10 400 -90V60H-300Z', 0.12),
    ) +
    painted(pen, thigh, mix(t.coat, shadow(t.coat, 0.16), 0.5), coatMarks(traits, [120, -120, 300, 0])) +
    shape(pts('70,-16 110,-36 190,-34 220,-8 190,10 96,12'), t.socks) +
    toes(92, 8, 30, t.socks) +
    wrapped +
    shape(pts('-216,-20 -190,-120 -90,-150 -30,-90 -50,-10 -130,8'), t.belly) +
    paw(-84, shadow(t.socks, 0.1)) +
    paw(-322, t.socks)
  )
}
