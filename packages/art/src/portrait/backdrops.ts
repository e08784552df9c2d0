import { type Chance, makeChance } from '../random.ts'
import { mix } from './colour.ts'
import { bush, cloud, fence, flowers, repeat, ridge, sun, tree, tufts } from './scenery.ts'
import { faded, line, n, oval, path, placed, pts, rect, shape, smooth } from './shape.ts'
import type { Backdrop } from './traits.ts'

/** Draws a place with random details. `golden` is the lateness of the light, 0 to 1. */
type Painter = (chance: Chance, golden: number) => string

const sky = (from: string, to: string, golden: number) => rect(0, 0, 800, 1000, mix(from, to, golden))

const kennel = () =>
  path('M-84 0V-110H84V0Z', '#d8684a') +
  path('M-112 -96L0 -196L112 -96Z', '#a8452f') +
  path('M-38 0V-52a38 38 0 0 1 76 0V0Z', '#5b2c26')

const yard: Painter = (chance, golden) =>
  sky('#cfeaf0', '#ffe9c2', golden) +
  sun(650, 150, 66, '#fff1bd') +
  cloud(190, 190, 1) +
  cloud(520, 280, 0.6) +
  bush(90, 480, 1.3, '#7fb56d') +
  bush(720, 480, 1.5, '#8cc077') +
  fence(408, 640, ['#f3d9b4', '#eed0a6', '#e2be8e'], [470, 570]) +
  placed(118, 640, kennel()) +
  ridge(646, 12, '#8cc76b') +
  ridge(800, 26, '#7cbb60') +
  tufts(chance, 9, 700, '#6aa953') +
  flowers(chance, 9, 690)

function painted(chance: Chance): string {
  return ['#f3b99b', '#f6dfa6', '#b9d6cf', '#e7a7a0', '#cfc6e0', '#f2d0b2']
    .map((wall, i) => {
      const tall = chance.between(110, 150)
      const panes = pts('14,20 46,20 14,72 46,72')
        .map(([x, y]) => rect(x, y - tall, 20, 32, '#fff6e4'))
        .join('')
      const roof = path(`M-5 ${n(-tall)}L40 ${n(-50 - tall)}L85 ${n(-tall)}Z`, mix(wall, '#6d3b3b', 0.4))
      return placed(150 + i * 86, 560, rect(0, -tall, 80, tall + 60, wall) + roof + panes)
    })
    .join('')
}

const SKYLINE =
  'M0 560V430h60v-60h50v90h50V330h46v110h60V300l24 -90l24 90v150h60v-90h60v110h70V350h50v80h60v-40h66v60h90v130Z'

const hill: Painter = (chance, golden) =>
  sky('#d6ecf3', '#ffdcc0', golden) +
  sun(180, 170, 60, '#fff3c9') +
  cloud(590, 170, 1.1) +
  cloud(330, 270, 0.55) +
  faded(0.75, path(SKYLINE, mix('#b8cfdc', '#eebfa8', golden))) +
  painted(chance) +
  ridge(600, 40, '#a9d07b') +
  ridge(690, 44, '#93c36a') +
  tree(58, 660, 1.1, '#5f9e58') +
  tree(746, 680, 1.25, '#6aa95d') +
  ridge(830, 30, '#83b75f') +
  tufts(chance, 8, 790, '#6fa551') +
  flowers(chance, 7, 780)

const tower = (x: number) =>
  rect(x - 15, 250, 12, 350, '#c9512f') +
  rect(x + 7, 250, 12, 350, '#b8452a') +
  [270, 340, 410, 480].map(y => rect(x - 15, y, 34, 12, '#b8452a')).join('')

const hanger = (x: number) => {
  const y = 262 + Math.min(230, Math.min(Math.abs(x - 190), Math.abs(x - 610)) * 1.05)
  return y < 500 ? line(`M${x} ${n(y)}V520`, '#d9694a', 3) : ''
}

const bay: Painter = (chance, golden) =>
  sky('#d3e9f2', '#ffe0c4', golden) +
  sun(420, 200, 58, '#fff3cf') +
  cloud(130, 150, 0.9) +
  cloud(680, 220, 0.8) +
  path('M0 600V500C90 430 150 470 240 540S380 600 420 600Z', '#8fae9a') +
  path('M800 600V450C700 420 640 520 520 600Z', '#a3bba0') +
  line('M0 480Q90 470 190 256Q400 640 610 256Q710 470 800 480', '#d15a38', 7) +
  repeat(19, i => hanger(20 + i * 42)) +
  tower(190) +
  tower(610) +
  rect(0, 514, 800, 16, '#b8452a') +
  rect(0, 590, 800, 410, '#6fb0c4') +
  rect(0, 590, 800, 30, '#86c0cf') +
  line('M80 650h90M300 630h70M560 660h120M180 700h80M640 620h60', '#a6d3dc', 8) +
  faded(0.7, cloud(640, 590, 1.2, '#fdf5ea') + cloud(90, 600, 0.8, '#fdf5ea')) +
  ridge(760, 34, '#b6c774') +
  ridge(850, 30, '#a3bb66') +
  tufts(chance, 9, 800, '#8aa653') +
  flowers(chance, 8, 800)

const STAR = '0,-34 9,-10 34,-8 14,8 22,32 0,18 -22,32 -14,8 -34,-8 -9,-10'

const beach: Painter = (chance, golden) =>
  sky('#c9e7f2', '#ffdfba', golden) +
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
  repeat(16, () => oval(chance.between(10, 790), chance.between(760, 985), 5, 3.5, '#d9b277')) +
  placed(chance.between(80, 160), 900, shape(pts(STAR), '#ef8f6c'), -12)

const paw = (colour: string) =>
  oval(95, 76, 26, 22, colour) +
  pts('60,52 84,38 110,38 132,54')
    .map(([x, y]) => oval(x, y, 12, 15, colour))
    .join('')

const leaf = (turn: number) =>
  path(smooth(pts('0,0 -22,-80 0,-170 22,-80')), turn > 0 ? '#5f9e68' : '#4b8a5a', `transform="rotate(${turn})"`)

const rug: Painter = (chance, golden) => {
  const wall = chance.pick(['#f5ddc2', '#dfe6d3', '#f3d3c4', '#d9e4e6', '#f2e3b8'])
  const stripe = mix(wall, '#8a5a4a', 0.22)
  const view =
    rect(0, 0, 240, 320, '#fff7ea') +
    rect(18, 18, 204, 284, mix('#bfe0ea', '#ffd9a8', golden)) +
    path('M18 240C70 190 130 260 222 200V302H18Z', '#94c277') +
    rect(112, 18, 14, 284, '#fff7ea') +
    rect(18, 150, 204, 14, '#fff7ea') +
    rect(-16, 318, 272, 22, '#f1e2cb')
  return (
    rect(0, 0, 800, 1000, wall) +
    repeat(9, i => rect(i * 100 - 6, 0, 30, 690, stripe, 'opacity=".13"')) +
    placed(470, 110, view) +
    placed(116, 176, rect(0, 0, 190, 150, '#b57a48') + rect(14, 14, 162, 122, '#fff7ea') + paw('#c78b52')) +
    rect(0, 690, 800, 310, '#d9a873') +
    rect(0, 676, 800, 20, '#fff3e0') +
    line('M0 780H800M0 890H800', '#c8935d', 4) +
    oval(400, 880, 390, 120, '#c8604a') +
    oval(400, 876, 340, 98, '#f3d9b4') +
    oval(400, 874, 296, 80, '#d8785c') +
    placed(700, 690, path('M-44 0L-34 80H34L44 0Z', '#c2704a') + [-50, -22, 6, 32].map(leaf).join(''))
  )
}

const night: Painter = (chance, golden) =>
  rect(0, 0, 800, 1000, mix('#1d3a44', '#2b3a5a', golden)) +
  rect(0, 380, 800, 300, '#2a4d52', 'opacity=".5"') +
  repeat(34, () => {
    const r = chance.between(1.6, 4)
    return oval(chance.between(0, 800), chance.between(0, 420), r, r, '#fdf3d4', 'opacity=".85"')
  }) +
  faded(0.18, oval(610, 170, 120, 120, '#fff3c9')) +
  oval(610, 170, 76, 76, '#fbeec2') +
  oval(588, 150, 14, 14, '#efdca4') +
  oval(634, 192, 20, 20, '#efdca4') +
  bush(70, 560, 1.6, '#20454a') +
  bush(730, 560, 1.7, '#1f4247') +
  fence(448, 660, ['#3a5a58', '#345351', '#2b4846'], [510]) +
  line('M0 330Q200 450 400 350T800 330', '#17302f', 5) +
  repeat(9, i => {
    const [x, y] = [50 + i * 88, 392 - Math.abs((i % 5) - 2) * 14]
    return faded(0.3, oval(x, y, 24, 24, '#ffd77a')) + oval(x, y, 11, 13, '#ffe29a')
  }) +
  ridge(656, 12, '#35664c') +
  ridge(800, 26, '#2d5a43') +
  tufts(chance, 9, 700, '#264f3a') +
  repeat(10, () => oval(chance.between(20, 780), chance.between(480, 900), 5, 5, '#e9f27a', 'opacity=".9"'))

const PLACES: Record<Backdrop, Painter> = { yard, hill, bay, beach, rug, night }

/** The place behind the dog, 800 × 1000. The seed decides its weather and whether it is mirrored. */
export function drawBackdrop(place: Backdrop, seed: string): string {
  const chance = makeChance(`${seed}@${place}`)
  // Noon or evening, because mixed light looks grey.
  const golden = chance.next() < 0.55 ? chance.between(0, 0.2) : chance.between(0.7, 1)
  const flip = chance.next() < 0.5
  const scene = PLACES[place](chance, golden)
  return flip ? placed(800, 0, scene, 0, -1) : scene
}
