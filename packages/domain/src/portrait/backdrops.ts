import { makeChance } from './random.ts'
import { faded, furred, group, line, mix, oval, type Point, path, rect, smooth } from './shape.ts'
import type { Backdrop } from './traits.ts'

/** A place 800 × 1000, its horizon around y = 620; the dog stands at the front. */
export function drawBackdrop(place: Backdrop, seed: string): string {
  const chance = makeChance(`${seed}@${place}`)
  const golden = chance.next()
  const flip = chance.next() < 0.5
  const sky = (from: string, to: string) => rect(0, 0, 800, 1000, mix(from, to, golden))
  const sun = (x: number, y: number, r: number, colour: string) =>
    faded(0.35, oval(x, y, r * 1.5, r * 1.5, colour)) + oval(x, y, r, r, colour)
  const cloud = (x: number, y: number, s: number, colour = '#fffaf0') =>
    group(
      `translate(${x} ${y}) scale(${s})`,
      path('M-110 30a44 44 0 0 1 14 -86 62 62 0 0 1 112 -22 50 50 0 0 1 84 40 36 36 0 0 1 2 68Z', colour),
    )
  const ridge = (y: number, swell: number, colour: string) =>
    path(
      `M0 ${y}C180 ${y - swell} 320 ${y + swell} 480 ${y - swell * 0.3}S700 ${y - swell} 800 ${y - swell * 0.2}V1000H0Z`,
      colour,
    )
  const tuft = (x: number, y: number, colour: string, s = 1) =>
    path(
      `M${x} ${y}q${-6 * s} ${-30 * s} ${-24 * s} ${-40 * s}q${16 * s} ${2 * s} ${26 * s} ${20 * s}q${0} ${-30 * s} ${10 * s} ${-46 * s}q${8 * s} ${20 * s} ${4 * s} ${44 * s}q${10 * s} ${-16 * s} ${26 * s} ${-18 * s}q${-16 * s} ${12 * s} ${-20 * s} ${40 * s}Z`,
      colour,
    )
  const tufts = (count: number, top: number, colour: string) =>
    Array.from({ length: count }, () =>
      tuft(chance.between(20, 780), chance.between(top, 985), colour, chance.between(0.7, 1.2)),
    ).join('')
  const bush = (x: number, y: number, s: number, colour: string) =>
    path(
      furred(
        [
          [x - 110 * s, y],
          [x - 90 * s, y - 90 * s],
          [x, y - 140 * s],
          [x + 90 * s, y - 90 * s],
          [x + 110 * s, y],
          [x, y + 30 * s],
        ] as Point[],
        'curly',
        1.5 * s,
      ),
      colour,
    )
  const tree = (x: number, y: number, s: number, leaf: string) =>
    line(`M${x} ${y}V${y - 150 * s}`, '#8a5a3c', 26 * s) + bush(x, y - 130 * s, 1.15 * s, leaf)
  const flowers = (count: number, top: number) =>
    Array.from({ length: count }, () => {
      const [x, y] = [chance.between(20, 780), chance.between(top, 980)]
      return (
        oval(x, y, 9, 9, chance.pick(['#fff7ea', '#f6c945', '#f2a0a0', '#fff7ea'])) + oval(x, y, 3.5, 3.5, '#e39a35')
      )
    }).join('')

  const draw: Record<Backdrop, () => string> = {
    yard: () => {
      const planks = Array.from({ length: 11 }, (_, i) =>
        path(`M${i * 78 - 24} 640V408q0 -18 33 -34q33 16 33 34V640Z`, i % 2 ? '#f3d9b4' : '#eed0a6'),
      ).join('')
      return (
        sky('#cfeaf0', '#ffe9c2') +
        sun(650, 150, 66, '#fff1bd') +
        cloud(190, 190, 1) +
        cloud(520, 280, 0.6) +
        bush(90, 480, 1.3, '#7fb56d') +
        bush(720, 480, 1.5, '#8cc077') +
        planks +
        rect(0, 470, 800, 20, '#e2be8e') +
        rect(0, 570, 800, 20, '#e2be8e') +
        group(
          'translate(118 640)',
          path('M-84 0V-110H84V0Z', '#d8684a') +
            path('M-112 -96L0 -196L112 -96Z', '#a8452f') +
            path('M-38 0V-52a38 38 0 0 1 76 0V0Z', '#5b2c26'),
        ) +
        ridge(646, 12, '#8cc76b') +
        ridge(800, 26, '#7cbb60') +
        tufts(9, 700, '#6aa953') +
        flowers(9, 690)
      )
    },
    hill: () => {
      const houses = Array.from({ length: 6 }, (_, i) => {
        const [x, tall] = [150 + i * 86, chance.between(110, 150)]
        const wall = ['#f3b99b', '#f6dfa6', '#b9d6cf', '#e7a7a0', '#cfc6e0', '#f2d0b2'][i] ?? '#f6dfa6'
        return (
          rect(x, 560 - tall, 80, tall + 60, wall) +
          path(`M${x - 5} ${560 - tall}L${x + 40} ${510 - tall}L${x + 85} ${560 - tall}Z`, mix(wall, '#6d3b3b', 0.4)) +
          rect(x + 14, 580 - tall, 20, 32, '#fff6e4') +
          rect(x + 46, 580 - tall, 20, 32, '#fff6e4') +
          rect(x + 14, 632 - tall, 20, 32, '#fff6e4') +
          rect(x + 46, 632 - tall, 20, 32, '#fff6e4')
        )
      }).join('')
      return (
        sky('#d6ecf3', '#ffdcc0') +
        sun(180, 170, 60, '#fff3c9') +
        cloud(590, 170, 1.1) +
        cloud(330, 270, 0.55) +
        faded(
          0.75,
          path(
            'M0 560V430h60v-60h50v90h50V330h46v110h60V300l24 -90l24 90v150h60v-90h60v110h70V350h50v80h60v-40h66v60h90v130Z',
            mix('#b8cfdc', '#eebfa8', golden),
          ),
        ) +
        houses +
        ridge(600, 40, '#a9d07b') +
        ridge(690, 44, '#93c36a') +
        tree(58, 660, 1.1, '#5f9e58') +
        tree(746, 680, 1.25, '#6aa95d') +
        ridge(830, 30, '#83b75f') +
        tufts(8, 790, '#6fa551') +
        flowers(7, 780)
      )
    },
    bay: () => {
      const tower = (x: number) =>
        rect(x - 15, 250, 12, 350, '#c9512f') +
        rect(x + 7, 250, 12, 350, '#b8452a') +
        [270, 340, 410, 480].map(y => rect(x - 15, y, 34, 12, '#b8452a')).join('')
      const hangers = Array.from({ length: 19 }, (_, i) => {
        const x = 20 + i * 42
        const near = Math.min(Math.abs(x - 190), Math.abs(x - 610))
        const y = 262 + Math.min(230, near * 1.05)
        return y < 500 ? line(`M${x} ${y}V520`, '#d9694a', 3) : ''
      }).join('')
      return (
        sky('#d3e9f2', '#ffe0c4') +
        sun(420, 200, 58, '#fff3cf') +
        cloud(130, 150, 0.9) +
        cloud(680, 220, 0.8) +
        path('M0 600V500C90 430 150 470 240 540S380 600 420 600Z', '#8fae9a') +
        path('M800 600V450C700 420 640 520 520 600Z', '#a3bba0') +
        line('M0 480Q90 470 190 256Q400 640 610 256Q710 470 800 480', '#d15a38', 7) +
        hangers +
        tower(190) +
        tower(610) +
        rect(0, 514, 800, 16, '#b8452a') +
        rect(0, 590, 800, 410, '#6fb0c4') +
        rect(0, 590, 800, 30, '#86c0cf') +
        line('M80 650h90M300 630h70M560 660h120M180 700h80M640 620h60', '#a6d3dc', 8) +
        faded(0.7, cloud(640, 590, 1.2, '#fdf5ea') + cloud(90, 600, 0.8, '#fdf5ea')) +
        ridge(760, 34, '#b6c774') +
        ridge(850, 30, '#a3bb66') +
        tufts(9, 800, '#8aa653') +
        flowers(8, 800)
      )
    },
    beach: () =>
      sky('#c9e7f2', '#ffdfba') +
      sun(600, 210, 76, '#fff0bf') +
      cloud(200, 180, 0.9) +
      cloud(430, 300, 0.5) +
      path('M0 540C60 470 150 470 210 540Z', '#a9b79f') +
      rect(0, 530, 800, 250, '#68b3c9') +
      rect(0, 530, 800, 22, '#8fcad6') +
      line('M70 590h110M330 575h90M590 600h120M200 630h70', '#9fd4dd', 8) +
      path('M0 690C120 660 220 700 360 676S640 664 800 690V760H0Z', '#f7fbf4') +
      path('M0 706C120 676 220 716 360 692S640 680 800 706V1000H0Z', '#f0d4a0') +
      path('M0 800C200 770 380 830 560 800S740 790 800 800V1000H0Z', '#e9c88f') +
      Array.from({ length: 16 }, () => oval(chance.between(10, 790), chance.between(760, 985), 5, 3.5, '#d9b277')).join(
        '',
      ) +
      group(
        `translate(${chance.between(80, 160)} 880) rotate(-12)`,
        path(
          smooth([
            [0, -34],
            [9, -10],
            [34, -8],
            [14, 8],
            [22, 32],
            [0, 18],
            [-22, 32],
            [-14, 8],
            [-34, -8],
            [-9, -10],
          ]),
          '#ef8f6c',
        ),
      ),
    rug: () => {
      const wall = chance.pick(['#f5ddc2', '#dfe6d3', '#f3d3c4', '#d9e4e6', '#f2e3b8'])
      const dark = mix(wall, '#8a5a4a', 0.22)
      return (
        rect(0, 0, 800, 1000, wall) +
        Array.from({ length: 9 }, (_, i) => rect(i * 100 - 6, 0, 30, 690, dark, 'opacity=".13"')).join('') +
        group(
          'translate(470 110)',
          rect(0, 0, 240, 320, '#fff7ea') +
            rect(18, 18, 204, 284, mix('#bfe0ea', '#ffd9a8', golden)) +
            path('M18 240C70 190 130 260 222 200V302H18Z', '#94c277') +
            rect(112, 18, 14, 284, '#fff7ea') +
            rect(18, 150, 204, 14, '#fff7ea') +
            rect(-16, 318, 272, 22, '#f1e2cb'),
        ) +
        group(
          'translate(70 190)',
          rect(0, 0, 190, 150, '#b57a48') +
            rect(14, 14, 162, 122, '#fff7ea') +
            oval(95, 76, 26, 22, '#c78b52') +
            oval(60, 52, 12, 15, '#c78b52') +
            oval(84, 38, 12, 15, '#c78b52') +
            oval(110, 38, 12, 15, '#c78b52') +
            oval(132, 54, 12, 15, '#c78b52'),
        ) +
        rect(0, 690, 800, 310, '#d9a873') +
        rect(0, 676, 800, 20, '#fff3e0') +
        line('M0 780H800M0 890H800', '#c8935d', 4) +
        oval(400, 880, 390, 120, '#c8604a') +
        oval(400, 876, 340, 98, '#f3d9b4') +
        oval(400, 874, 296, 80, '#d8785c') +
        group(
          'translate(700 690)',
          path('M-44 0L-34 80H34L44 0Z', '#c2704a') +
            [-50, -22, 6, 32]
              .map(turn =>
                path(
                  smooth([
                    [0, 0],
                    [-22, -80],
                    [0, -170],
                    [22, -80],
                  ]),
                  turn > 0 ? '#5f9e68' : '#4b8a5a',
                  `transform="rotate(${turn})"`,
                ),
              )
              .join(''),
        )
      )
    },
    night: () =>
      rect(0, 0, 800, 1000, mix('#1d3a44', '#2b3a5a', golden)) +
      rect(0, 380, 800, 300, '#2a4d52', 'opacity=".5"') +
      Array.from({ length: 34 }, () =>
        oval(chance.between(0, 800), chance.between(0, 420), chance.between(1.6, 4), 3, '#fdf3d4', 'opacity=".85"'),
      ).join('') +
      faded(0.18, oval(610, 170, 120, 120, '#fff3c9')) +
      oval(610, 170, 76, 76, '#fbeec2') +
      oval(588, 150, 14, 14, '#efdca4') +
      oval(634, 192, 20, 20, '#efdca4') +
      bush(70, 560, 1.6, '#20454a') +
      bush(730, 560, 1.7, '#1f4247') +
      Array.from({ length: 11 }, (_, i) =>
        path(`M${i * 78 - 24} 660V448q0 -18 33 -34q33 16 33 34V660Z`, i % 2 ? '#3a5a58' : '#345351'),
      ).join('') +
      rect(0, 510, 800, 18, '#2b4846') +
      line('M0 330Q200 450 400 350T800 330', '#17302f', 5) +
      Array.from(
        { length: 9 },
        (_, i) =>
          faded(0.3, oval(50 + i * 88, 392 - Math.abs((i % 5) - 2) * 14, 24, 24, '#ffd77a')) +
          oval(50 + i * 88, 392 - Math.abs((i % 5) - 2) * 14, 11, 13, '#ffe29a'),
      ).join('') +
      ridge(656, 12, '#35664c') +
      ridge(800, 26, '#2d5a43') +
      tufts(9, 700, '#264f3a') +
      Array.from({ length: 10 }, () =>
        oval(chance.between(20, 780), chance.between(480, 900), 5, 5, '#e9f27a', 'opacity=".9"'),
      ).join(''),
  }
  const scene = draw[place]()
  return flip ? `<g transform="matrix(-1 0 0 1 800 0)">${scene}</g>` : scene
}
