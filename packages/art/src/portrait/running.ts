import { coatMarks, drawTail, shaded, tones } from './coat.ts'
import { shadow } from './colour.ts'
import { furred, line, n, oval, type Pen, type Point, painted, path, placed, pts } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

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
