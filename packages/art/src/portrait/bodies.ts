import { coatMarks, drawTail, shaded, toes, tones } from './coat.ts'
import { mix, shadow } from './colour.ts'
import {
  both,
  clipped,
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
  shape,
  smooth,
} from './shape.ts'
import type { PortraitTraits } from './traits.ts'

/** Head and shoulders: from the neck down past the lower edge, around a head at (0, 0). */
export function drawBust(pen: Pen, traits: PortraitTraits): string {
  const { fur, bulk } = traits.looks
  const t = tones(traits)
  const wide = 0.82 + bulk * 0.36
  const body = furred(mirrored(pts('0,20 96,60 120,150 176,250 206,370 214,620 0,640', wide)), fur, 1.15, 120)
  const bib = furred(mirrored(pts('0,60 120,110 122,190 86,300 46,400 18,500 0,520', wide)), fur, 1.1, 160)
  const side = wide * 128
  const legs = line(`M0 440V640M${-side} 380q12 70 2 260M${side} 380q-12 70 -2 260`, shadow(t.coat, 0.26), 7)
  return painted(
    pen,
    body,
    t.coat,
    coatMarks(traits, [-210, 140, 210, 560], mirrored(pts('120,120 150,210 170,640 400,640 400,120', wide))) +
      legs +
      path(bib, t.belly) +
      shaded('M0 60H-200V120C-150 260 150 270 220 90V60Z', 0.15) +
      shaded('M110 100C170 300 150 460 130 640H400V100Z', 0.1),
  )
}

/** How far below the head's centre the ground lies for a sitting dog. */
export const sittingGround = (traits: PortraitTraits) => 330 + traits.looks.legs * 120

/** A dog sitting, seen from the front; the head's centre is (0, 0). */
export function drawSitting(pen: Pen, traits: PortraitTraits): string {
  const { fur, bulk } = traits.looks
  const t = tones(traits)
  const wide = 0.74 + bulk * 0.36
  const ground = sittingGround(traits)
  const mid = ground - 150
  const low = Math.min(290, ground - 130)
  const body = furred(
    mirrored([...pts('0,30 84,70 112,150', wide), ...pts('132,-130 142,-40 100,0 0,0', wide, 1, 0, ground)]),
    fur,
    1,
    100,
  )
  const bib = furred(mirrored(pts('0,.24 62,.4 80,.6 58,.82 26,.96 0,1', wide, low)), fur, 1, 130)
  const haunch = (side: 1 | -1) =>
    painted(
      pen,
      smooth(pts('70,-120 140,-130 186,-70 190,-26 150,0 80,-6', side * wide, 1, 0, ground)),
      mix(t.coat, shadow(t.coat, 0.16), 0.55),
      coatMarks(traits, [-200, mid, 200, ground]),
    ) +
    shape(pts('118,-34 180,-40 212,-14 196,10 128,10', side * wide, 1, 0, ground), t.socks) +
    toes(side * 176 * wide, ground + 6, 42, t.socks)
  const leg = (side: 1 | -1) => {
    const x = side * 50 * wide
    const w = 30 + bulk * 12
    const top = Math.min(190, ground - 170)
    const outline: Point[] = [
      [x - w * 0.95, top],
      [x + w * 0.95, top],
      ...pts('.9,-70 1.18,-14 .8,16 -.8,16 -1.18,-14 -.9,-70', w, 1, x, ground),
    ]
    const sock = shape(pts('-2,-60 0,-74 2,-60 2,60 -2,60', w, 1, x, ground), t.socks)
    const marks = coatMarks(traits, [x - w, top, x + w, ground])
    return (
      painted(
        pen,
        smooth(outline),
        t.coat,
        marks +
          (t.socks === t.coat ? '' : sock) +
          shaded(
            `M${x + w * 0.6} ${top + 30}Q${x + w * 0.15} ${(top + ground) / 2} ${x + w * 0.55} ${ground + 30}h${w * 2}V${top}Z`,
            0.08,
          ),
      ) + toes(x, ground + 12, w * 1.5, t.socks)
    )
  }
  const flanks = mirrored([...pts('90,60 104,160', wide), [100 * wide, ground], [300, ground], [300, 60]])
  return (
    placed(130 * wide, ground - 40, drawTail(pen, traits)) +
    both(haunch) +
    painted(
      pen,
      body,
      t.coat,
      coatMarks(traits, [-140, 120, 140, ground], flanks) + shaded('M96 80C124 200 124 300 110 500H400V80Z', 0.1),
    ) +
    both(leg) +
    line(`M0 ${low - 20}V${ground - 10}`, shadow(t.coat, 0.3), 8) +
    clipped(pen, body, path(bib, t.belly) + shaded('M0 40H-160V130C-110 220 110 230 160 110V40Z', 0.13))
  )
}

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

/** The centre of the head of a galloping dog, whose belly line is around y = 0. */
export const RUNNING_HEAD: Point = [232, -150]

export const runningGround = (traits: PortraitTraits) => 128 + traits.looks.legs * 84

/** A dog galloping to the right. */
export function drawRunning(pen: Pen, traits: PortraitTraits): string {
  const { looks } = traits
  const t = tones(traits)
  const reach = 0.5 + looks.legs * 0.5
  const fat = 0.82 + looks.bulk * 0.34
  const farSock = t.socks === t.coat ? t.far : shadow(t.socks, 0.2)
  const w = 42 + looks.bulk * 20
  const limb = (x: number, y: number, knee: Point, paw: Point, colour: string, sock: string, width: number) => {
    const [kx, ky] = [x + knee[0] * reach, y + knee[1] * reach]
    const [px, py] = [x + paw[0] * reach, y + paw[1] * reach]
    const foot = `M${n((kx + px * 2) / 3)} ${n((ky + py * 2) / 3)}L${n(px)} ${n(py)}`
    return (
      line(`M${x} ${y}Q${n(kx)} ${n(ky)} ${n(px)} ${n(py)}`, colour, width) +
      line(foot, sock, width * 0.92) +
      oval(px + 8, py + 2, width * 0.62, width * 0.48, sock)
    )
  }
  const body = furred(
    [
      ...pts('-220,-50'),
      ...pts('-150,-96 -20,-92', 1, fat),
      ...pts('110,-110 190,-150 246,-70'),
      ...pts('214,20 110,66 -30,44 -130,50', 1, fat),
      [-216, 20],
    ],
    looks.fur,
    1,
    -70,
  )
  const chest = furred(pts('120,-80 200,-110 260,-60 220,30 120,80 60,60 110,20'), looks.fur, 1, -40)
  const saddle = pts('-230,-120 -200,-20 -40,0 90,-10 130,-120')
  return (
    placed(-206, -40, drawTail(pen, traits), 12, -0.9, 0.9) +
    limb(-150, 10, [-90, 40], [-190, 110], t.far, farSock, w * 0.9) +
    limb(150, 30, [60, 60], [190, 60], t.far, farSock, w * 0.86) +
    painted(
      pen,
      body,
      t.coat,
      coatMarks(traits, [-220, -110, 200, 50], saddle) +
        path(chest, t.belly) +
        shaded('M-260 20C-100 60 120 70 280 0V140H-260Z', 0.12),
    ) +
    limb(-170, 6, [-30, 90], [-130, 170], t.coat, t.socks, w) +
    limb(124, 30, [70, 100], [160, 120], t.coat, t.socks, w * 0.92)
  )
}
