import { PHOTO_LARGE_SIDE, PHOTO_MAX_PIXELS, PHOTO_THUMB_SIDE } from '@barkyard/domain/photo'
import type { PhotoFocus } from '@barkyard/domain/schemas/photo'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { MadePhoto, PhotoFiles } from './photo-storage.ts'
import { isPhoto } from './photo-type.ts'

// One thread an image: the same work with less waiting.
sharp.concurrency(1)
sharp.cache(false)

export type PhotoFault = 'not a photo' | 'too many pixels' | 'unreadable'

/** Reads the header alone. @returns the memory that decoding takes at most, in bytes. */
export async function examinePhoto(bytes: Buffer): Promise<number | PhotoFault> {
  if (!isPhoto(bytes)) return 'not a photo'
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
    return metadata.width * metadata.height > PHOTO_MAX_PIXELS ? 'too many pixels' : memoryOf(metadata)
  } catch {
    return 'unreadable'
  }
}

/**
 * Pictures are decoded row by row, except progressive ones: those are held whole, a JPEG as coefficients of 16 bits.
 * Measured at 50 megapixels: 100 MB row by row, up to 470 MB whole (16-bit RGBA); this is a little more.
 */
function memoryOf({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  const sampleBytes = format === 'png' && depth === 'uchar' ? 1 : 2
  return width * height * (2 + (isProgressive ? channels * sampleBytes : 0))
}

/** Makes a photo's two sizes (upright, without metadata, WebP) and guesses what to keep in sight. */
export async function makePhotoFiles(bytes: Buffer): Promise<MadePhoto | PhotoFault> {
  try {
    const files = await twoSizes(sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' }).autoOrient())
    return { ...files, focus: await guessFocus(files.thumb) }
  } catch {
    return 'unreadable'
  }
}

/** The two sizes of a drawing of our own (SVG), whose crops need no help. */
export const makeDrawingFiles = async (svg: string): Promise<MadePhoto> => ({
  ...(await twoSizes(sharp(Buffer.from(svg)).flatten({ background: 'white' }))),
  focus: null,
})

/** Decodes once and cuts the thumb from the large. */
async function twoSizes(image: Sharp): Promise<PhotoFiles> {
  const { data, info } = await image
    .resize(PHOTO_LARGE_SIDE, PHOTO_LARGE_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const thumb = await raw()
    .resize(PHOTO_THUMB_SIDE, PHOTO_THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ effort: 2, quality: 80 })
    .toBuffer()
  const large = await raw().webp({ effort: 2, quality: 80 }).toBuffer()
  return { thumb, large }
}

/** The point of a picture that draws the eye; null where its shape leaves nothing to choose. */
async function guessFocus(picture: Buffer): Promise<PhotoFocus | null> {
  const image = sharp(picture)
  const { width, height } = await image.metadata()
  const side = Math.min(width, height)
  // Something must be cut off, or nothing is looked for.
  const frame = width === height ? { width: side, height: Math.ceil(side * 0.8) } : { width: side, height: side }
  const { info } = await image
    .resize({ ...frame, fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { attentionX: x, attentionY: y } = info
  return x === undefined || y === undefined ? null : { x: share(x, width), y: share(y, height) }
}

/** As shares of a side are stored: to a thousandth. */
const share = (at: number, side: number) => Math.min(1, Math.max(0, Math.round((at / side) * 1000) / 1000))
