import { findPoster, type Poster } from '@barkyard/db/queries/lost/poster'
import { addPosterSighting, type NewSightingRow } from '@barkyard/db/queries/lost/sightings'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { posterSightingSchema, SIGHTING_AGES } from '@barkyard/domain/schemas/lost'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../platform/access/limits.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { problemsOf, sendAgain, sendPage, typedTexts } from '../../platform/http/form-page.ts'
import { inRoom, isUpload, type UploadRoom } from '../../platform/http/read-upload.ts'
import { isForm } from '../../platform/http/request.ts'
import type { Services } from '../../services.ts'
import { storeEvidence, UPLOAD_TOO_SLOW } from '../photos/index.ts'
import { sightingTold } from './index.ts'
import { overPage, posterPage, thankYouPage, unknownPage } from './poster-page.ts'

type PosterRequest = FastifyRequest<{ Params: { code: string } }>

const open = { config: { access: 'anybody' } } as const
const MINUTE_MS = 60_000
const FIELDS = ['where', 'note', 'phone', 'photo']

/** The page behind the code on a poster, for people without an account. It works without JavaScript. */
export async function registerPoster(scope: FastifyInstance, services: Services, room: UploadRoom): Promise<void> {
  await scope.register(formbody)
  const { db, limits, now, write } = services

  const html = (reply: FastifyReply, status: number, page: string) =>
    sendPage(reply.header('x-robots-tag', 'noindex'), status, page)

  /** Answers with the open case of the code, or says that there is none. */
  async function atPoster(request: PosterRequest, reply: FastifyReply, work: (poster: Poster) => unknown) {
    const poster = await findPoster(db, request.params.code, now())
    if (poster === undefined) return html(reply, 404, unknownPage())
    if (typeof poster === 'string') return html(reply, 410, overPage(poster === 'home'))
    return work(poster)
  }

  scope.get('/lost/p/:code', open, (request: PosterRequest, reply) =>
    atPoster(request, reply, poster => html(reply, 200, posterPage({ code: request.params.code, poster, now: now() }))),
  )

  scope.post('/lost/p/:code', open, (request: PosterRequest, reply) =>
    atPoster(request, reply, async poster => {
      if (!isUpload(request)) return answer(request, reply, poster, request.body ?? {})
      return inRoom(services, room, { request, reply, sender: networkOf(request.ip) }, ({ fields, bytes }) =>
        // A form in which no photo was chosen has an empty one.
        answer(request, reply, poster, fields, bytes?.length ? bytes : undefined),
      )
    }),
  )

  /** Stores what was sent. A form gets a page, or itself again with what is wrong; everything else gets JSON. */
  async function answer(request: PosterRequest, reply: FastifyReply, poster: Poster, body: unknown, photo?: Buffer) {
    const isPage = isForm(request) || isUpload(request)
    try {
      const isOver = (await send(request, poster, body, photo)) === 'case-closed'
      if (isOver) return await atPoster(request, reply, () => html(reply, 410, overPage(false)))
      return isPage ? html(reply, 200, thankYouPage(poster)) : { ok: true }
    } catch (error) {
      const page = { code: request.params.code, poster, now: now(), typed: typedTexts(body) }
      return sendAgain(reply, error, isPage, problem => {
        reply.header('x-robots-tag', 'noindex')
        return posterPage({ ...page, ...wrongWith(problem) })
      })
    }
  }

  async function send(request: PosterRequest, { lostId }: Poster, body: unknown, photo?: Buffer) {
    const { ago, where, state, note, phone } = posterSightingSchema.parse(body)
    const network = networkOf(request.ip)
    await limits.take('sightingOfAddress', network, request.limitHeaders)
    await takeOfCase(lostId, state === 'holding' && photo !== undefined)
    const at = new Date(now().getTime() - SIGHTING_AGES[ago] * MINUTE_MS)
    const sighting = { at, lat: null, lng: null, where, state, note: note || null, phone: phone || null }
    if (!photo) return keep(lostId, { ...sighting, evidenceKey: null })
    const upload = { sender: network, senderNow: async () => null, photo }
    return storeEvidence(services, upload, (_, key) => keep(lostId, { ...sighting, evidenceKey: key }))
  }

  /** Above a case's limit of a day there is still room for somebody who has the dog and sends its photo. */
  async function takeOfCase(lostId: string, isShown: boolean): Promise<void> {
    if (isShown && !(await limits.allows('posterSighting', lostId))) await limits.take('posterHolding', lostId)
    else if (!isShown) await limits.take('posterSighting', lostId)
  }

  const keep = (lostId: string, sighting: NewSightingRow) =>
    write(null, async (trx, effects) => {
      const order = { now: now(), isLimited: limits.isEnabled }
      const stored = await addPosterSighting(trx, lostId, sighting, order)
      if (stored === 'case-closed') return stored
      const told = unwrapOrThrow(stored, UPLOAD_TOO_SLOW)
      await sightingTold(trx, effects, { ...told, state: sighting.state }, order.now)
      return null
    })
}

/** What is wrong. What refuses a photo does not name its field. */
const wrongWith = (problem: ErrorBody) =>
  ['not-a-photo', 'photo-too-large', 'too-many-pixels'].includes(problem.reason)
    ? { fieldErrors: { photo: problem.message } }
    : problemsOf(problem, FIELDS)
