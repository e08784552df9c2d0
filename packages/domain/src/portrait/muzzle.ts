import type { Breed } from './breeds.ts'
import {
  clipped,
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
  path,
  shadow,
  smooth,
} from './shape.ts'
import type { PortraitTraits } from './traits.ts'

export type Mouth = 'open' | 'smile' | 'flat' | 'ball'

/** Where the muzzle sits in the face, in head units. */
export interface MuzzleFrame {
  top: number
  nose: number
  lip: number
  width: number
}

export function muzzleFrame(looks: Breed): MuzzleFrame {
  const { muzzle, breadth } = looks
  const nose = 30 + muzzle * 44
  return { top: nose - 34 - muzzle * 44, nose, lip: nose + 58 + muzzle * 16, width: 66 + breadth * 26 - muzzle * 8 }
}

export function muzzleColour(traits: PortraitTraits): string {
  const { marks } = traits.looks
  const has = (...some: typeof marks) => some.some(mark => marks.includes(mark))
  if (has('mask'))
    return has('wide') ? '#f4e9da' : lightness(traits.second) < 0.4 ? traits.second : mix(traits.coat, '#2b2325', 0.62)
  if (has('blaze', 'wide', 'husky')) return '#fbf3e7'
  if (has('shiba', 'tan', 'muzzle')) return traits.second
  if (has('beard')) return mix(traits.second, '#fff6e8', 0.15)
  return light(traits.coat, lightness(traits.coat) < 0.35 ? 0.1 : 0.3)
}

const NOSE = 'M-31 -9C-31 -28 31 -28 31 -9C31 9 12 22 0 23C-12 22 -31 9 -31 -9Z'

export function drawMuzzle(pen: Pen, traits: PortraitTraits, shift: Point, frame: MuzzleFrame, mouth: Mouth): string {
  const { looks, coat } = traits
  const colour = muzzleColour(traits)
  const dark = lightness(colour) < 0.35
  const { top, nose, lip, width } = frame
  const crease = dark ? mix(colour, '#0d0809', 0.65) : shadow(colour, 0.62)
  const outline = mirrored([
    [0, top],
    [width * 0.42, top + 10],
    [width * 0.72, nose - 4],
    [width, nose + 26],
    [width * 0.9, lip - 8],
    [width * 0.46, lip + 4],
    [0, lip - 12],
  ])
  const bearded = looks.marks.includes('beard')
  const beard = mirrored([
    [0, nose - 6],
    [width * 0.7, nose - 4],
    [width + 26, nose + 34],
    [width + 30, lip + 14],
    [width * 0.62, lip + 52],
    [0, lip + 62],
  ])
  const d = furred(outline, looks.fur === 'curly' ? 'curly' : 'short', 0.8, nose)
  // Liver and red dogs have a brown nose.
  const brown = looks.marks[0] === 'muzzle' && lightness(coat) > 0.22 && lightness(coat) < 0.46
  const noseColour = brown ? mix(coat, '#2a1216', 0.6) : '#2a2023'
  const open = mouth === 'open' || mouth === 'ball'
  const gape = mouth === 'ball' ? 30 : 44
  const jaw = smooth(
    mirrored([
      [0, lip - 34],
      [width * 0.62, lip - 26],
      [width * 0.58, lip + gape * 0.55],
      [0, lip + gape + 12],
    ]),
  )
  const hollow = smooth(
    mirrored([
      [0, lip - 30],
      [width * 0.5, lip - 24],
      [width * 0.42, lip + gape * 0.5],
      [0, lip + gape - 2],
    ]),
  )
  const tongue =
    oval(0, lip + gape - 10, width * 0.32, 38, '#ee8a86') + line(`M0 ${lip - 6}V${lip + gape - 12}`, '#d96f70', 5)
  const chin = path(
    smooth(
      mirrored([
        [0, lip - 30],
        [width * 0.5, lip - 20],
        [width * 0.36, lip + 12],
        [0, lip + 17],
      ]),
    ),
    shadow(colour, dark ? 0.1 : 0.14),
  )
  const below = open
    ? path(jaw, shadow(colour, dark ? 0.12 : 0.16)) +
      path(hollow, '#6b2a30') +
      (mouth === 'open'
        ? clipped(pen, hollow, tongue)
        : oval(0, lip + 12, 40, 40, '#d6ee4a') + line(`M-34 ${lip - 4}Q0 ${lip + 34} 34 ${lip - 4}`, '#f6fbd0', 5))
    : chin
  const smile = mouth === 'flat' ? 2 : 15
  const lips =
    line(`M0 ${nose + 20}V${lip - 22}`, crease, 6) +
    line(
      `M0 ${lip - 22}C${-width * 0.14} ${lip - 2} ${-width * 0.48} ${lip - 2} ${-width * 0.66} ${lip - 10 - smile}`,
      crease,
      6,
    ) +
    line(
      `M0 ${lip - 22}C${width * 0.14} ${lip - 2} ${width * 0.48} ${lip - 2} ${width * 0.66} ${lip - 10 - smile}`,
      crease,
      6,
    )
  const whisker = [-1, 1]
    .map(side =>
      [
        [34, -2],
        [48, 8],
        [36, 16],
      ]
        .map(([x = 0, y = 0]) => oval(side * (width * 0.1 + x), nose + 24 + y, 2.8, 2.8, crease, 'opacity=".45"'))
        .join(''),
    )
    .join('')
  const shade = path(smooth(outline.map(([x, y]): Point => [x + width * 1.3, y + 4])), '#7a3520', 'opacity=".12"')
  const snout =
    `<g transform="translate(${(shift[0] * 0.5).toFixed(1)} ${(shift[1] * 0.5).toFixed(1)})">` +
    whisker +
    lips +
    group(
      `translate(0 ${nose}) scale(${(0.86 + looks.breadth * 0.22).toFixed(2)})`,
      path(NOSE, noseColour) +
        oval(-9, -14, 11, 5.5, light(noseColour, 0.55), 'transform="rotate(-8 -9 -14)"') +
        oval(-13, 5, 4.5, 5, '#120a0c') +
        oval(13, 5, 4.5, 5, '#120a0c'),
    ) +
    '</g>'
  return group(
    `translate(${(shift[0] * 1.1).toFixed(1)} ${(shift[1] * 1.1).toFixed(1)})`,
    (bearded ? path(furred(beard, 'long', 0.8, nose + 20), shadow(colour, 0.1)) : '') +
      below +
      path(d, colour) +
      clipped(pen, d, shade) +
      snout,
  )
}
