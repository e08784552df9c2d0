import { blots } from './marks.ts'
import {
  clipped,
  type FurEdge,
  furred,
  group,
  light,
  lightness,
  line,
  mirrored,
  mix,
  oval,
  type Pen,
  type Point,
  painted,
  path,
  shadow,
  smooth,
} from './shape.ts'
import type { PortraitTraits } from './traits.ts'

const WHITE = '#fbf3e7'

interface Tones {
  coat: string
  belly: string
  socks: string
  edge: FurEdge
  dark: string
}

function tones(traits: PortraitTraits): Tones {
  const { looks, coat, second } = traits
  const has = (mark: (typeof looks.marks)[number]) => looks.marks.includes(mark)
  const white = has('tan') || has('muzzle') || has('mask') || has('patch') ? WHITE : second
  return {
    coat,
    belly: has('bib')
      ? lightness(white) > 0.6
        ? white
        : WHITE
      : has('tan')
        ? second
        : light(coat, lightness(coat) < 0.35 ? 0.07 : 0.16),
    socks: has('socks') ? WHITE : has('tan') ? second : coat,
    edge: looks.fur,
    dark: shadow(coat, 0.16),
  }
}

/** What the coat wears beside its colour: a saddle, spots, stripes; drawn inside the body. */
function coatMarks(traits: PortraitTraits, box: readonly [number, number, number, number], saddle: string): string {
  const { looks, coat, second, seed } = traits
  let out = ''
  for (const mark of looks.marks) {
    if (mark === 'saddle')
      out += path(
        saddle,
        looks.marks.includes('mask')
          ? second
          : looks.marks.includes('wide')
            ? coat
            : lightness(second) > 0.6
              ? '#3b3133'
              : second,
      )
    if (mark === 'spots') out += blots(`${seed}b`, 20, box, 20, second)
    if (mark === 'merle')
      out += blots(`${seed}b`, 18, box, 32, shadow(coat, 0.4)) + blots(`${seed}c`, 8, box, 26, light(coat, 0.35))
    if (mark === 'brindle') {
      const [x, y, right, bottom] = box
      for (let at = y; at < bottom; at += 44)
        out += line(
          `M${x} ${at}q${(right - x) / 4} 30 ${(right - x) / 2} 0t${(right - x) / 2} 8`,
          shadow(coat, 0.34),
          9,
          'opacity=".5"',
        )
    }
  }
  return out
}

const toes = (x: number, y: number, size: number, colour: string) =>
  line(
    `M${x - size * 0.3} ${y}v${-size * 0.26}M${x + size * 0.3} ${y}v${-size * 0.26}`,
    shadow(colour, 0.3),
    size * 0.09,
  )

function tail(pen: Pen, traits: PortraitTraits, x: number, y: number, scale: number): string {
  const { looks, coat } = traits
  const c = shadow(coat, 0.08)
  const tip = looks.marks.includes('socks') ? WHITE : light(coat, 0.12)
  const edge = looks.fur === 'short' ? 'short' : looks.fur
  const shapes: Record<typeof looks.tail, string> = {
    otter: line('M0 0C50 10 96 -20 108 -80', c, 34) + line('M105 -66L108 -80', tip, 30),
    thin: line('M0 0C50 20 104 0 116 -66', c, 19),
    nub: oval(14, -14, 30, 24, c),
    curl:
      painted(
        pen,
        furred(
          [
            [-20, 10],
            [40, 20],
            [104, -20],
            [116, -92],
            [70, -134],
            [16, -108],
            [20, -60],
            [-10, -30],
          ],
          edge === 'short' ? 'short' : 'long',
          1,
        ),
        c,
        '',
      ) + line('M70 -30C96 -60 82 -104 52 -92', shadow(coat, 0.24), 8),
    plume: painted(
      pen,
      edge === 'curly' ? furred(PLUME, 'curly', 1) : PLUME_LOCKS,
      c,
      oval(164, -160, 62, 56, tip) + line('M20 4C80 4 120 -40 140 -110', shadow(coat, 0.2), 7),
    ),
  }
  return group(`translate(${x} ${y}) scale(${scale})`, shapes[looks.tail])
}

const PLUME: readonly Point[] = [
  [-30, 20],
  [40, 36],
  [120, 10],
  [164, -60],
  [168, -140],
  [120, -150],
  [70, -70],
  [0, -40],
]
const PLUME_LOCKS =
  'M-20 22C20 44 60 44 84 26C80 36 78 40 70 46C110 42 136 16 146 -14C148 -4 148 4 146 12C172 -22 182 -70 172 -108C178 -104 184 -98 188 -90C190 -130 178 -168 146 -190C150 -160 134 -148 116 -128C84 -94 50 -52 -8 -36Z'

/** Head and shoulders: from the neck down past the lower edge, around a head at (0, 0). */
export function drawBust(pen: Pen, traits: PortraitTraits): string {
  const { looks } = traits
  const t = tones(traits)
  const wide = 0.82 + looks.bulk * 0.36
  const body = furred(
    mirrored([
      [0, 20],
      [96 * wide, 60],
      [120 * wide, 150],
      [176 * wide, 250],
      [206 * wide, 370],
      [214 * wide, 620],
      [0, 640],
    ]),
    t.edge,
    1.15,
    120,
  )
  const bib = furred(
    mirrored([
      [0, 60],
      [120 * wide, 110],
      [122 * wide, 190],
      [86 * wide, 300],
      [46 * wide, 400],
      [18, 500],
      [0, 520],
    ]),
    t.edge,
    1.1,
    160,
  )
  const legs = line(
    `M0 440V640M${-128 * wide} 380Q${-116 * wide} 450 ${-126 * wide} 640M${128 * wide} 380Q${116 * wide} 450 ${126 * wide} 640`,
    shadow(t.coat, 0.26),
    7,
  )
  return painted(
    pen,
    body,
    t.coat,
    coatMarks(
      traits,
      [-210, 140, 210, 480],
      smooth(
        mirrored([
          [120 * wide, 120],
          [150 * wide, 210],
          [170 * wide, 640],
          [400, 640],
          [400, 120],
        ]),
      ),
    ) +
      legs +
      path(bib, t.belly) +
      path('M0 60H-200V120C-150 260 150 270 220 90V60Z', '#5a1f1c', 'opacity=".16"') +
      path('M110 100C170 300 150 460 130 640H400V100Z', '#5a1f1c', 'opacity=".1"'),
  )
}

/** How far below the head's centre the ground lies for a sitting dog. */
export const sittingGround = (traits: PortraitTraits) => 330 + traits.looks.legs * 120

/** A dog sitting, seen from the front; the head's centre is (0, 0). */
export function drawSitting(pen: Pen, traits: PortraitTraits): string {
  const { looks } = traits
  const t = tones(traits)
  const wide = 0.74 + looks.bulk * 0.36
  const ground = sittingGround(traits)
  const mid = ground - 150
  const body = furred(
    mirrored([
      [0, 30],
      [84 * wide, 70],
      [112 * wide, 150],
      [132 * wide, mid + 20],
      [142 * wide, ground - 40],
      [100 * wide, ground],
      [0, ground],
    ]),
    t.edge,
    1,
    100,
  )
  const low = Math.min(290, ground - 130)
  const bib = furred(
    mirrored([
      [0, 60],
      [84 * wide, 110],
      [86 * wide, 170],
      [62 * wide, low - 60],
      [26, low - 10],
      [0, low],
    ]),
    t.edge,
    1,
    130,
  )
  const haunch = (side: 1 | -1) => {
    const shape = smooth([
      [side * 70 * wide, mid + 30],
      [side * 140 * wide, mid + 20],
      [side * 186 * wide, mid + 80],
      [side * 190 * wide, ground - 26],
      [side * 150 * wide, ground],
      [side * 80 * wide, ground - 6],
    ])
    const foot = smooth([
      [side * 118 * wide, ground - 34],
      [side * 180 * wide, ground - 40],
      [side * 212 * wide, ground - 14],
      [side * 196 * wide, ground + 10],
      [side * 128 * wide, ground + 10],
    ])
    return (
      painted(pen, shape, mix(t.coat, t.dark, 0.55), coatMarks(traits, [-200, mid, 200, ground], '')) +
      path(foot, t.socks === t.coat ? t.coat : t.socks) +
      toes(side * 176 * wide, ground + 6, 42, t.socks)
    )
  }
  const leg = (side: 1 | -1) => {
    const x = side * 50 * wide
    const w = 30 + looks.bulk * 12
    const top = Math.min(190, ground - 170)
    const shape = smooth([
      [x - w * 0.95, top],
      [x + w * 0.95, top],
      [x + w * 0.9, ground - 70],
      [x + w * 1.18, ground - 14],
      [x + w * 0.8, ground + 16],
      [x - w * 0.8, ground + 16],
      [x - w * 1.18, ground - 14],
      [x - w * 0.9, ground - 70],
    ])
    const sock = path(
      smooth([
        [x - w * 2, ground - 60],
        [x, ground - 74],
        [x + w * 2, ground - 60],
        [x + w * 2, ground + 60],
        [x - w * 2, ground + 60],
      ]),
      t.socks,
    )
    return (
      painted(
        pen,
        shape,
        t.coat,
        coatMarks(traits, [x - w, top, x + w, ground], '') +
          (t.socks === t.coat ? '' : sock) +
          path(`M${x + w * 0.35} ${top}h${w * 2}V${ground + 40}h${-w * 2}Z`, '#5a1f1c', 'opacity=".08"'),
      ) + toes(x, ground + 12, w * 1.5, t.socks)
    )
  }
  const seam = line(`M0 ${low - 20}V${ground - 10}`, shadow(t.coat, 0.3), 8)
  const under = path('M0 40H-160V130C-110 220 110 230 160 110V40Z', '#5a1f1c', 'opacity=".15"')
  return (
    tail(pen, traits, 130 * wide, ground - 40, 1) +
    haunch(-1) +
    haunch(1) +
    painted(
      pen,
      body,
      t.coat,
      coatMarks(
        traits,
        [-140, 120, 140, ground],
        smooth(
          mirrored([
            [90 * wide, 60],
            [104 * wide, 160],
            [100 * wide, ground],
            [300, ground],
            [300, 60],
          ]),
        ),
      ) + path('M70 80C120 200 120 300 100 500H400V80Z', '#5a1f1c', 'opacity=".1"'),
    ) +
    leg(-1) +
    leg(1) +
    seam +
    clipped(pen, body, path(bib, t.belly) + under)
  )
}

/** A dog lying with its head on its paws; ground at y = 0, the head's centre given back. */
export const LYING_HEAD: Point = [-150, -142]
export function drawLying(pen: Pen, traits: PortraitTraits): string {
  const { looks } = traits
  const t = tones(traits)
  const high = 0.8 + looks.bulk * 0.34
  const long = looks.legs < 0.15 ? 1.1 : 1
  const body = furred(
    [
      [-210, -40],
      [-170, -130],
      [-60, -196 * high],
      [80, -222 * high],
      [220 * long, -190 * high],
      [300 * long, -100],
      [296 * long, -24],
      [230, 4],
      [0, 6],
      [-170, 4],
    ],
    t.edge,
    1.05,
    -260,
  )
  const thigh = smooth([
    [120, -20],
    [128, -104 * high],
    [196, -146 * high],
    [268 * long, -110 * high],
    [286 * long, -40],
    [240, 2],
    [150, 8],
  ])
  const foot = smooth([
    [70, -16],
    [110, -36],
    [190, -34],
    [220, -8],
    [190, 10],
    [96, 12],
  ])
  const paw = (x: number, y: number, colour: string) =>
    path(
      smooth([
        [x, y - 20],
        [x + 50, y - 40],
        [x + 150, y - 46],
        [x + 180, y - 10],
        [x + 140, y + 10],
        [x + 16, y + 10],
        [x - 8, y - 6],
      ]),
      colour,
    ) + line(`M${x + 8} ${y - 8}h18M${x + 6} ${y + 2}h16`, shadow(t.socks, 0.3), 4)
  const shade = path('M-300 -30C-100 20 200 -10 400 -90V60H-300Z', '#5a1f1c', 'opacity=".12"')
  return (
    group(
      `translate(${270 * long} -34) rotate(${looks.tail === 'curl' ? 0 : 40}) scale(.8)`,
      tail(pen, traits, 0, 0, 1),
    ) +
    painted(
      pen,
      body,
      t.coat,
      coatMarks(
        traits,
        [-60, -220, 300, 0],
        smooth([
          [-20, -260],
          [90, -120],
          [210, -90],
          [260, -130],
          [300, -260],
        ]),
      ) + shade,
    ) +
    painted(pen, thigh, mix(t.coat, t.dark, 0.5), coatMarks(traits, [120, -120, 300, 0], '')) +
    path(foot, t.socks) +
    toes(92, 8, 30, t.socks) +
    path(
      smooth([
        [-216, -20],
        [-190, -120],
        [-90, -150],
        [-30, -90],
        [-50, -10],
        [-130, 8],
      ]),
      t.belly,
    ) +
    paw(-70, 2, shadow(t.socks, 0.1)) +
    paw(-322, 2, t.socks)
  )
}

/** A dog at full gallop to the right; belly line around y = 0, the head's centre is at RUNNING_HEAD. */
export const RUNNING_HEAD: Point = [232, -150]
export function runningGround(traits: PortraitTraits): number {
  return 150 + traits.looks.legs * 70
}
export function drawRunning(pen: Pen, traits: PortraitTraits): string {
  const { looks } = traits
  const t = tones(traits)
  const reach = 0.5 + looks.legs * 0.5
  const fat = 0.82 + looks.bulk * 0.34
  const far = shadow(t.coat, 0.28)
  const farSock = t.socks === t.coat ? far : shadow(t.socks, 0.2)
  const limb = (x: number, y: number, knee: Point, paw: Point, colour: string, sock: string, w: number) => {
    const [kx, ky] = [x + knee[0] * reach, y + knee[1] * reach]
    const [px, py] = [x + paw[0] * reach, y + paw[1] * reach]
    return (
      line(`M${x} ${y}Q${kx} ${ky} ${px} ${py}`, colour, w) +
      line(`M${(kx + px * 2) / 3} ${(ky + py * 2) / 3}L${px} ${py}`, sock, w * 0.92) +
      oval(px + 8, py + 2, w * 0.62, w * 0.48, sock)
    )
  }
  const w = 42 + looks.bulk * 20
  const body = furred(
    [
      [-220, -50],
      [-150, -96 * fat],
      [-20, -92 * fat],
      [110, -110],
      [190, -150],
      [246, -70],
      [214, 20 * fat],
      [110, 66 * fat],
      [-30, 44 * fat],
      [-130, 50 * fat],
      [-216, 20],
    ],
    t.edge,
    1,
    -70,
  )
  const chest = furred(
    [
      [120, -80],
      [200, -110],
      [260, -60],
      [220, 30],
      [120, 80],
      [60, 60],
      [110, 20],
    ],
    t.edge,
    1,
    -40,
  )
  return (
    tail(pen, traits, -206, -40, -1).replace('scale(-1)', 'scale(-1 1)') +
    limb(-150, 10, [-90, 40], [-190, 110], far, farSock, w * 0.9) +
    limb(150, 30, [60, 60], [190, 60], far, farSock, w * 0.86) +
    painted(
      pen,
      body,
      t.coat,
      coatMarks(
        traits,
        [-220, -110, 200, 50],
        smooth([
          [-230, -120],
          [-200, -20],
          [-40, 0],
          [90, -10],
          [130, -120],
        ]),
      ) +
        path(chest, t.belly) +
        path('M-260 20C-100 60 120 70 280 0V140H-260Z', '#5a1f1c', 'opacity=".12"'),
    ) +
    limb(-170, 6, [-30, 90], [-130, 170], t.coat, t.socks, w) +
    limb(124, 30, [70, 100], [160, 120], t.coat, t.socks, w * 0.92)
  )
}
