import { eyeSpot } from './eyes.ts'
import { type MuzzleFrame, muzzleColour } from './muzzle.ts'
import { makeChance } from './random.ts'
import { furred, light, line, mirrored, mix, oval, type Point, path, shadow, smooth } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

const WHITE = '#fbf3e7'

/** Irregular blots inside a box, the same for the same dog. */
export function blots(
  seed: string,
  count: number,
  box: readonly [number, number, number, number],
  size: number,
  colour: string,
): string {
  const chance = makeChance(seed)
  let out = ''
  for (let i = 0; i < count; i++) {
    const [x, y] = [chance.between(box[0], box[2]), chance.between(box[1], box[3])]
    const r = size * chance.between(0.55, 1.2)
    const points = Array.from({ length: 6 }, (_, k): Point => {
      const angle = (k / 6) * Math.PI * 2
      const reach = r * chance.between(0.72, 1.15)
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
    })
    out += path(smooth(points), colour)
  }
  return out
}

/** What the breed and the dog's own luck paint on the skull; drawn inside its outline. */
export function drawFaceMarks(traits: PortraitTraits, shift: Point, frame: MuzzleFrame): string {
  const { looks, coat, second, quirks, seed } = traits
  const tone = muzzleColour(traits)
  const { nose, width } = frame
  const around = smooth(
    mirrored([
      [0, nose - 44],
      [width * 0.9, nose - 24],
      [width * 1.34, nose + 40],
      [width * 1.2, 190],
      [0, 230],
    ]),
  )
  const eye = (side: number) => eyeSpot(traits, side)
  const both = (draw: (side: 1 | -1) => string) => draw(-1) + draw(1)
  const brows = (colour: string) =>
    both(side =>
      oval(
        eye(side)[0] * 0.86,
        eye(side)[1] - 46,
        17,
        13,
        colour,
        `transform="rotate(${side * 18} ${eye(side)[0] * 0.86} ${eye(side)[1] - 46})"`,
      ),
    )
  let out = ''
  for (const mark of looks.marks) {
    if (mark === 'merle')
      out +=
        blots(seed, 16, [-150, -150, 150, 130], 26, shadow(coat, 0.4)) +
        blots(`${seed}m`, 7, [-150, -140, 150, 130], 22, light(coat, 0.35))
    if (mark === 'spots') out += blots(seed, 13, [-140, -140, 140, 110], 17, second)
    if (mark === 'brindle')
      out += Array.from({ length: 9 }, (_, i) =>
        line(`M-170 ${-140 + i * 30}q80 ${24} 150 0t190 10`, shadow(coat, 0.34), 8, 'opacity=".55"'),
      ).join('')
    if (mark === 'patch') {
      const side = quirks.patch < 0 ? -1 : 1
      out += path(
        smooth([
          [side * 20, -90],
          [side * 80, -130],
          [side * 150, -90],
          [side * 160, 0],
          [side * 110, 46],
          [side * 50, 30],
          [side * 22, -30],
        ]),
        looks.coats[0][0] === WHITE ? traits.ears : mix(second, coat, 0.02),
      )
    }
    if (mark === 'mask') out += path(around, tone) + oval(0, nose - 30, width * 0.6, 60, tone)
    if (mark === 'muzzle') out += path(around, mix(coat, tone, 0.55))
    if (mark === 'shiba')
      out +=
        both(side =>
          path(
            smooth([
              [side * 30, 40],
              [side * 76, 18],
              [side * 150, 10],
              [side * 170, 90],
              [side * 90, 170],
              [0, 190],
              [0, 60],
            ]),
            tone,
          ),
        ) + brows(tone)
    if (mark === 'tan')
      out +=
        both(side =>
          path(
            smooth([
              [side * 30, nose - 6],
              [side * 84, nose - 14],
              [side * 124, nose + 14],
              [side * 110, 130],
              [side * 40, 170],
              [0, 150],
              [0, nose + 20],
            ]),
            second,
          ),
        ) + brows(second)
    if (mark === 'husky') {
      out += both(side =>
        path(
          smooth([
            [side * 12, 6],
            [side * 22, -58],
            [side * 54, -92],
            [side * 92, -70],
            [side * 112, -26],
            [side * 150, 10],
            [side * 180, 110],
            [0, 210],
            [0, 80],
          ]),
          tone,
        ),
      )
    }
    if (mark === 'blaze') {
      const narrow = 13 + quirks.shape * 5
      out += path(
        smooth(
          mirrored([
            [0, -158],
            [narrow * 1.5, -160],
            [narrow, -84],
            [narrow + 8, -20],
            [width * 0.8, nose - 8],
            [width * 1.22, nose + 50],
            [width, 180],
            [0, 200],
          ]),
        ),
        tone,
      )
    }
    if (mark === 'wide')
      out += path(
        smooth(
          mirrored([
            [0, -170],
            [46, -170],
            [28, -90],
            [26, -20],
            [width * 0.9, nose],
            [width * 1.5, nose + 60],
            [width * 1.3, 190],
            [0, 210],
          ]),
        ),
        WHITE,
      )
    if (mark === 'wrinkles') {
      const fold = shadow(looks.marks.includes('wide') ? WHITE : coat, 0.26)
      out +=
        line('M-34 -96q34 -16 68 0', fold, 7) +
        line('M-24 -74q24 -12 48 0', fold, 6) +
        both(side => line(`M${side * 104} 18q${side * 18} 22 ${side * 4} 52`, fold, 6))
    }
  }
  return `<g transform="translate(${(shift[0] * 0.9).toFixed(1)} ${(shift[1] * 0.6).toFixed(1)})">${out}</g>`
}

/** Hair that falls over the finished face: topknot, fringe, beard. */
export function drawHair(traits: PortraitTraits, shift: Point): string {
  const { looks, coat, second } = traits
  const has = (mark: (typeof looks.marks)[number]) => looks.marks.includes(mark)
  const put = (share: number, content: string) =>
    `<g transform="translate(${(shift[0] * share).toFixed(1)} ${(shift[1] * share).toFixed(1)})">${content}</g>`
  let out = ''
  if (has('topknot')) {
    const curl = looks.fur === 'curly' ? 'curly' : 'long'
    out += put(
      0.5,
      path(
        furred(
          [
            [-96, -112],
            [-92, -164],
            [-40, -198],
            [20, -202],
            [80, -176],
            [100, -116],
            [50, -96],
            [0, -104],
            [-50, -96],
          ],
          curl,
          1,
        ),
        light(coat, 0.07),
      ),
    )
  }
  if (has('fringe')) {
    const hair = has('wide') ? coat : light(coat, 0.06)
    const lock = (side: 1 | -1) =>
      path(
        smooth([
          [0, -156],
          [side * 50, -158],
          [side * 112, -110],
          [side * 142, -10],
          [side * 140, 70],
          [side * 112, 30],
          [side * 92, -50],
          [side * 46, -104],
        ]),
        hair,
      )
    out += put(0.4, lock(-1) + lock(1) + line('M0 -150V-110', shadow(hair, 0.2), 5))
  }
  if (has('beard') && looks.ears === 'fold') {
    const half: readonly Point[] = [
      [20, -58],
      [34, -78],
      [72, -92],
      [112, -70],
      [118, -36],
      [84, -46],
      [50, -48],
    ]
    const brow = (side: 1 | -1) =>
      `<g transform="scale(${side} 1)">${path(furred(half, 'wire', 0.8), light(second, 0.1))}</g>`
    out += put(0.9, brow(-1) + brow(1))
  }
  return out
}
