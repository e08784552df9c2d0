/** Barkyard's logo: a dog house with only a nose visible in its doorway. Drawn on a 64 × 64 grid. */

interface LogoOptions {
  /** Width and height in pixels. Without it the logo fills its container. */
  size?: number
  /** The house's colour: any CSS colour. Default: grass. */
  house?: string
}

const stroke = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/**
 * The logo as SVG text (viewBox 0 0 64 64), without ids, so a page can have several. The icons in apps/web/public are made
 * of it.
 */
export function logoSvg({ size, house = '#2a7a4b' }: LogoOptions = {}): string {
  const ink = '#2b211b'
  const measure = size === undefined ? '' : ` width="${size}" height="${size}"`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"${measure} aria-hidden="true">` +
    `<path d="M10 28L32 9L54 28V54a7 7 0 0 1 -7 7H17a7 7 0 0 1 -7 -7Z" fill="${house}"/>` +
    `<path d="M15.6 61.3V44a16.4 16.4 0 0 1 32.8 0V61.3Z" fill="#fbe6c4"/>${stroke('M5.6 30.5L32 7.6L58.4 30.5', house, 8)}` +
    `<path d="M20.6 41.4C20.6 33.8 43.4 33.8 43.4 41.4C43.4 47.6 36.2 52 32 52C27.8 52 20.6 47.6 20.6 41.4Z" fill="${ink}"/>` +
    '<ellipse cx="27.6" cy="39.6" rx="3.8" ry="2" fill="#fff" opacity=".5" transform="rotate(-10 27.6 39.6)"/>' +
    `${stroke('M32 51V55M24.2 54.4Q28.2 59.6 32 55Q35.8 59.6 39.8 54.4', ink, 2.2)}</svg>`
  )
}
