import { coatMarks, drawTail, shaded, toes, tones } from './coat.ts'
import { mix, shadow } from './colour.ts'
import {
  both,
  clipped,
  furred,
  line,
  mirrored,
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
