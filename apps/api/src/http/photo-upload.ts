import { writeAudit } from '@barkyard/db/queries/audit'
import { giveUpPhotoKey, newPhotoKey, notePhotoKeys } from '@barkyard/db/queries/photo-keys'
import { addPhoto, mayAddPhoto, type PhotoRefusal } from '@barkyard/db/queries/photos'
import { ownersOf } from '@barkyard/db/queries/playdates'
import type { Trx } from '@barkyard/db/transaction'
import { PHOTO_MAX_BYTES, PHOTOS_PER_DOG, type Photo } from '@barkyard/domain/photo'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { demandCaller } from '../access/demands.ts'
import { callerNow } from '../access/door.ts'
import type { Caller } from '../access/sessions.ts'
import { AppError, asAppError, conflict, forbidden, notFound } from '../errors.ts'
import { dogsChanged, ownerOrAny } from '../features/dogs.ts'
import type { Parts } from '../parts.ts'
import { makePhotoFiles } from '../storage/photo-image.ts'
import { Turns } from '../turns.ts'

const TOO_LARGE = 'This photo is larger than 8 MB'
/** Photos of one user that are held in memory at once; the others are not read before it is their turn. */
const HELD_PER_USER = 10

/** POST /photos: one multipart request a file, the fields `photo` and `dogId` in either order. */
export async function registerPhotoUpload(scope: FastifyInstance, parts: Parts): Promise<void> {
  const { limits, db, photos } = parts
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    limits: { fileSize: PHOTO_MAX_BYTES, files: 1, fields: 4, fieldSize: 1024, parts: 6, headerPairs: 20 },
    throwFileSizeLimit: false,
  })

  scope.post('/photos', async request => {
    const { userId } = demandCaller(request.caller)
    await limits.take('upload', userId)
    return inTurn(userId, () => upload(request))
  })

  async function upload(request: FastifyRequest): Promise<Photo> {
    const { dogId, bytes } = await readUpload(request)
    const caller = demandCaller(await callerNow(request, parts))
    const owner = ownerOrAny(caller)
    refuse(await mayAddPhoto(db, dogId, owner, PHOTOS_PER_DOG))
    const files = await makePhotoFiles(bytes)
    const key = newPhotoKey()
    await notePhotoKeys(db, [key])
    await photos.save(key, files)
    const added = await addRow(caller, dogId, key)
    // The photo is there: where nobody else can be found to tell, its uploader must not hear that it failed.
    const owners = await ownersOf(db, [dogId]).catch(() => [])
    dogsChanged(parts, [caller.userId, ...owners], [dogId])
    return added
  }

  /** Adds the row of stored files; without one they go again. Whether a row was added the database knows. */
  async function addRow(caller: Caller, dogId: string, key: string): Promise<Photo> {
    try {
      const owner = ownerOrAny(caller)
      return refuse(await addPhoto(db, dogId, owner, key, PHOTOS_PER_DOG, trx => noteOf(trx, caller, dogId)))
    } catch (error) {
      // Where the database is away, the hourly sweep does this.
      await giveUpPhotoKey(db, key).then(
        () => parts.sweeper.soon(),
        () => undefined,
      )
      throw error
    }
  }
}

const turns = new Map<string, Turns>()

/** Runs an upload of a user when it is its turn. */
async function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const line = turns.get(userId) ?? new Turns(HELD_PER_USER)
  turns.set(userId, line)
  try {
    return await line.run(work)
  } finally {
    if (line.isIdle) turns.delete(userId)
  }
}

/** What an admin adds to somebody else's dog, or while acting as one, is kept. */
async function noteOf(trx: Trx, caller: Caller, dogId: string): Promise<void> {
  if (!caller.isAdmin) return
  const isOwn = (await ownersOf(trx, [dogId])).includes(caller.userId)
  if (!isOwn || caller.isImpersonating) await writeAudit(trx, caller.userId, { action: 'photo added', dogId })
}

/** Reads both fields. @throws AppError where one is missing or the file is too large. */
async function readUpload(request: FastifyRequest): Promise<{ dogId: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the photo as multipart/form-data')
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
    // Limits have a status of their own; the parser's complaints about a broken body have none.
    if (asAppError(error)) throw error
    throw new AppError('BAD_REQUEST', 'The upload is incomplete or malformed')
  }
  if (dogId === undefined || dogId === '') throw new AppError('BAD_REQUEST', 'dogId is missing')
  if (!bytes) throw new AppError('BAD_REQUEST', 'photo is missing')
  return { dogId, bytes }
}

async function readFile(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk)
  if (part.file.truncated) throw new AppError('PAYLOAD_TOO_LARGE', TOO_LARGE)
  return Buffer.concat(chunks)
}

type Refusal = PhotoRefusal | 'given up'

function refuse<T>(outcome: T | Refusal): Exclude<T, Refusal> {
  if (outcome === 'not found') throw notFound('Dog')
  if (outcome === 'not own') throw forbidden('This is not your dog')
  if (outcome === 'full') throw conflict(`A dog can have at most ${PHOTOS_PER_DOG} photos`)
  if (outcome === 'given up')
    throw new AppError('SERVICE_UNAVAILABLE', 'The upload took too long. Please try again.', { retryAfter: 2 })
  return outcome as Exclude<T, Refusal>
}
