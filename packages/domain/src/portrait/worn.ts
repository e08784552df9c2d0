import { group, light, line, oval, path, shadow, smooth } from './shape.ts'
import type { PortraitTraits } from './traits.ts'

/** Collar, tag, bandana, bow: around a neck whose middle is at (0, y) and whose half width is `half`. */
export function drawWorn(traits: PortraitTraits, y: number, half: number): string {
  const { collar, accessory, accent } = traits
  const sag = half * 0.34
  const band = (colour: string, width: number) =>
    line(`M${-half} ${y - 8}Q0 ${y + sag * 2} ${half} ${y - 8}`, colour, width)
  const low = y + sag - 4
  if (accessory === 'bandana') {
    const cloth = smooth([
      [-half - 4, y - 22],
      [0, y + sag - 26],
      [half + 4, y - 22],
      [half * 0.6, y + sag + 26],
      [6, y + sag + half * 0.92],
      [-6, y + sag + half * 0.92],
      [-half * 0.6, y + sag + 26],
    ])
    const dots = [
      [-0.42, 0.28],
      [0.4, 0.3],
      [0, 0.42],
      [-0.2, 0.7],
      [0.2, 0.72],
      [0, 1.02],
    ]
      .map(([dx = 0, dy = 0]) => oval(dx * half, y + sag * 0.2 + dy * half, 7, 7, light(accent, 0.7)))
      .join('')
    return (
      path(cloth, accent) +
      dots +
      line(`M${-half} ${y - 10}Q0 ${y + sag * 1.7} ${half} ${y - 10}`, shadow(accent, 0.22), 13)
    )
  }
  const tag =
    oval(0, low + 30, 20, 20, '#f2c14a') +
    oval(-3, low + 28, 13, 13, '#f8d878') +
    oval(0, low + 14, 5, 5, shadow(collar, 0.4))
  const base = band(shadow(collar, 0.28), 30) + group('translate(0 -4)', band(collar, 26))
  if (accessory === 'bowtie') {
    const wing = (side: 1 | -1) =>
      path(
        smooth([
          [0, low - 8],
          [side * 34, low - 34],
          [side * 66, low - 30],
          [side * 68, low + 28],
          [side * 36, low + 30],
          [0, low + 8],
        ]),
        side > 0 ? shadow(accent, 0.14) : accent,
      )
    return base + wing(-1) + wing(1) + oval(0, low, 17, 19, light(accent, 0.25))
  }
  return base + tag
}

/** What sits on the head: a bow or a flower by the right ear. */
export function drawHeadwear(traits: PortraitTraits): string {
  const { accessory, accent, quirks } = traits
  const side = quirks.patch < 0 ? -1 : 1
  const place = `translate(${side * 82} -138) rotate(${side * 24})`
  if (accessory === 'bow') {
    const wing = (s: 1 | -1) =>
      path(
        smooth([
          [0, -8],
          [s * 30, -32],
          [s * 58, -26],
          [s * 58, 26],
          [s * 30, 32],
          [0, 8],
        ]),
        s > 0 ? shadow(accent, 0.14) : accent,
      )
    return group(place, wing(-1) + wing(1) + oval(0, 0, 14, 15, light(accent, 0.3)))
  }
  if (accessory === 'flower') {
    const petals = [0, 72, 144, 216, 288]
      .map(turn => oval(0, -20, 14, 18, '#fff7ea', `transform="rotate(${turn})"`))
      .join('')
    return group(place, petals + oval(0, 0, 12, 12, '#f2b632'))
  }
  return ''
}
