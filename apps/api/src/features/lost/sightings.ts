import {
  addSighting,
  findSightingPhoto,
  type NewSightingRow,
  refuseSighting,
} from '@barkyard/db/queries/lost/sightings'
import { isRecent } from '@barkyard/domain/lost'
import { readId } from '@barkyard/domain/schemas/fields'
import { newSightingSchema, type Sighted } from '@barkyard/domain/schemas/lost'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerNow } from '../../platform/access/guard.ts'
import {
  actingOwner,
  requireActive,
  requireCaller,
  requireNotImpersonating,
  requireSession,
  viewerOf,
} from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { inRoom, isUpload, type UploadRoom } from '../../platform/http/read-upload.ts'
import type { LastingWork } from '../../platform/write.ts'
import type { Services } from '../../services.ts'
import { readLarge, sendPrivately, storeEvidence, UPLOAD_TOO_SLOW } from '../photos/index.ts'
import { sightingTold } from './index.ts'

type SightingRequest = FastifyRequest<{ Params: { id: string } }>

const degrees = (text: string | undefined) => (text?.trim() ? Number(text) : undefined)

/** `POST /lost/{id}/sightings`: JSON, or a form with a photo. */
export function registerSightings(scope: FastifyInstance, services: Services, room: UploadRoom): void {
  const { limits, db, now, writeLasting } = services

  /** Writes of lost dogs are a signed-in owner's own. */
  function requireSender(caller: Caller | null): Caller {
    const sender = requireActive(caller, now())
    requireNotImpersonating(sender)
    requireSession(sender)
    return sender
  }

  scope.post('/lost/:id/sightings', async (request: SightingRequest, reply): Promise<Sighted> => {
    const { userId } = requireSender(request.caller)
    if (!isUpload(request)) return send(request, request.body ?? {})
    return inRoom(services, room, { request, reply, sender: userId }, ({ fields, bytes }) => {
      const body = { ...fields, lat: degrees(fields.lat), lng: degrees(fields.lng) }
      // A form in which no photo was chosen has an empty one.
      return send(request, body, bytes?.length ? bytes : undefined)
    })
  })

  async function send(request: SightingRequest, body: unknown, photo?: Buffer): Promise<Sighted> {
    const lostId = readId(request.params.id)
    const { at: time, ...fields } = newSightingSchema.parse(body)
    const at = new Date(time)
    if (!isRecent(at, now()))
      throw new AppError('invalid-input', { path: 'at', message: 'Please choose a time within the last 14 days' })
    const senderNow = async () => requireSender(await callerNow(request, services))
    const sender = await senderNow()
    unwrapOrThrow(await refuseSighting(db, actingOwner(sender), lostId, now()))
    await limits.take('sighting', sender.userId, request.limitHeaders)
    const sighting = { ...fields, at, where: null, note: fields.note || null, phone: fields.phone || null }
    if (!photo) return keep(sender, lostId, { ...sighting, evidenceKey: null })
    const upload = { sender: sender.userId, senderNow, photo }
    return storeEvidence(services, upload, (by, key) => keep(by, lostId, { ...sighting, evidenceKey: key }))
  }

  function keep(sender: Caller, lostId: string, sighting: NewSightingRow): Promise<Sighted> {
    // As the dog that the request names.
    const add: LastingWork<Sighted> = async (trx, effects) => {
      const order = { now: now(), isLimited: limits.isEnabled }
      const stored = unwrapOrThrow(
        await addSighting(trx, actingOwner(sender), lostId, sighting, order),
        UPLOAD_TOO_SLOW,
      )
      await sightingTold(trx, effects, { ...stored, state: sighting.state }, order.now)
      return { id: stored.id, phone: stored.phone }
    }
    return writeLasting(sender, add, { judge: requireSender })
  }
}

/** `GET /sightings/{id}/photo`: for the owner of the lost dog and moderators. */
export function registerSightingPhoto(scope: FastifyInstance, services: Services): void {
  scope.get('/sightings/:id/photo', async (request: SightingRequest, reply) => {
    const viewer = viewerOf(requireCaller(request.caller), 'lost-cases')
    const key = await findSightingPhoto(services.db, viewer, readId(request.params.id))
    return sendPrivately(reply, await readLarge(services, key), 'photo-not-found')
  })
}
