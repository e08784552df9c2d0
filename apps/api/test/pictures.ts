import { once } from 'node:events'
import { crc32, createDeflate } from 'node:zlib'
import sharp from 'sharp'

const ROWS = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const SAMPLES = 4
const MEGABYTE = Buffer.alloc(1024 * 1024)

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A part of a PNG. @param type four letters */
export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** An interlaced PNG of 16 bits a sample, transparent black: small in bytes, and 8 bytes a pixel while it is decoded. */
export async function interlacedPng(side: number): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([16, 6, 0, 0, 1], 8)
  const deflate = createDeflate()
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  let left = 0
  for (const [x, y, dx, dy] of ROWS) left += Math.ceil((side - y) / dy) * (1 + Math.ceil((side - x) / dx) * SAMPLES * 2)
  for (; left > 0; left -= MEGABYTE.length) if (!deflate.write(MEGABYTE.subarray(0, left))) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  const chunks = [chunk('IHDR', head), chunk('IDAT', Buffer.concat(parts)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([PNG_SIGNATURE, ...chunks])
}

/** A progressive JPEG of one colour: small in bytes, and held in memory as a whole while it is decoded. */
export const progressiveJpeg = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'tan' } })
    .jpeg({ progressive: true, quality: 50 })
    .toBuffer()

let made = 0
/** A picture of random soft shapes, the same for a seed. */
export function picture(seed = ++made): Promise<Buffer> {
  let state = seed * 7919
  const random = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
  const shapes = Array.from(
    { length: 14 },
    () =>
      `<ellipse cx="${random(600)}" cy="${random(480)}" rx="${30 + random(160)}" ry="${30 + random(140)}" fill="rgb(${random(256)},${random(256)},${random(256)})"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="480"><rect width="600" height="480" fill="#887"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
