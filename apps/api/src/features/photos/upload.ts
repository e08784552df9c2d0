import { newPhotoKey } from '@barkyard/db/queries/photos/photo-keys'
import { addPhoto, type NewPhoto, refusePhoto } from '@barkyard/db/queries/photos/photos'
import { isEvidence, PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { readId } from '@barkyard/domain/schemas/fields'
import { type Photo, photoSchema } from '@barkyard/domain/schemas/photo'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerNow } from '../../platform/access/guard.ts'
import { requireActive, requireCaller, viewerOf } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError, foundOrThrow, unwrapOrThrow } from '../../platform/errors.ts'
import { inRoom, photoMissing, type Upload, type UploadRoom } from '../../platform/http/read-upload.ts'
import { dogsChanged, eventFor } from '../../platform/realtime/bus.ts'
import { BYTES, json, OUTSIDE_API, OWN_UPLOAD, PHOTO, UPLOAD_ALONE, uploadBody } from '../../platform/rest/contents.ts'
import { COUNTED, errors, headers, type RoutePaths } from '../../platform/rest/responses.ts'
import { notAPhoto } from '../../platform/storage/decoder-pool.ts'
import { isPhoto } from '../../platform/storage/photo-storage.ts'
import type { LastingWork } from '../../platform/write.ts'
import type { Services } from '../../services.ts'
import { storeFiles, UPLOAD_TOO_SLOW } from './index.ts'

export const PHOTO_PATHS: RoutePaths = {
  'GET /photos/{name}.webp': {
    operationId: 'getPhotoFile',
    tags: ['photos'],
    security: [],
    servers: OUTSIDE_API,
    summary: 'A file of a photo',
    description:
      'Take its address from `urlThumb` (longest side 320 px) or `urlLarge` (1600 px) of a photo: it begins at the root of the server, not under `/api`. It needs no sign-in, and may be cached for ever, because a name is never used again.',
    responses: {
      200: { description: 'The picture.', headers: headers('X-Request-Id'), content: { 'image/webp': BYTES } },
      ...errors(['photo-not-found', 'server-fault', 'photos-away'], { uncounted: true }),
    },
  },
  'POST /photos': {
    operationId: 'addPhoto',
    tags: ['photos'],
    summary: 'Add a photo to a dog',
    description: `One file per request, with the fields in either order. At most ${PHOTOS_PER_DOG} photos per dog. The type is detected from the content, not from the name.`,
    requestBody: {
      required: true,
      content: uploadBody(
        z
          .object({
            dogId: z.string().meta({ description: 'The id of the dog.' }),
            photo: PHOTO,
          })
          .meta({ id: 'NewPhoto', description: 'A photo to add.' }),
      ),
    },
    responses: {
      200: { description: 'The photo.', headers: COUNTED, content: json(photoSchema) },
      ...errors([...OWN_UPLOAD, 'not-your-dog', 'dog-not-found', 'photos-full'], UPLOAD_ALONE),
    },
  },
}

/** Photos under /photos/. Names are random and never reused, so caches may keep them forever. */
export function registerPhotos(app: FastifyInstance, { photos }: Services): void {
  app.get<{ Params: { name: string } }>('/photos/:name', async (request, reply) => {
    const { name } = request.params
    const { size, body } = foundOrThrow(isEvidence(name) ? null : await photos.read(name), 'photo-not-found')
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', size)
      .send(body)
  })
}

/** POST /photos: one multipart request a file, the fields `photo` and `dogId` in either order. */
export function registerPhotoUpload(scope: FastifyInstance, services: Services, room: UploadRoom): void {
  const { db, decoders } = services

  scope.post('/photos', async (request, reply) => {
    const { userId } = requireCaller(request.caller)
    return inRoom(services, room, { request, reply, sender: userId }, upload => addUpload(request, upload))
  })

  async function addUpload(request: FastifyRequest, { fields, bytes }: Upload): Promise<Photo> {
    if (!fields.dogId) throw new AppError('invalid-input', { message: 'dogId is missing', path: 'dogId' })
    if (!bytes) throw photoMissing()
    const dogId = readId(fields.dogId)
    const sender = requireActive(await callerNow(request, services), services.now())
    const refusal = await refusePhoto(db, viewerOf(sender), dogId, PHOTOS_PER_DOG)
    if (refusal === 'photos-full' && !isPhoto(bytes)) throw notAPhoto()
    unwrapOrThrow(refusal)
    const { focus, hash, ...files } = await decoders.makePhoto(sender.userId, bytes)
    // Decoding may have waited, so the caller is checked again.
    const caller = requireActive(await callerNow(request, services), services.now())
    const key = newPhotoKey()
    return storeFiles(services, key, files, () => addRow(caller, { dogId, key, focus, hash }))
  }

  function addRow(sender: Caller, newPhoto: NewPhoto): Promise<Photo> {
    const { dogId } = newPhoto
    const add: LastingWork<Photo> = async (trx, effects, caller) => {
      const added = await addPhoto(trx, viewerOf(caller), newPhoto, { atMost: PHOTOS_PER_DOG, now: services.now() })
      const { photo, ownerId, userIds, adminIds } = unwrapOrThrow(added, UPLOAD_TOO_SLOW)
      // What an admin adds while acting as a dog is noted even for their own dogs.
      effects.audit({ action: 'photo-added', dogId }, caller.isImpersonating ? {} : { ownerId })
      dogsChanged(effects, [caller.userId, ...userIds], [dogId])
      if (adminIds.length > 0) effects.event(eventFor(adminIds, { type: 'reports' }))
      return photo
    }
    return services.writeLasting(sender, add, { judge: caller => requireActive(caller, services.now()) })
  }
}
