import { createHash } from 'node:crypto'
import { PHOTO_MAX_BYTES } from '@barkyard/domain/photo'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, asAppError } from '../errors.ts'
import { FairSemaphore } from '../fair-semaphore.ts'
import { isPhoto } from '../storage/photo-storage.ts'
import type { PlatformServices } from '../write.ts'

const MEGABYTE = 1024 * 1024
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
export type UploadRoom = FairSemaphore

export const isUpload = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** Makes a scope accept multipart requests of one file and some fields, besides what it accepts already. */
export async function acceptUploadsToo(scope: FastifyInstance, { fields = 10, fieldSize = 2048 } = {}): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: PHOTO_MAX_BYTES, files: 1, fields, fieldSize, parts: fields + 2, headerPairs: 20 },
    throwFileSizeLimit: false,
    // A file needs no name.
    isPartAFile: (field, _, name) => field === 'photo' || name !== undefined,
  })
}

/** Makes a scope accept multipart requests of one file, and nothing else. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addHook('onRequest', async request => {
    if (!isUpload(request)) throw notMultipart()
  })
  await acceptUploadsToo(scope, { fields: 4, fieldSize: 1024 })
}

export function uploadRoom(): UploadRoom {
  const tooMany = { message: 'Too many photos are coming in. Please try again.', retryAfter: 10 }
  return new FairSemaphore({
    capacity: 128 * MEGABYTE,
    perUser: 2,
    waiting: {
      perUser: { max: 120, refuse: () => new AppError('too-many-uploads', { retryAfter: 10 }) },
      inAll: { max: 1_000, refuse: () => new AppError('too-busy', tooMany) },
    },
  })
}

/** Counts an upload of a user or a network, and reads it once there is room. */
export async function inRoom<T>(
  { limits }: Pick<PlatformServices, 'limits'>,
  room: UploadRoom,
  { request, reply, sender }: { request: FastifyRequest; reply: FastifyReply; sender: string },
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  await limits.take('upload', sender, request.limitHeaders)
  await limits.requireLeft('decoding', sender, request.limitHeaders)
  return room.run(sender, uploadBytes(request), async () => work(await readUpload(request, reply, room)))
}

/** Bytes that an upload may hold in memory: its Content-Length, at most the largest body that is read. */
function uploadBytes({ headers }: FastifyRequest): number {
  const declared = Number(headers['content-length'])
  return Math.min(Number.isNaN(declared) ? Number.POSITIVE_INFINITY : declared, PHOTO_MAX_BYTES + FORM_BYTES)
}

/** Reads photo and fields, and takes the idempotency key for them. @throws AppError if it is too large or too slow. */
async function readUpload(request: FastifyRequest, reply: FastifyReply, room: FairSemaphore): Promise<Upload> {
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
    const upload = await Promise.race([reading, tooSlow])
    await request.takeKey([upload.fields, upload.bytes && createHash('sha256').update(upload.bytes).digest('hex')])
    return upload
  } finally {
    clearInterval(look)
  }
}

export interface Upload {
  fields: Record<string, string>
  bytes?: Buffer
}

async function readFields(request: FastifyRequest): Promise<Upload> {
  const upload: Upload = { fields: {} }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const content = await readFile(part)
        if (part.fieldname === 'photo') upload.bytes = content
      } else if (typeof part.value === 'string') upload.fields[part.fieldname] = part.value
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT') throw severalPhotos()
    // Limits have a status of their own; the parser's complaints about a broken body have none.
    if (asAppError(error)) throw error
    throw new AppError('malformed-upload')
  }
  return upload
}

async function readFile(part: MultipartFile): Promise<Buffer> {
  // `buffer` of node:stream/consumers needs a third more memory.
  const bytes = Buffer.concat(await part.file.toArray())
  if (part.file.truncated) throw new AppError('photo-too-large')
  // A text field of this name.
  if (part.filename === undefined && part.mimetype === 'text/plain' && !isPhoto(bytes))
    throw new AppError('invalid-input', { message: 'photo must be a file', path: 'photo' })
  return bytes
}
