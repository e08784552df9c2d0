import { addEvidence, findEvidence, refuseEvidence } from '@barkyard/db/queries/verification/verifications'
import { readId } from '@barkyard/domain/schemas/fields'
import { type Verification, verificationSchema } from '@barkyard/domain/schemas/verification'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerNow } from '../../platform/access/guard.ts'
import { requireActive, requireCaller, requireNotImpersonating, viewerOf } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { inRoom, photoMissing, type Upload, type UploadRoom } from '../../platform/http/read-upload.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { json, OWN_UPLOAD, PHOTO, PRIVATE_PHOTO, UPLOAD_ALONE, uploadBody } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, type RoutePaths } from '../../platform/rest/responses.ts'
import type { LastingWork } from '../../platform/write.ts'
import type { Services } from '../../services.ts'
import { photosDeleted, readLarge, sendPrivately, storeEvidence, UPLOAD_TOO_SLOW } from '../photos/index.ts'

const version = z
  .string()
  .describe('Not read. Each photo gets an address of its own by it, so that no page shows the one before.')

export const VERIFICATION_PATHS: RoutePaths = {
  'GET /verifications/{id}/evidence': {
    operationId: 'getEvidence',
    tags: ['verification'],
    summary: 'The photo that you sent for a verification',
    description: 'For its owner and for admins, until it is deleted. It is never public.',
    requestParams: { query: z.object({ version: version.optional() }) },
    responses: {
      200: PRIVATE_PHOTO,
      ...errors(['not-signed-in', 'suspended', 'evidence-not-found', 'photos-away', ...ANY]),
    },
  },
  'POST /verifications/{id}/evidence': {
    operationId: 'sendEvidence',
    tags: ['verification'],
    summary: 'Send the photo for a verification',
    description:
      'Of your dog beside the four words, or of the vaccination record. A later photo replaces the former one until it is decided.',
    requestBody: {
      required: true,
      content: uploadBody(
        z
          .object({
            photo: PHOTO,
          })
          .meta({ id: 'NewEvidence', description: 'A photo that shows it.' }),
      ),
    },
    responses: {
      200: { description: 'The verification.', headers: COUNTED, content: json(verificationSchema) },
      ...errors(
        [...OWN_UPLOAD, 'acting-as-another-dog', 'verification-not-found', 'verification-closed'],
        UPLOAD_ALONE,
      ),
    },
  },
}

type EvidenceRequest = FastifyRequest<{ Params: { id: string } }>

/** `POST /verifications/{id}/evidence`: one multipart request with the field `photo`. */
export function registerEvidenceUpload(scope: FastifyInstance, services: Services, room: UploadRoom): void {
  scope.post('/verifications/:id/evidence', async (request: EvidenceRequest, reply) => {
    const { userId } = requireSender(request.caller)
    return inRoom(services, room, { request, reply, sender: userId }, upload => add(request, upload))
  })

  async function add(request: EvidenceRequest, { bytes }: Upload): Promise<Verification> {
    const id = readId(request.params.id)
    if (!bytes) throw photoMissing()
    const sender = await ownerNow(request)
    unwrapOrThrow(await refuseEvidence(services.db, sender.userId, id))
    const upload = { sender: sender.userId, senderNow: () => ownerNow(request), photo: bytes }
    return storeEvidence(services, upload, (owner, key) => keep(owner, id, key))
  }

  function requireSender(caller: Caller | null): Caller {
    const sender = requireActive(caller, services.now())
    requireNotImpersonating(sender)
    return sender
  }

  const ownerNow = async (request: FastifyRequest) => requireSender(await callerNow(request, services))

  function keep(owner: Caller, id: string, key: string): Promise<Verification> {
    const add: LastingWork<Verification> = async (trx, effects, caller) => {
      const added = await addEvidence(trx, caller.userId, id, { key, now: services.now() })
      const { verification, adminIds } = unwrapOrThrow(added, UPLOAD_TOO_SLOW)
      effects.event(eventFor([...adminIds, caller.userId], { type: 'reports' }))
      // The evidence before it.
      photosDeleted(effects)
      return verification
    }
    return services.writeLasting(owner, add, { judge: requireSender })
  }
}

/** `GET /verifications/{id}/evidence`: for its owner and who has the right to verifications. */
export function registerEvidence(scope: FastifyInstance, services: Services): void {
  scope.get(
    '/verifications/:id/evidence',
    { config: { parameters: ['version'] } },
    async (request: EvidenceRequest, reply) => {
      const viewer = viewerOf(requireCaller(request.caller), 'verifications')
      const key = await findEvidence(services.db, viewer, readId(request.params.id))
      return sendPrivately(reply, await readLarge(services, key), 'evidence-not-found')
    },
  )
}
