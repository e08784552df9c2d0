import { PHOTO_LARGE_SIDE, PHOTO_MAX_PIXELS, PHOTO_THUMB_SIDE } from '@barkyard/domain/photo'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { PhotoFiles } from './photo-storage.ts'
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

/** Makes a photo's two sizes: upright, without metadata, WebP. */
export async function makePhotoFiles(bytes: Buffer): Promise<PhotoFiles | PhotoFault> {
  try {
    return await twoSizes(sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' }).autoOrient())
  } catch {
    return 'unreadable'
  }
}

/** The two sizes of a drawing of our own (SVG). */
export const makeDrawingFiles = (svg: string): Promise<PhotoFiles> =>
  twoSizes(sharp(Buffer.from(svg)).flatten({ background: 'white' }))

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
