import { findKeptPhoto } from '@barkyard/db/queries/reports/case-details'
import { readId } from '@barkyard/domain/schemas/fields'
import type { FastifyInstance } from 'fastify'
import { requireCaller } from '../../platform/access/requirements.ts'
import { AppError } from '../../platform/errors.ts'
import { PRIVATE_PHOTO } from '../../platform/rest/contents.ts'
import { ANY, errors, type RoutePaths } from '../../platform/rest/responses.ts'
import { fileNames, sendPrivately } from '../../platform/storage/photo-storage.ts'
import type { Services } from '../../services.ts'

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
      const { id, photoId } = request.params
      const { userId } = requireCaller(request.caller)
      // Tried twice: the copy may get its new key between the query and the read.
      const file = (await readKept(services, id, photoId, userId)) ?? (await readKept(services, id, photoId, userId))
      if (!file) throw new AppError('photo-not-found')
      return sendPrivately(reply, file)
    },
  )
}

async function readKept({ db, photos }: Services, id: string, photoId: string, adminId: string) {
  const key = await findKeptPhoto(db, readId(id), readId(photoId), adminId)
  if (key === 'party-of-case' || key === 'not-admin') throw new AppError(key)
  return key === undefined ? null : photos.read(fileNames(key).large)
}
