import { PHOTO_MAX_BYTES, PHOTO_TYPES, PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { type Photo, photoSchema } from '@barkyard/domain/schemas/photo'
import { queryClient, userKey } from '../trpc.ts'
import { serverErrorOf } from './errors.ts'
import { toast } from './toast.ts'

export const PHOTO_ACCEPT = PHOTO_TYPES.join(',')

const MEGABYTE = 1024 * 1024
/** Larger photos (bytes) are shrunk before sending, because a phone's photo takes minutes on a slow connection. */
const SHRINK_ABOVE = 2 * MEGABYTE

/** "11 MB", "8.1 MB". Rounded up, because "8 MB is over 8 MB" would be confusing. */
const megabytes = (bytes: number) => `${Math.ceil((bytes / MEGABYTE) * 10) / 10} MB`

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** The type by the first bytes. Names are unreliable: phones call a HEIC "photo.jpg". */
function kindOf(bytes: Uint8Array): 'usable' | 'HEIC' | 'AVIF' | 'GIF' | 'other' {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'usable'
  if (bytes[0] === 0x89 && text(bytes, 1, 4) === 'PNG') return 'usable'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'usable'
  if (text(bytes, 0, 4) === 'GIF8') return 'GIF'
  if (text(bytes, 4, 8) !== 'ftyp') return 'other'
  return text(bytes, 8, 11) === 'avi' ? 'AVIF' : 'HEIC'
}

/** The longest side of a shrunk photo, in px: more than the server keeps (1,600). */
const LONGEST_SIDE = 2000
const QUALITY = 0.88

async function canDecode(file: File): Promise<boolean> {
  const picture = await createImageBitmap(file).catch(() => null)
  picture?.close()
  return picture !== null
}

/** The photo as an upright JPEG without metadata, 2,000 px at most. null: the browser cannot read or draw it. */
async function shrinkPhoto(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // JPEG has no transparency. Transparent pixels become white instead of black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  // Phones limit the memory of canvases, so this one is released at once.
  canvas.width = 0
  canvas.height = 0
  return blob && new File([blob], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
}

/** The photo to send, shrunk if it is large; a text if it cannot be used. */
async function usablePhoto(file: File): Promise<File | string> {
  const start = await file
    .slice(0, 16)
    .arrayBuffer()
    .catch(() => null)
  if (!start || start.byteLength === 0) return `We can't read ${file.name}.`
  const kind = kindOf(new Uint8Array(start))
  const isTooLarge = file.size > PHOTO_MAX_BYTES
  if (kind === 'HEIC' || kind === 'AVIF') {
    // Some browsers can decode it: Safari a HEIC, most an AVIF. The server cannot.
    const photo = await shrinkPhoto(file)
    return photo ?? unusable(file, `is a ${kind}`)
  }
  if (kind === 'GIF') return unusable(file, 'is a GIF')
  if (kind === 'other' && !isTooLarge) return unusable(file, "isn't a photo we can use")
  const isSmall = file.size <= SHRINK_ABOVE
  if (isSmall && !(await canDecode(file))) return `We can't read ${file.name}.`
  if (isSmall) return file
  const smaller = kind === 'usable' ? await shrinkPhoto(file) : null
  const sent = smaller && smaller.size < file.size ? smaller : file
  if (sent.size <= PHOTO_MAX_BYTES) return sent
  return `${file.name} is ${megabytes(file.size)}. The limit is ${PHOTO_MAX_BYTES / MEGABYTE} MB.`
}

const unusable = ({ name }: File, what: string) => `${name} ${what}. Please choose a JPG, PNG, or WebP.`

/** The first `room` usable files of a selection, checked before anything is sent. One toast tells of the others. */
export async function usablePhotos(files: readonly File[], room: number): Promise<File[]> {
  const [usable, wrong]: [File[], string[]] = [[], []]
  // One at a time, because a phone has too little memory for six large pictures.
  for (const file of files) {
    if (usable.length === room) break
    const photo = await usablePhoto(file)
    if (typeof photo === 'string') wrong.push(photo)
    else usable.push(photo)
  }
  let title = wrong.length === 1 ? "We can't use this photo" : `We can't use ${wrong.length} photos`
  if (files.length > room) {
    title = 'Too many photos'
    wrong.unshift(`You can only upload ${room} more photo(s). Maximum is ${PHOTOS_PER_DOG} photos.`)
  }
  if (wrong.length > 0) toast({ title, message: wrong.join(' '), destructive: true })
  return usable
}

interface UploadOptions {
  /** The part that is already sent, 0 to 1. */
  onProgress?: (share: number) => void
  /** Aborting rejects with an AbortError. */
  signal?: AbortSignal
}

function answerOf(request: XMLHttpRequest): unknown {
  if (request.status !== 200) throw serverErrorOf(request.status, request.responseText, request.statusText)
  return JSON.parse(request.responseText)
}

/** Sends a form with a file. Rejects with the server's message (ServerError) or another. `fetch` tells no progress. */
export function sendForm(
  path: string,
  fields: Record<string, string | File>,
  { onProgress, signal }: UploadOptions = {},
): Promise<unknown> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.upload.onprogress = event => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status === 401) void queryClient.invalidateQueries({ queryKey: userKey })
      try {
        resolve(answerOf(request))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new Error('No connection'))
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.send(form)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
  })
}

/** Uploads one photo of a dog, as `sendForm` does. It refreshes nothing: the caller does that after its last photo. */
export const uploadPhoto = async (dogId: string, file: File, options?: UploadOptions): Promise<Photo> =>
  photoSchema.parse(await sendForm('/api/photos', { dogId, photo: file }, options))
