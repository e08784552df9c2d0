import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { webFolder } from './web-folder.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** Photos under /photos/: names are random and never used again, so caches may keep them for good. */
export function registerPhotos(app: FastifyInstance, { photos }: Parts): void {
  app.get<{ Params: { name: string } }>('/photos/:name', async (request, reply) => {
    const file = await photos.read(request.params.name)
    if (!file) throw notFound('Photo')
    return reply
      .type('image/webp')
      .header('cache-control', FOR_GOOD)
      .header('content-length', file.size)
      .send(file.body)
  })
}

/** The web app: its files, and its page for every path that is nobody else's. */
export async function registerWeb(
  app: FastifyInstance,
  { config }: Parts,
): Promise<{ page(reply: FastifyReply): FastifyReply }> {
  const root = webFolder()
  const file = join(root, 'index.html')
  const tileUrl = config.tileUrl.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
  const html = existsSync(file)
    ? readFileSync(file, 'utf8').replace('</head>', `<meta name="tile-url" content="${tileUrl}"></head>`)
    : '<!doctype html><title>Barkyard</title><p>The web app is not built: run pnpm build.'
  const page = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  app.get('/', (_, reply) => page(reply))
  if (existsSync(root)) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      // Hashed files are kept for good, the others asked for again.
      setHeaders: (reply, path) => reply.header('cache-control', path.includes('/assets/') ? FOR_GOOD : 'no-cache'),
      globIgnore: ['**/index.html*'],
    })
  }
  return { page }
}
