import { isDark, light, lightness, mix, shadow } from './colour.ts'
import { both, line, n, oval, type Point, path, placed } from './shape.ts'
import { marked, type PortraitTraits } from './traits.ts'

export type EyeState = 'open' | 'half' | 'closed' | 'happy'

export const eyeSpot = ({ looks }: PortraitTraits, side: number): Point => [
  side * (56 + looks.breadth * 14 - looks.muzzle * 4),
  -22 - looks.muzzle * 6 + looks.breadth * 2,
]

export function drawEyes(traits: PortraitTraits, shift: Point, state: EyeState): string {
  const { looks, quirks, expression, size } = traits
  // The colour around the eyes, with which lids and brows must contrast.
  const ground = marked(traits, 'husky') ? '#f4ece0' : traits.coat
  const dark = isDark(ground)
  const lid = dark ? light(ground, 0.34) : shadow(ground, 0.62)
  const pale = lightness(looks.eyes) > 0.34
  const ink = dark ? '#120d0e' : '#2b1b16'
  const grown = size === 'small' ? 1.14 : size === 'large' ? 0.94 : 1
  const scale = grown * (1 + quirks.eyes * 0.04) * (1.14 - looks.muzzle * 0.12)

  const eye = (side: 1 | -1): string => {
    if (state === 'closed') return line('M-23 -2Q0 18 23 -4', lid, 7)
    if (state === 'happy') return line('M-22 8Q0 -18 22 8', lid, 7)
    const ball =
      (dark ? oval(0, 0, 27, 28, light(ground, 0.1)) : '') +
      oval(0, 0, 22, 24, ink) +
      oval(0, 1, 17.5, 19, dark && !pale ? '#7b4a24' : looks.eyes) +
      oval(0, 0, pale ? 9.5 : 12.5, pale ? 11 : 14, '#170e0c')
    // Light comes from the left for both eyes, although one is mirrored.
    const glints = oval(-8 * side, -9, 7, 7.5, '#fffdf6') + oval(8 * side, 9, 3.4, 3.4, '#fffdf6', 'opacity=".7"')
    const cover = path('M-29 -32H29V-8Q0 -24 -29 -8Z', ground) + line('M-25 -8Q0 -24 25 -8', lid, 5.5)
    return ball + glints + (state === 'half' ? cover : '')
  }

  const brow = (side: 1 | -1): string => {
    if (marked(traits, 'fringe', 'tan', 'shiba', 'beard')) return ''
    const [x, y] = eyeSpot(traits, side)
    const lean = expression === 'shy' ? -9 : expression === 'serious' ? 8 : -2
    const high = state === 'closed' ? 36 : 48
    const from = `M${n(x - side * 15 + shift[0] * 0.9)} ${n(y - high + lean + shift[1] * 0.7)}`
    const colour = dark ? light(ground, 0.16) : mix(shadow(ground, 0.3), ground, 0.25)
    return line(`${from}q${side * 14} ${-8 - lean} ${side * 28} ${4 - lean}`, colour, 8)
  }

  return both(side => {
    const [x, y] = eyeSpot(traits, side)
    return brow(side) + placed(x + shift[0] * 0.9, y + shift[1] * 0.8, eye(side), 0, scale * side)
  })
}
