/** The small SVG vocabulary of the portraits: smooth shapes through points, fur along an outline, clipped groups. */

export type Point = readonly [x: number, y: number]
export const FUR = ['short', 'long', 'curly', 'wire'] as const
export type Fur = (typeof FUR)[number]

/** Creates ids that are unique in a drawing. */
export type Pen = () => string

export function makePen(): Pen {
  let count = 0
  return () => `dog${(count++).toString(36)}`
}

/** A number as short text for SVG. */
export const n = (value: number) => String(Math.round(value * 10) / 10)

const at = (points: readonly Point[], index: number): Point =>
  points[(index + points.length * 2) % points.length] ?? [0, 0]

/** `x,y x,y …`, scaled and moved. */
export const pts = (text: string, sx = 1, sy = 1, dx = 0, dy = 0): Point[] =>
  text.split(' ').map((pair): Point => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x * sx + dx, y * sy + dy]
  })

/** A closed curve through the points (Catmull-Rom as Béziers). */
export function smooth(points: readonly Point[]): string {
  let d = `M${at(points, 0).map(n).join(' ')}`
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, e] = [at(points, i - 1), at(points, i), at(points, i + 1), at(points, i + 2)]
    const bend = [
      b[0] + (c[0] - a[0]) / 6,
      b[1] + (c[1] - a[1]) / 6,
      c[0] - (e[0] - b[0]) / 6,
      c[1] - (e[1] - b[1]) / 6,
    ]
    d += `C${[...bend, ...c].map(n).join(' ')}`
  }
  return `${d}Z`
}

/** Completes a right half (top to bottom) by mirroring it. Points on the axis are not duplicated. */
export function mirrored(half: readonly Point[]): Point[] {
  const left = half.filter(([x]) => x !== 0).map(([x, y]): Point => [-x, y])
  return [...half, ...left.reverse()]
}

/** Points at even distances along the smooth curve. */
function sample(points: readonly Point[], step: number): Point[] {
  const dense: Point[] = []
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, e] = [at(points, i - 1), at(points, i), at(points, i + 1), at(points, i + 2)]
    for (let t = 0; t < 1; t += 0.1) {
      const axis = (p: 0 | 1) => {
        const cubic = 2 * a[p] - 5 * b[p] + 4 * c[p] - e[p] + t * (3 * (b[p] - c[p]) + e[p] - a[p])
        return b[p] + 0.5 * t * (c[p] - a[p] + t * cubic)
      }
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
  return Array.from({ length: count }, (_, i) =>
    at(
      dense,
      lengths.findIndex(so => so >= (i * length) / count),
    ),
  )
}

/**
 * The outline with the dog's fur along it. `from` is the y below which the fur grows out (a face stays smooth on top).
 * The points run clockwise.
 */
export function furred(points: readonly Point[], fur: Fur, scale = 1, from = -1e4): string {
  if (fur === 'short') return smooth(points)
  const dots = sample(points, (fur === 'wire' ? 24 : 38) * scale)
  let d = `M${at(dots, 0).map(n).join(' ')}`
  for (let i = 0; i < dots.length; i++) {
    const [p, q] = [at(dots, i), at(dots, i + 1)]
    const [tx, ty] = [q[0] - p[0], q[1] - p[1]]
    const grown = Math.min(1, Math.max(0, ((p[1] + q[1]) / 2 - from) / 60))
    if (fur === 'curly') {
      const r = n(Math.hypot(tx, ty) * (0.56 + (1 - grown) * 2))
      d += `A${r} ${r} 0 0 1 ${n(q[0])} ${n(q[1])}`
      continue
    }
    // A lock of hair bulges outwards and its tip hangs down, on both sides of the dog.
    const depth = (fur === 'wire' ? 0.5 : 0.42) * grown
    const [ex, ey] = ty >= 0 ? q : p
    const tip = [ex + ty * depth * 0.8, ey - tx * depth * 0.55 + Math.abs(ty) * depth * 0.5]
    const bulge = [p[0] + tx * 0.5 + ty * depth * 0.85, p[1] + ty * 0.5 - tx * depth * 0.85]
    const root = ty >= 0 ? [q[0] - tx * 0.1, q[1] - ty * 0.1] : [p[0] + tx * 0.1, p[1] + ty * 0.1]
    const curve = ty >= 0 ? [bulge, tip, root, q] : [root, tip, bulge, q]
    d += `Q${curve.slice(0, 2).flat().map(n).join(' ')}Q${curve.slice(2).flat().map(n).join(' ')}`
  }
  return `${d}Z`
}

export const path = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}"${extra && ` ${extra}`}/>`

/** A filled smooth shape. */
export const shape = (points: readonly Point[], fill: string, extra = '') => path(smooth(points), fill, extra)

export const line = (d: string, stroke: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${extra && ` ${extra}`}/>`

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, extra = '') =>
  `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${extra && ` ${extra}`}/>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, extra = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${extra && ` ${extra}`}/>`

const group = (transform: string, content: string) => (content ? `<g transform="${transform}">${content}</g>` : '')

/** The content moved, then turned (degrees), then scaled; a negative sx mirrors. */
export const placed = (x: number, y: number, content: string, turn = 0, sx = 1, sy = Math.abs(sx)) =>
  group(
    `translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}${sx === 1 && sy === 1 ? '' : ` scale(${sx.toFixed(3)} ${sy.toFixed(3)})`}`,
    content,
  )

/** Drawn for the left (-1) and the right (1). */
export const both = (draw: (side: 1 | -1) => string) => draw(-1) + draw(1)

/** Drawn for the right and mirrored. */
export const twice = (content: string) => group('scale(-1 1)', content) + content

export const faded = (opacity: number, content: string) => `<g opacity="${opacity}">${content}</g>`

/** The content, visible only inside the outline. */
export function clipped(pen: Pen, outline: string, content: string): string {
  if (!content) return ''
  const id = pen()
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

/** A filled shape with content painted on it. */
export const painted = (pen: Pen, outline: string, fill: string, content: string) =>
  path(outline, fill) + clipped(pen, outline, content)
