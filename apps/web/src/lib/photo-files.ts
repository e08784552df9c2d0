import { PHOTO_MAX_BYTES, PHOTO_TYPES, PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { toast } from './toast.ts'

/** For a file input's `accept`. */
export const PHOTO_ACCEPT = PHOTO_TYPES.join(',')

const MEGABYTE = 1024 * 1024
const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** What the first bytes say; the name says little: phones call a HEIC "photo.jpg". */
function kindOf(bytes: Uint8Array): 'usable' | 'HEIC' | 'AVIF' | 'GIF' | 'other' {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'usable'
  if (bytes[0] === 0x89 && text(bytes, 1, 4) === 'PNG') return 'usable'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'usable'
  if (text(bytes, 0, 4) === 'GIF8') return 'GIF'
  if (text(bytes, 4, 8) !== 'ftyp') return 'other'
  return text(bytes, 8, 11) === 'avi' ? 'AVIF' : 'HEIC'
}

async function complaintAbout(file: File): Promise<string | null> {
  if (file.size > PHOTO_MAX_BYTES) {
    // Rounded up: "8.0 MB is over 8 MB" would help nobody.
    const size = (Math.ceil((file.size / MEGABYTE) * 10) / 10).toFixed(1)
    return `${file.name} has ${size} MB. A photo can have up to ${PHOTO_MAX_BYTES / MEGABYTE} MB.`
  }
  const start = await file
    .slice(0, 16)
    .arrayBuffer()
    .catch(() => null)
  if (!start || start.byteLength === 0) return `${file.name} cannot be read.`
  const kind = kindOf(new Uint8Array(start))
  if (kind === 'usable') return null
  const what = kind === 'other' ? 'is not a photo we can use' : `is a ${kind}`
  return `${file.name} ${what}. Please choose a JPG, PNG, or WebP.`
}

/**
 * The files of a selection that can be sent, in their order, looked at before anything is sent. Says in one toast what is
 * wrong with the others. A selection of more than `room` files is refused as a whole (spec §5).
 */
export async function usablePhotos(files: readonly File[], room: number): Promise<File[]> {
  if (files.length > room) {
    toast({
      title: 'Too many photos',
      message: `You can only upload ${room} more photo(s). Maximum is ${PHOTOS_PER_DOG} photos.`,
      destructive: true,
    })
    return []
  }
  const complaints = await Promise.all(files.map(complaintAbout))
  const wrong = complaints.filter(complaint => complaint !== null)
  if (wrong.length > 0) {
    const title = wrong.length === 1 ? "This photo can't be used" : `${wrong.length} photos can't be used`
    toast({ title, message: wrong.join(' '), destructive: true })
  }
  return files.filter((_, index) => complaints[index] === null)
}
