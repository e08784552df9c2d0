import { group, light, lightness, line, mix, oval, type Point, shadow } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

export type EyeState = 'open' | 'half' | 'closed' | 'happy'

/** The colour right around the eyes, which lids and brows must stand out from. */
function around(traits: PortraitTraits, side: number): string {
  const { marks } = traits.looks
  if (marks.includes('husky')) return side ? '#f4ece0' : traits.coat
  return traits.coat
}

export const eyeSpot = (traits: PortraitTraits, side: number): Point => {
  const { breadth, muzzle } = traits.looks
  return [side * (56 + breadth * 14 - muzzle * 4), -22 - muzzle * 6 + breadth * 2]
}

export function drawEyes(traits: PortraitTraits, shift: Point, state: EyeState): string {
  const { looks, quirks, expression, size } = traits
  const ground = around(traits, 1)
  const dark = lightness(ground) < 0.35
  const ink = dark ? '#120d0e' : '#2b1b16'
  const scale =
    (size === 'small' ? 1.14 : size === 'large' ? 0.94 : 1) * (1 + quirks.eyes * 0.04) * (1.14 - looks.muzzle * 0.12)
  const eye = (side: 1 | -1) => {
    const [x, y] = eyeSpot(traits, side)
    const place = `translate(${(x + shift[0] * 0.9).toFixed(1)} ${(y + shift[1] * 0.8).toFixed(1)}) scale(${(scale * side).toFixed(3)} ${scale.toFixed(3)})`
    const lid = dark ? light(ground, 0.34) : shadow(ground, 0.62)
    if (state === 'closed') return group(place, line('M-23 -2Q0 18 23 -4', lid, 7))
    if (state === 'happy') return group(place, line('M-22 8Q0 -18 22 8', lid, 7))
    const pale = lightness(looks.eyes) > 0.34
    const iris = dark && !pale ? '#7b4a24' : looks.eyes
    const ball =
      (dark ? oval(0, 0, 27, 28, light(ground, 0.1)) : '') +
      oval(0, 0, 22, 24, ink) +
      oval(0, 1, 17.5, 19, iris) +
      oval(0, 0, pale ? 9.5 : 12.5, pale ? 11 : 14, '#170e0c')
    // Light comes from the left for both eyes, whichever way they are mirrored.
    const glints = oval(-8 * side, -9, 7, 7.5, '#fffdf6') + oval(8 * side, 9, 3.4, 3.4, '#fffdf6', 'opacity=".7"')
    const cover =
      state === 'half'
        ? `<path d="M-29 -32H29V-4Q0 -22 -29 -4Z" fill="${ground}"/>${line('M-24 -5Q0 -21 24 -5', lid, 5.5)}`
        : ''
    return group(place, ball + glints + cover)
  }
  const brow = (side: 1 | -1) => {
    if (looks.marks.includes('fringe') || looks.marks.includes('tan') || looks.marks.includes('shiba')) return ''
    const [x, y] = eyeSpot(traits, side)
    const colour = dark ? light(ground, 0.16) : mix(shadow(ground, 0.3), ground, 0.25)
    const lean = expression === 'shy' ? -9 : expression === 'serious' ? 8 : -2
    const high = state === 'closed' ? 36 : 46
    return line(
      `M${(x - side * 15 + shift[0] * 0.9).toFixed(1)} ${(y - high + lean + shift[1] * 0.7).toFixed(1)}q${side * 14} ${-8 - lean} ${side * 28} ${4 - lean}`,
      colour,
      8,
    )
  }
  return brow(-1) + brow(1) + eye(-1) + eye(1)
}
