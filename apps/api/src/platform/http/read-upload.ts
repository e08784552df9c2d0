import { PHOTO_MAX_BYTES } from '@barkyard/domain/photo'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, asAppError } from '../errors.ts'
import { FairSemaphore } from '../fair-semaphore.ts'
import { isPhoto } from '../storage/photo-type.ts'

const MEGABYTE = 1024 * 1024
/** The size of a request beside its photo. */
const FORM_BYTES = 64 * 1024
/** While others wait for memory, an upload must arrive within this time. */
const SLOW_MS = 10_000
const LOOK_MS = 500

export const notMultipart = () =>
  new AppError('wrong-content-type', { message: 'Send the photo as multipart/form-data' })
export const severalPhotos = () =>
  new AppError('malformed-upload', { message: 'photo must be one file a request', path: 'photo' })
export const photoMissing = () => new AppError('invalid-input', { message: 'photo is missing', path: 'photo' })

/** The bytes of uploads in memory. Other uploads wait unread. */
export const makeUploadRoom = () =>
  new FairSemaphore({ capacity: 128 * MEGABYTE, perUser: 2, waitingPerUser: 120, waiting: 1_000 })

/** Adds multipart requests of one file to a scope. */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: PHOTO_MAX_BYTES, files: 1, fields: 4, fieldSize: 1024, parts: 6, headerPairs: 20 },
    throwFileSizeLimit: false,
    // A file needs no name.
    isPartAFile: (field, _, name) => field === 'photo' || name !== undefined,
  })
}

/** Bytes that an upload may hold in memory: its Content-Length, at most the largest body that is read. */
export function uploadBytes({ headers }: FastifyRequest): number {
  const told = Number(headers['content-length'])
  return Math.min(Number.isNaN(told) ? Number.POSITIVE_INFINITY : told, PHOTO_MAX_BYTES + FORM_BYTES)
}

/** Reads both fields. @throws AppError if one is missing, the file is too large, or it arrives too slowly. */
export async function readUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  room: FairSemaphore,
): Promise<{ dogId: string; bytes: Buffer }> {
  const began = performance.now()
  let look: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    look = setInterval(() => {
      if (!room.isCrowded || performance.now() - began < SLOW_MS) return
      // Reading the rest would be useless.
      reply.header('connection', 'close')
      reject(
        new AppError('too-busy', {
          message: 'The upload was too slow while others waited. Please try again.',
          retryAfter: 5,
        }),
      )
    }, LOOK_MS)
  })
  const reading = readFields(request)
  // An upload that was too slow fails later, when nobody awaits it any more.
  reading.catch(() => undefined)
  try {
    return await Promise.race([reading, tooSlow])
  } finally {
    clearInterval(look)
  }
}

async function readFields(request: FastifyRequest): Promise<{ dogId: string; bytes: Buffer }> {
  let dogId: string | undefined
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const content = await readFile(part)
        if (part.fieldname === 'photo') bytes = content
      } else if (part.fieldname === 'dogId' && typeof part.value === 'string') dogId = part.value
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT') throw severalPhotos()
    // Limits have a status of their own; the parser's complaints about a broken body have none.
    if (asAppError(error)) throw error
    throw new AppError('malformed-upload')
  }
  if (dogId === undefined || dogId === '')
    throw new AppError('invalid-input', { message: 'dogId is missing', path: 'dogId' })
  if (!bytes) throw photoMissing()
  return { dogId, bytes }
}

async function readFile(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk)
  if (part.file.truncated) throw new AppError('photo-too-large')
  const bytes = Buffer.concat(chunks)
  // A text field of this name.
  if (part.filename === undefined && part.mimetype === 'text/plain' && !isPhoto(bytes))
    throw new AppError('invalid-input', { message: 'photo must be a file', path: 'photo' })
  return bytes
}
