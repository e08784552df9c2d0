import { isDark, light, lightness, SHADE, shadow, WHITE } from './colour.ts'
import { type Box, coatPattern } from './marks.ts'
import { furred, line, oval, type Pen, type Point, painted, path, pts, shape, smooth } from './shape.ts'
import { marked, type PortraitTraits } from './traits.ts'

/** The colours of a body. `far`: of its far side. */
export function tones(traits: PortraitTraits) {
  const { coat, second } = traits
  const tan = marked(traits, 'tan')
  const bib = lightness(second) > 0.6 && !marked(traits, 'muzzle', 'mask', 'patch') ? second : WHITE
  const plain = light(coat, isDark(coat) ? 0.07 : 0.16)
  return {
    coat,
    belly: marked(traits, 'bib') ? bib : tan ? second : plain,
    socks: marked(traits, 'socks') ? WHITE : tan ? second : coat,
    far: shadow(coat, 0.28),
  }
}

/** Pattern and saddle of the body, to be drawn inside its outline. */
export function coatMarks(traits: PortraitTraits, box: Box, saddle?: readonly Point[]): string {
  const { coat, second } = traits
  const colour = marked(traits, 'wide') ? coat : lightness(second) > 0.6 ? '#3b3133' : second
  return (saddle && marked(traits, 'saddle') ? shape(saddle, colour) : '') + coatPattern(traits, box, 20)
}

/** The shadow on the body, inside its outline. */
export const shaded = (d: string, opacity: number) => path(d, SHADE, `opacity="${opacity}"`)

/** Two lines between the toes of a paw with its sole at (x, y). */
export const toes = (x: number, y: number, size: number, colour: string) =>
  line(
    `M${x - size * 0.3} ${y}v${-size * 0.26}M${x + size * 0.3} ${y}v${-size * 0.26}`,
    shadow(colour, 0.3),
    size * 0.09,
  )

const CURL = '-20,10 40,24 110,-14 128,-88 84,-140 22,-116 22,-62 -10,-30'
const PLUME = '0,-40 70,-70 120,-150 168,-140 164,-60 120,10 40,36 -30,20'
const LOCKS =
  'M-20 22C20 44 60 44 84 26C80 36 78 40 70 46C110 42 136 16 146 -14C148 -4 148 4 146 12C172 -22 182 -70 172 -108C178 -104 184 -98 188 -90C190 -130 178 -168 146 -190C150 -160 134 -148 116 -128C84 -94 50 -52 -8 -36Z'

/** The tail from its root at (0, 0), to the right and up. */
export function drawTail(pen: Pen, traits: PortraitTraits): string {
  const { looks, coat } = traits
  const colour = shadow(coat, 0.08)
  const tip = marked(traits, 'socks') ? WHITE : light(coat, 0.12)
  const crease = shadow(coat, 0.22)
  switch (looks.tail) {
    case 'otter':
      return line('M0 0C50 10 96 -20 108 -80', colour, 34) + line('M104 -62L108 -80', tip, 34.6)
    case 'thin':
      return line('M0 0C50 20 104 0 116 -66', colour, 19)
    case 'nub':
      return oval(14, -14, 30, 24, colour)
    case 'curl':
      return (
        shape(pts(CURL, looks.fur === 'long' ? 1.15 : 1), colour) + line('M74 -30C104 -58 92 -108 58 -98', crease, 8)
      )
    case 'plume': {
      const d =
        looks.fur === 'curly' ? furred(pts(PLUME), 'curly') : looks.fur === 'short' ? smooth(pts(PLUME, 0.86)) : LOCKS
      return painted(pen, d, colour, oval(164, -160, 62, 56, tip) + line('M20 4C80 4 120 -40 140 -110', crease, 7))
    }
  }
}
