import { giveUpPhotoKey, newPhotoKey, notePhotoKeys } from '@barkyard/db/queries/photos/photo-keys'
import { addEvidence, findEvidence, refuseEvidence } from '@barkyard/db/queries/verification/verifications'
import { evidenceKey } from '@barkyard/domain/photo'
import type { Verification } from '@barkyard/domain/schemas/verification'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerNow } from '../../platform/access/guard.ts'
import { requireCaller, requireNotImpersonating } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { viewerOf } from '../../platform/access/viewer.ts'
import { AppError, orRefuse } from '../../platform/errors.ts'
import { photoMissing, readUpload, type UploadRoom, uploadBytes } from '../../platform/http/read-upload.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import type {} from '../../platform/rest/unknown-parameters.ts'
import { fileNames } from '../../platform/storage/photo-storage.ts'
import type { Services } from '../../services.ts'
import { photosDeleted } from '../photos/index.ts'

type EvidenceRequest = FastifyRequest<{ Params: { id: string } }>

/** `POST /verifications/{id}/evidence`: one multipart request with the field `photo`. */
export function registerEvidenceUpload(scope: FastifyInstance, services: Services, room: UploadRoom): void {
  const { limits, db, photos, decoders } = services

  scope.post('/verifications/:id/evidence', async (request: EvidenceRequest, reply) => {
    const caller = requireCaller(request.caller)
    requireNotImpersonating(caller)
    await limits.take('upload', caller.userId, request.limitHeaders)
    await limits.requireLeft('decoding', caller.userId, request.limitHeaders)
    return room.run(caller.userId, uploadBytes(request), () => upload(request, reply))
  })

  async function upload(request: EvidenceRequest, reply: FastifyReply): Promise<Verification> {
    const id = request.params.id.toLowerCase()
    const { bytes } = await readUpload(request, reply, room)
    if (!bytes) throw photoMissing()
    const sender = await ownerNow(request)
    orRefuse(await refuseEvidence(db, sender.userId, id))
    const { thumb, large } = await decoders.makePhoto(sender.userId, bytes)
    // Decoding may have waited, so the caller is checked again.
    const caller = await ownerNow(request)
    const key = evidenceKey(newPhotoKey())
    await notePhotoKeys(db, [key])
    await photos.save(key, { thumb, large })
    return keep(caller, id, key)
  }

  async function ownerNow(request: FastifyRequest): Promise<Caller> {
    const caller = requireCaller(await callerNow(request, services))
    requireNotImpersonating(caller)
    return caller
  }

  /** Stores whose files these are. If that fails, they are deleted, unless the database has them after all. */
  async function keep(caller: Caller, id: string, key: string): Promise<Verification> {
    try {
      return await services.write(caller, async (trx, effects) => {
        const added = await addEvidence(trx, caller.userId, id, { key, now: services.now() })
        const { verification, adminIds } = orRefuse(added, {
          'too-busy': { message: 'The upload took too long. Please try again.', retryAfter: 2 },
        })
        effects.event(eventFor([...adminIds, caller.userId], { type: 'reports' }))
        // The evidence before it.
        photosDeleted(effects)
        return verification
      })
    } catch (error) {
      // If the database is unavailable, the hourly sweep does this.
      await giveUpPhotoKey(db, key).then(
        () => services.carryOut(photosDeleted),
        () => undefined,
      )
      throw error
    }
  }
}

/** `GET /verifications/{id}/evidence`: for its owner and admins. */
export function registerEvidence(scope: FastifyInstance, services: Services): void {
  scope.get(
    '/verifications/:id/evidence',
    { config: { parameters: ['version'] } },
    async (request: EvidenceRequest, reply) => {
      const viewer = viewerOf(requireCaller(request.caller))
      const key = await findEvidence(services.db, viewer, request.params.id.toLowerCase())
      const file = key === undefined ? null : await services.photos.read(fileNames(key).large)
      if (!file) throw new AppError('evidence-not-found')
      return reply
        .type('image/webp')
        .header('cache-control', 'no-store')
        .header('content-length', file.size)
        .send(file.body)
    },
  )
}
