import { writeAudit } from '@barkyard/db/queries/audit'
import { giveUpPhotoKey, newPhotoKey, notePhotoKeys } from '@barkyard/db/queries/photo-keys'
import { addPhoto, type NewPhoto, type PhotoRefusal, refusePhoto } from '@barkyard/db/queries/photos'
import type { Trx } from '@barkyard/db/transaction'
import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { demandCaller } from '../access/demands.ts'
import { callerNow } from '../access/door.ts'
import type { Caller } from '../access/sessions.ts'
import { editorOf } from '../access/viewer.ts'
import { AppError, notFound } from '../errors.ts'
import { dogsChanged } from '../realtime/notify.ts'
import type { Services } from '../services.ts'
import { makeUploadRoom, notMultipart, readUpload, registerMultipart, uploadBytes } from './read-upload.ts'

/** POST /photos: one multipart request a file, the fields `photo` and `dogId` in either order. */
export async function registerPhotoUpload(scope: FastifyInstance, services: Services): Promise<void> {
  const { limits, db, photos, decoders } = services
  const room = makeUploadRoom()
  scope.removeAllContentTypeParsers()
  await registerMultipart(scope)
  scope.addHook('onRequest', async ({ headers }) => {
    if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) throw notMultipart()
  })

  scope.post('/photos', async (request, reply) => {
    const { userId } = demandCaller(request.caller)
    await limits.take('upload', userId, request.standings)
    return room.run(userId, uploadBytes(request), () => upload(request, reply))
  })

  async function upload(request: FastifyRequest, reply: FastifyReply): Promise<Photo> {
    const { dogId, bytes } = await readUpload(request, reply, room)
    const sender = demandCaller(await callerNow(request, services))
    refuse(await refusePhoto(db, dogId, editorOf(sender), PHOTOS_PER_DOG))
    const { focus, ...files } = await decoders.makePhoto(sender.userId, bytes)
    // Decoding may have waited, so the caller is checked again.
    const caller = demandCaller(await callerNow(request, services))
    const key = newPhotoKey()
    await notePhotoKeys(db, [key])
    await photos.save(key, files)
    const { photo, userIds } = await addRow(caller, { dogId, key, focus })
    dogsChanged(services, [caller.userId, ...userIds], [dogId])
    return photo
  }

  /** Adds the row of stored files. If that fails, the files are deleted, unless the database has the row after all. */
  async function addRow(caller: Caller, photo: NewPhoto) {
    try {
      const also = (trx: Trx, ownerId: string | null) => noteOf(trx, caller, photo.dogId, ownerId)
      return refuse(await addPhoto(db, photo, editorOf(caller), PHOTOS_PER_DOG, also))
    } catch (error) {
      // If the database is away, the hourly sweep does this.
      await giveUpPhotoKey(db, photo.key).then(
        () => services.sweeper.sweepSoon(),
        () => undefined,
      )
      throw error
    }
  }
}

/** Notes a photo that an admin adds to another owner's dog, or while acting as one. */
async function noteOf(trx: Trx, caller: Caller, dogId: string, ownerId: string | null): Promise<void> {
  if (!caller.isAdmin) return
  const isOwn = ownerId === caller.userId
  if (!isOwn || caller.isImpersonating) await writeAudit(trx, caller.userId, { action: 'photo-added', dogId })
}

type Refusal = PhotoRefusal | 'given up'

function refuse<T>(outcome: T | Refusal): Exclude<T, Refusal> {
  if (outcome === 'not found') throw notFound('Dog')
  if (outcome === 'not own') throw new AppError('not-your-dog')
  if (outcome === 'full') throw new AppError('photos-full')
  if (outcome === 'given up')
    throw new AppError('too-busy', { message: 'The upload took too long. Please try again.', retryAfter: 2 })
  return outcome as Exclude<T, Refusal>
}
