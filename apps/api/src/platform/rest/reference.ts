import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { logoSvg } from '@barkyard/art/logo'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { fontFaces } from '../http/page-shell.ts'
import { etagOf, isKnown } from '../http/request.ts'
import { REFERENCE_SCRIPT } from './reference-script.ts'
import { REFERENCE_STYLE } from './reference-style.ts'

export type DocumentName = 'openapi.json' | 'asyncapi.json'

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js']

const page = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Barkyard API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<style>${fontFaces()}${REFERENCE_STYLE}</style>
<script src="/theme.js"></script>
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body>
<header><a class="logo" href="/">${logoSvg({ size: 36 })}<span>Barkyard</span></a>
<nav aria-label="Documents"><a href="/api/openapi.json">OpenAPI</a> <a href="/api/asyncapi.json">AsyncAPI</a></nav></header>
<div id="reference"><noscript>This page needs JavaScript. The document itself is at /api/openapi.json.</noscript></div>
</body>
</html>`

/** The API documents, and a page that shows them and tries out calls. It loads nothing from other servers. */
export async function registerReference(
  scope: FastifyInstance,
  { publicUrl }: Config,
  makeDocument: (name: DocumentName, server: URL) => Promise<object>,
): Promise<void> {
  const address = serverUrl(publicUrl)
  const open = { config: { access: 'uncounted' } } as const
  for (const name of ['openapi.json', 'asyncapi.json'] as const) {
    // Made on the first request, because it takes up to a fifth of a second and most processes never serve it.
    let document: { text: string; etag: string } | undefined
    scope.get(`/${name}`, open, async (request, reply) => {
      if (!document) {
        const text = JSON.stringify(await makeDocument(name, address))
        document = { text, etag: etagOf(text) }
      }
      const { text, etag } = document
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await scope.register(fastifyStatic, { root, serve: false, decorateReply: true })
  const html = page()
  scope.get('/docs', open, async (_, reply) => reply.type('text/html; charset=utf-8').send(html))
  scope.get('/docs/start.js', open, async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(REFERENCE_SCRIPT),
  )
  for (const file of FILES) {
    scope.get(`/docs/${file}`, open, (_, reply) =>
      reply.header('cache-control', 'public, max-age=86400').sendFile(file, { cacheControl: false }),
    )
  }
}

/** The server's address in the committed documents: the one that `npm start` uses. */
export const LOCAL_SERVER = new URL('http://127.0.0.1:3000')

/**
 * The server's address for scripts. "localhost" may mean ::1 to them, where nothing listens, and tools that read the
 * documents treat it as a forgotten placeholder.
 * @param publicUrl the address for people.
 */
function serverUrl(publicUrl: URL): URL {
  const url = new URL(publicUrl)
  if (url.hostname === 'localhost') url.hostname = LOCAL_SERVER.hostname
  return url
}
