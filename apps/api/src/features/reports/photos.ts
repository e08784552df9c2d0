import { findKeptPhoto } from '@barkyard/db/queries/reports/case-details'
import { readId } from '@barkyard/domain/schemas/fields'
import type { FastifyInstance } from 'fastify'
import { requireCaller } from '../../platform/access/requirements.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { PRIVATE_PHOTO } from '../../platform/rest/contents.ts'
import { ANY, errors, type RoutePaths } from '../../platform/rest/responses.ts'
import type { Services } from '../../services.ts'
import { readLarge, sendPrivately } from '../photos/index.ts'

export const REPORT_PATHS: RoutePaths = {
  'GET /admin/reports/{id}/photos/{photoId}': {
    operationId: 'getReportPhoto',
    tags: ['admin'],
    summary: 'A photo that a report keeps',
    description: 'Available even after its owner has deleted it.',
    responses: {
      200: PRIVATE_PHOTO,
      ...errors([
        'not-signed-in',
        'suspended',
        'not-admin',
        'passkey-required',
        'party-of-case',
        'photo-not-found',
        'photos-away',
        ...ANY,
      ]),
    },
  },
}

/** `GET /admin/reports/{id}/photos/{photoId}`: the copy of a photo that a report keeps. Admins only. */
export function registerReportPhotos(scope: FastifyInstance, services: Services): void {
  scope.get<{ Params: { id: string; photoId: string } }>(
    '/admin/reports/:id/photos/:photoId',
    { config: { right: 'reports' } },
    async (request, reply) => {
      const [id, photoId] = [readId(request.params.id), readId(request.params.photoId)]
      const { userId } = requireCaller(request.caller)
      const read = async () => readLarge(services, unwrapOrThrow(await findKeptPhoto(services.db, id, photoId, userId)))
      // Tried twice: the copy may get its new key between the query and the read.
      return sendPrivately(reply, (await read()) ?? (await read()), 'photo-not-found')
    },
  )
}
