/** Barkyard's logo: a dog house with only a nose visible in its doorway. Drawn on a 64 × 64 grid. */

interface LogoOptions {
  /** Width and height in pixels. Without it the logo fills its container. */
  size?: number
  /** The house's colour: any CSS colour, including `currentColor`. Default: grass. */
  house?: string
  /** Everything in the house's colour, with the nose cut out, for stamps and masks. */
  monochrome?: boolean
  /** On an opaque square with space around it, for icons of home screens. */
  tile?: boolean
  /** On a tile with enough space around it for platforms that cut it to a circle. */
  maskable?: boolean
  /** The text for screen readers. Without it the logo is decorative. */
  title?: string
}

const WALLS = 'M10 28L32 9L54 28V54a7 7 0 0 1 -7 7H17a7 7 0 0 1 -7 -7Z'
const ROOF = 'M5.6 30.5L32 7.6L58.4 30.5'
const door = (sill: number) => `M15.6 ${sill}V44a16.4 16.4 0 0 1 32.8 0V${sill}Z`
const NOSE = 'M20.6 41.4C20.6 33.8 43.4 33.8 43.4 41.4C43.4 47.6 36.2 52 32 52C27.8 52 20.6 47.6 20.6 41.4Z'
const SMILE = 'M32 51V55M24.2 54.4Q28.2 59.6 32 55Q35.8 59.6 39.8 54.4'

const stroke = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The logo as SVG text (viewBox 0 0 64 64). It has no ids, so a page can have several. */
export function logoSvg(options: LogoOptions = {}): string {
  const { size, house = '#2a7a4b', monochrome = false, tile = false, maskable = false, title } = options
  const [muzzle, ink] = ['#fbe6c4', '#2b211b']
  // Even-odd: the doorway is cut out of the walls, and the nose is filled again.
  const mono = `<path d="${WALLS}${door(61)}${NOSE}" fill="${house}" fill-rule="evenodd"/>${stroke(ROOF, house, 8)}`
  const mark = monochrome
    ? mono
    : `<path d="${WALLS}" fill="${house}"/><path d="${door(61.3)}" fill="${muzzle}"/>${stroke(ROOF, house, 8)}` +
      `<path d="${NOSE}" fill="${ink}"/><ellipse cx="27.6" cy="39.6" rx="3.8" ry="2" fill="#fff" opacity=".5" transform="rotate(-10 27.6 39.6)"/>${stroke(SMILE, ink, 2.2)}`
  const content = tile
    ? `<rect width="64" height="64" fill="#d6ee4a"/><g transform="${maskable ? 'translate(11.8 10.4) scale(.63)' : 'translate(7.7 7.2) scale(.76)'}">${mark}</g>`
    : mark
  const measure = size === undefined ? '' : ` width="${size}" height="${size}"`
  const label = title
    ? `role="img" aria-label="${title.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)}"`
    : 'aria-hidden="true"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"${measure} ${label}>${content}</svg>`
}
