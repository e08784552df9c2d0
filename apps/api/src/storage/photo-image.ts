import { availableParallelism } from 'node:os'
import { PHOTO_LARGE_SIDE, PHOTO_MAX_PIXELS, PHOTO_THUMB_SIDE } from '@barkyard/domain/photo'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../errors.ts'
import { Turns } from '../turns.ts'
import type { PhotoFiles } from './photo-storage.ts'

// One thread an image and as many images at once as there are cores: the same work with less waiting.
sharp.concurrency(1)
sharp.cache(false)

const NOT_A_PHOTO = 'Please choose a JPG, PNG, or WebP photo'

/** The type by the bytes: names and declared types are anybody's. */
function isPhoto(bytes: Buffer): boolean {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return starts('ffd8ff') || starts('89504e470d0a1a0a') || isWebp
}

/**
 * Makes a photo's two sizes: upright, without metadata, WebP.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE where the bytes are no photo, PAYLOAD_TOO_LARGE over 50 megapixels.
 */
export const makePhotoFiles = (bytes: Buffer): Promise<PhotoFiles> => queue.run(() => resize(bytes))

async function resize(bytes: Buffer): Promise<PhotoFiles> {
  if (!isPhoto(bytes)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_A_PHOTO)
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > PHOTO_MAX_PIXELS) {
      throw new AppError('PAYLOAD_TOO_LARGE', 'This photo has too many pixels: at most 50 megapixels, please')
    }
    return await twoSizes(sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' }).autoOrient())
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `This photo cannot be read. ${NOT_A_PHOTO}`)
  }
}

/** The two sizes of a drawing of our own (SVG). */
export const makePhotoFilesOfDrawing = (svg: string): Promise<PhotoFiles> =>
  queue.run(() => twoSizes(sharp(Buffer.from(svg)).flatten({ background: 'white' })))

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

const queue = new Turns(availableParallelism())
