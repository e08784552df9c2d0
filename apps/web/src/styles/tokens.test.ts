import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** "#light" for both themes, or "light-dark(#light, #dark)". */
const COLOUR = /--([a-z-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?/g

const colours = (theme: 'light' | 'dark') =>
  new Map(Array.from(css.matchAll(COLOUR), ([, name = '', light = '', dark = light]) => [name, { light, dark }[theme]]))

function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['paper', 'card', 'sunken']
const SOFT = ['grass-soft', 'collar-soft', 'ball-soft']

/** Text and what it may stand on (4.5:1), then lines of controls and signs (3:1). */
const pairs: readonly [text: string, grounds: readonly string[], least: number][] = [
  ['ink', [...GROUNDS, ...SOFT], 4.5],
  ['quiet', [...GROUNDS, ...SOFT], 4.5],
  ['grass-text', [...GROUNDS, ...SOFT], 4.5],
  ['collar-text', [...GROUNDS, ...SOFT], 4.5],
  ['on-grass', ['grass', 'grass-hover'], 4.5],
  ['on-ball', ['ball', 'ball-hover'], 4.5],
  ['on-collar', ['collar', 'collar-hover'], 4.5],
  ['control-line', [...GROUNDS, ...SOFT], 3],
  ['grass', [...GROUNDS, ...SOFT], 3],
  ['collar', GROUNDS, 3],
]

it.each(['light', 'dark'] as const)('every text and line stands out from what it is on, in the %s theme', theme => {
  const known = colours(theme)
  const found = pairs.flatMap(([text, grounds, least]) =>
    grounds.map(ground => ({ text, ground, least, is: contrast(known.get(text) ?? '', known.get(ground) ?? '') })),
  )
  expect(found.filter(({ is, least }) => !(is >= least))).toEqual([])
})

const folder = new URL('..', import.meta.url).pathname

/** A bound is for words that must not be cut, however large text is set. `em` follows the element that it is in: an avatar's initial grows with the avatar. */
const SIZE = /^((min\()?var\(--text-(tag|small|body|lead|name|title|hero)\)(, [\d.]+(px|vw)\))?|inherit|[\d.]+em)$/

it('every font size is one of the scale', () => {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.css'))
  const other = sheets.flatMap(file =>
    Array.from(readFileSync(join(folder, file), 'utf8').matchAll(/font-size:\s*([^;]+);/g), found => found[1] ?? '')
      .filter(size => !SIZE.test(size))
      .map(size => `${file}: ${size}`),
  )
  expect(sheets.length).toBeGreaterThan(50)
  expect(other).toEqual([])
})
