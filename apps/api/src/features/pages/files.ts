import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isEvidence } from '@barkyard/domain/photo'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { webFolder } from '../../platform/data-file.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** Photos under /photos/. Names are random and never reused, so caches may keep them forever. */
export function registerPhotos(app: FastifyInstance, { photos }: Services): void {
  app.get<{ Params: { name: string } }>('/photos/:name', async (request, reply) => {
    const { name } = request.params
    const file = isEvidence(name) ? null : await photos.read(name)
    if (!file) throw new AppError('photo-not-found')
    return reply
      .type('image/webp')
      .header('cache-control', FOR_GOOD)
      .header('content-length', file.size)
      .send(file.body)
  })
}

/** The web app's files. Its pages are in web-pages.ts. */
export async function registerWebFiles(app: FastifyInstance): Promise<void> {
  const root = join(webFolder(), 'client')
  if (!existsSync(root)) return
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    // Files with a hash in their name are cached forever, the others revalidated.
    setHeaders: (reply, path) => reply.header('cache-control', path.includes('/assets/') ? FOR_GOOD : 'no-cache'),
    globIgnore: ['index.html*', '.vite/**', 'assets/**'],
  })
  // One route for all: a route for each of hundreds took a third of the app's start.
  const assets = new Set(readdirSync(join(root, 'assets')))
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    if (assets.has(name)) return reply.sendFile(`/assets/${name}`)
    reply.header('cache-control', 'no-store')
    throw new AppError('address-not-found')
  })
}
