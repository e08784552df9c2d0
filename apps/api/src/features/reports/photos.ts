import { findKeptPhoto } from '@barkyard/db/queries/kept-photos'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { fileNames } from '../storage/photo-storage.ts'

/** `GET /admin/reports/{id}/photos/{photoId}`: the copy of a photo that a report keeps. Admins only. */
export function registerReportPhotos(scope: FastifyInstance, services: Services): void {
  scope.get<{ Params: { id: string; photoId: string } }>(
    '/admin/reports/:id/photos/:photoId',
    { config: { access: 'admin' } },
    async (request, reply) => {
      const { id, photoId } = request.params
      // Tried twice: the copy may get its new key between the query and the read.
      const file = (await readKept(services, id, photoId)) ?? (await readKept(services, id, photoId))
      if (!file) throw notFound('Photo')
      return reply
        .type('image/webp')
        .header('cache-control', 'no-store')
        .header('content-length', file.size)
        .send(file.body)
    },
  )
}

async function readKept({ db, photos }: Services, id: string, photoId: string) {
  const key = await findKeptPhoto(db, id.toLowerCase(), photoId.toLowerCase())
  return key === undefined ? null : photos.read(fileNames(key).large)
}
