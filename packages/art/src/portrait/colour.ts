/** Colours are `#rrggbb`. */
const channels = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Mixes two colours. `share` is the part of the second. */
export function mix(first: string, second: string, share: number): string {
  const to = channels(second)
  const mixed = channels(first).map((from, i) => Math.round(from + ((to[i] ?? from) - from) * share))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  const [red, green, blue] = channels(hex)
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255
}

export const isDark = (hex: string) => lightness(hex) < 0.35

/** The colour's own shadow: warmer and deeper, never grey. */
export const shadow = (hex: string, amount = 0.2) => mix(hex, lightness(hex) > 0.8 ? '#b07a52' : '#3a1626', amount)
export const light = (hex: string, amount = 0.2) => mix(hex, '#fff3df', amount)

export const WHITE = '#f8ecda'
/** A thin layer over shaded parts. */
export const SHADE = '#5a1f1c'
