import { isDark, light, mix, SHADE, shadow } from './colour.ts'
import { drawEar } from './ears.ts'
import { coatPattern } from './marks.ts'
import { muzzleColour } from './muzzle.ts'
import { furred, line, n, oval, type Pen, type Point, painted, path, placed, pts, shape } from './shape.ts'
import { marked, type PortraitTraits } from './traits.ts'

/** The head from the side, facing right, around (0, 0): a dog that follows a scent with closed eyes. */
export function drawProfile(pen: Pen, traits: PortraitTraits, turn: number): string {
  const { looks, coat } = traits
  const reach = 26 + looks.muzzle * 84
  const deep = 0.84 + looks.breadth * 0.26
  const tone = muzzleColour(traits)
  const snout: Point[] = [
    [104 + reach * 0.5, -44],
    [106 + reach, -36],
    [116 + reach, -6],
    [100 + reach, 30 * deep],
    [66 + reach * 0.4, 58 * deep],
  ]
  const outline = [...pts('-122,-40 -88,-120 -6,-148 66,-116 92,-62'), ...snout, ...pts('58,94 0,140 -70,142 -126,70')]
  const ink = isDark(coat) ? light(coat, 0.34) : shadow(coat, 0.62)
  const crease = isDark(tone) ? mix(tone, '#0d0809', 0.65) : shadow(tone, 0.62)
  const cheek: Point[] = [
    [66, -30],
    [104 + reach * 0.4, -62],
    [150 + reach, -40],
    [130 + reach, 60],
    [70, 130],
    [10, 150],
    [26, 40],
  ]
  const face = marked(traits, 'husky', 'shiba') ? cheek.map(([x, y]): Point => [x - 34, y]) : cheek
  const stripe = marked(traits, 'blaze', 'wide')
    ? shape(pts('-20,-170 44,-152 104,-76 126,-50 90,-40 56,-96'), tone)
    : ''
  const brow = marked(traits, 'tan', 'shiba', 'husky')
    ? oval(62, -84, 17, 11, tone, 'transform="rotate(28 62 -84)"')
    : ''
  const beard: Point[] = [
    [70 + reach * 0.3, 20],
    [112 + reach, 22],
    [104 + reach, 70],
    [60 + reach * 0.4, 104],
    [50, 80],
  ]
  const topknot = furred(
    pts('-90,-104 -80,-164 -20,-196 50,-180 84,-118 20,-104'),
    looks.fur === 'curly' ? 'curly' : 'long',
  )
  return (
    painted(
      pen,
      furred(outline, looks.fur, 0.95, 60),
      coat,
      coatPattern(traits, [-130, -150, 120, 140], 17) +
        shape(face, tone) +
        stripe +
        brow +
        path('M-140 60C-40 120 60 90 160 30L200 200H-200Z', SHADE, 'opacity=".1"'),
    ) +
    (marked(traits, 'beard') ? path(furred(beard, 'long', 0.7), light(tone, 0.1)) : '') +
    line(
      `M${n(104 + reach)} ${n(22 * deep)}C${n(88 + reach * 0.7)} ${n(34 * deep)} ${n(70 + reach * 0.3)} ${n(42 * deep)} ${n(66 + reach * 0.1)} ${n(22 * deep)}`,
      crease,
      6,
    ) +
    oval(110 + reach, -20, 24, 20, '#2a2023', `transform="rotate(24 ${n(110 + reach)} -20)"`) +
    oval(106 + reach, -30, 8, 4.5, '#8b7f82') +
    placed(56, -46, line('M-21 8Q0 -18 21 6', ink, 7)) +
    (marked(traits, 'topknot', 'fringe') ? path(topknot, light(coat, 0.07)) : '') +
    drawEar(pen, traits, turn)
  )
}
