/** Small SVG vocabulary of the portraits: smooth shapes through points, fur along an outline, clipped groups. */

export type Point = readonly [x: number, y: number]
export type FurEdge = 'short' | 'long' | 'curly' | 'wire'

/** Hands out ids that are unique inside one drawing; the prefix keeps two drawings of one page apart. */
export interface Pen {
  id(): string
}

export function makePen(prefix: string): Pen {
  let count = 0
  return { id: () => `${prefix}${(count++).toString(36)}` }
}

const n = (value: number) => String(Math.round(value * 10) / 10)

const at = (points: readonly Point[], index: number): Point =>
  points[(index + points.length * 2) % points.length] ?? [0, 0]

/** A closed curve through the points (Catmull-Rom as Béziers). */
export function smooth(points: readonly Point[]): string {
  const start = at(points, 0)
  let d = `M${n(start[0])} ${n(start[1])}`
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, e] = [at(points, i - 1), at(points, i), at(points, i + 1), at(points, i + 2)]
    d += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (e[0] - b[0]) / 6)} ${n(c[1] - (e[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`
  }
  return `${d}Z`
}

/** Right half, top to bottom, made whole. Points on the axis (x = 0) are not doubled. */
export function mirrored(half: readonly Point[]): Point[] {
  const left = half
    .filter(([x]) => x !== 0)
    .map(([x, y]): Point => [-x, y])
    .reverse()
  return [...half, ...left]
}

function sample(points: readonly Point[], step: number): Point[] {
  const dense: Point[] = []
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, e] = [at(points, i - 1), at(points, i), at(points, i + 1), at(points, i + 2)]
    for (let k = 0; k < 10; k++) {
      const t = k / 10
      const axis = (p: 0 | 1) =>
        b[p] +
        0.5 * t * (c[p] - a[p] + t * (2 * a[p] - 5 * b[p] + 4 * c[p] - e[p] + t * (3 * (b[p] - c[p]) + e[p] - a[p])))
      dense.push([axis(0), axis(1)])
    }
  }
  let length = 0
  const lengths = dense.map((p, i) => {
    const q = at(dense, i + 1)
    length += Math.hypot(q[0] - p[0], q[1] - p[1])
    return length
  })
  const count = Math.max(6, Math.round(length / step))
  const picked: Point[] = []
  for (let i = 0, j = 0; i < count; i++) {
    while ((lengths[j] ?? length) < (i * length) / count) j++
    picked.push(at(dense, j))
  }
  return picked
}

/**
 * The outline with the dog's fur along it. `from` is the y below which the fur grows out (a face stays smooth on top).
 * The points run clockwise.
 */
export function furred(points: readonly Point[], edge: FurEdge, scale = 1, from = -1e4): string {
  if (edge === 'short') return smooth(points)
  const curly = edge === 'curly'
  const dots = sample(points, (curly ? 36 : edge === 'wire' ? 24 : 40) * scale)
  const first = at(dots, 0)
  let d = `M${n(first[0])} ${n(first[1])}`
  for (let i = 0; i < dots.length; i++) {
    const [p, q] = [at(dots, i), at(dots, i + 1)]
    const [tx, ty] = [q[0] - p[0], q[1] - p[1]]
    const grown = Math.min(1, Math.max(0, ((p[1] + q[1]) / 2 - from) / 60))
    if (curly) {
      const r = n(Math.hypot(tx, ty) * (0.56 + (1 - grown) * 2))
      d += `A${r} ${r} 0 0 1 ${n(q[0])} ${n(q[1])}`
      continue
    }
    // A lock of hair: it bulges outwards and its tip hangs down, on either side of the dog.
    const depth = (edge === 'wire' ? 0.5 : 0.42) * grown
    const down = ty >= 0
    const [ex, ey] = down ? q : p
    const tip: Point = [ex + ty * depth * 0.8, ey - tx * depth * 0.55 + Math.abs(ty) * depth * 0.5]
    const belly: Point = [p[0] + tx * 0.5 + ty * depth * 0.85, p[1] + ty * 0.5 - tx * depth * 0.85]
    d += down
      ? `Q${n(belly[0])} ${n(belly[1])} ${n(tip[0])} ${n(tip[1])}Q${n(q[0] - tx * 0.1)} ${n(q[1] - ty * 0.1)} ${n(q[0])} ${n(q[1])}`
      : `Q${n(p[0] + tx * 0.1)} ${n(p[1] + ty * 0.1)} ${n(tip[0])} ${n(tip[1])}Q${n(belly[0])} ${n(belly[1])} ${n(q[0])} ${n(q[1])}`
  }
  return `${d}Z`
}

export const path = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}"${extra && ` ${extra}`}/>`

export const line = (d: string, stroke: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${extra && ` ${extra}`}/>`

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, extra = '') =>
  `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${extra && ` ${extra}`}/>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, extra = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${extra && ` ${extra}`}/>`

export const group = (transform: string, content: string) =>
  content ? `<g transform="${transform}">${content}</g>` : ''

export const faded = (opacity: number, content: string) => `<g opacity="${opacity}">${content}</g>`

export const move = (x: number, y: number) => `translate(${n(x)} ${n(y)})`

/** The content, visible only inside the outline. */
export function clipped(pen: Pen, outline: string, content: string): string {
  if (!content) return ''
  const id = pen.id()
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

/** A shape, filled, with what is painted on it. */
export const painted = (pen: Pen, outline: string, fill: string, content: string) =>
  path(outline, fill) + clipped(pen, outline, content)

/** `#rrggbb` of two mixed; share = how much of the second. */
export function mix(first: string, second: string, share: number): string {
  const part = (hex: string, i: number) => Number.parseInt(hex.slice(1 + i * 2, 3 + i * 2), 16)
  const channel = (i: number) => Math.round(part(first, i) + (part(second, i) - part(first, i)) * share)
  return `#${[0, 1, 2].map(i => channel(i).toString(16).padStart(2, '0')).join('')}`
}

/** 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  const part = (i: number) => Number.parseInt(hex.slice(1 + i * 2, 3 + i * 2), 16)
  return (part(0) * 0.299 + part(1) * 0.587 + part(2) * 0.114) / 255
}

/** The colour's own shadow: warmer and deeper, never grey. */
export const shadow = (hex: string, amount = 0.2) => mix(hex, lightness(hex) > 0.8 ? '#b07a52' : '#3a1626', amount)
export const light = (hex: string, amount = 0.2) => mix(hex, '#fff3df', amount)
