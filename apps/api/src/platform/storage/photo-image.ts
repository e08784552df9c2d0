import { PHOTO_LARGE_SIDE, PHOTO_MAX_PIXELS, PHOTO_THUMB_SIDE } from '@barkyard/domain/photo'
import { HASH_SIDE, photoHash } from '@barkyard/domain/photo-hash'
import type { PhotoFocus } from '@barkyard/domain/schemas/photo'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { isPhoto, type MadePhoto, type PhotoFiles } from './photo-storage.ts'

// One thread per image: several processes work in parallel anyway.
sharp.concurrency(1)
sharp.cache(false)

export type PhotoFault = 'not a photo' | 'too many pixels' | 'unreadable'

/** Reads only the header. @returns the most memory that decoding can take, in bytes. */
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
 * Pictures are decoded row by row, except progressive ones, which are held in memory as a whole (a JPEG as 16-bit
 * coefficients). Measured at 50 megapixels: 100 MB row by row, up to 470 MB as a whole (16-bit RGBA). This estimate is
 * slightly higher.
 */
function memoryOf({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  const sampleBytes = format === 'png' && depth === 'uchar' ? 1 : 2
  return width * height * (2 + (isProgressive ? channels * sampleBytes : 0))
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])

/** Makes a photo's two sizes (upright, without metadata, WebP) and guesses the focus point for crops. */
export async function makePhotoFiles(bytes: Buffer): Promise<MadePhoto | PhotoFault> {
  try {
    const decode = (photo: Buffer, failOn: 'error' | 'warning') =>
      twoSizes(sharp(photo, { limitInputPixels: PHOTO_MAX_PIXELS, failOn }).autoOrient())
    const files = await decode(bytes, 'error').catch(error => {
      // Some cameras and transfers leave out a JPEG's end marker, and browsers show it all the same. One that lacks more
      // than the marker is a warning, which is refused here: the rest would be grey.
      if (bytes[0] !== 0xff) throw error
      return decode(Buffer.concat([bytes, END_OF_JPEG]), 'warning')
    })
    return { ...files, focus: await guessFocus(files.thumb), hash: await hashOf(files.thumb) }
  } catch {
    return 'unreadable'
  }
}

/** The two sizes of a drawing by this app (SVG), which needs no focus point and is compared with no other. */
export const makeDrawingFiles = async (svg: string): Promise<MadePhoto> => ({
  ...(await twoSizes(sharp(Buffer.from(svg)).flatten({ background: 'white' }))),
  focus: null,
  hash: null,
})

/** Decodes once and makes the thumb from the large size. */
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

/** The perceptual hash of a picture; null for one without enough detail. */
export async function hashOf(picture: Buffer): Promise<bigint | null> {
  const size = { width: HASH_SIDE, height: HASH_SIDE, fit: 'fill' } as const
  return photoHash(await sharp(picture).resize(size).flatten({ background: 'white' }).greyscale().raw().toBuffer())
}

/** The most eye-catching point of a picture. null if its shape leaves no choice. */
async function guessFocus(picture: Buffer): Promise<PhotoFocus | null> {
  const image = sharp(picture)
  const { width, height } = await image.metadata()
  const side = Math.min(width, height)
  // The frame must be smaller than the picture, or there is nothing to choose.
  const frame = width === height ? { width: side, height: Math.ceil(side * 0.8) } : { width: side, height: side }
  const { info } = await image
    .resize({ ...frame, fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { attentionX: x, attentionY: y } = info
  return x === undefined || y === undefined ? null : { x: share(x, width), y: share(y, height) }
}

/** A position as a share of a side, rounded to a thousandth. */
const share = (at: number, side: number) => Math.min(1, Math.max(0, Math.round((at / side) * 1000) / 1000))
