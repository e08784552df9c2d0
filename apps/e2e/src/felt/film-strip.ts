import sharp, { type OverlayOptions } from 'sharp'
import type { Frame } from './cold-start.ts'

const STEP_MS = 250
const WIDTH = 150
const HEIGHT = 325
const CAPTION = 22
const GAP = 6
const COLUMNS = 16

const caption = (text: string) =>
  Buffer.from(
    `<svg width="${WIDTH}" height="${CAPTION}"><text x="${WIDTH / 2}" y="16" text-anchor="middle" font-family="sans-serif" font-size="14" fill="#222">${text}</text></svg>`,
  )

/** One picture every 250 ms from the navigation to `until` ms, in rows, each of the window at that time. Returns a PNG. */
export async function filmStrip(frames: readonly Frame[], until: number): Promise<Buffer> {
  const count = Math.ceil(until / STEP_MS) + 2
  const columns = Math.min(COLUMNS, count)
  const rows = Math.ceil(count / columns)
  const pictures: OverlayOptions[] = []
  for (let index = 0; index < count; index++) {
    const at = index * STEP_MS
    const [left, top] = [
      GAP + (index % columns) * (WIDTH + GAP),
      GAP + Math.floor(index / columns) * (HEIGHT + CAPTION + GAP),
    ]
    const shown = frames.findLast(frame => frame.at <= at)
    const picture = shown
      ? await sharp(shown.picture).resize(WIDTH, HEIGHT, { fit: 'cover', position: 'top' }).toBuffer()
      : await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'white' } })
          .png()
          .toBuffer()
    pictures.push(
      { input: caption(`${(at / 1000).toFixed(2)} s`), left, top },
      { input: picture, left, top: top + CAPTION },
    )
  }
  return sharp({
    create: {
      width: GAP + columns * (WIDTH + GAP),
      height: GAP + rows * (HEIGHT + CAPTION + GAP),
      channels: 3,
      background: '#cfcfcf',
    },
  })
    .composite(pictures)
    .png()
    .toBuffer()
}
