import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../rest/document.ts'

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Barkyard API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body><main id="reference"></main></body>
</html>`

// Without a validator badge: nothing is asked of other servers.
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null, tryItOutEnabled: true, withCredentials: true })`

/** The OpenAPI document, and a page that shows it and tries its calls; everything comes from here. */
export async function registerReference(scope: FastifyInstance): Promise<void> {
  const document = openApiDocument()
  const open = { config: { access: 'uncounted' } } as const
  scope.get('/openapi.json', open, async () => document)
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await scope.register(fastifyStatic, { root, serve: false, decorateReply: true })
  scope.get('/docs', open, async (_, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  scope.get('/docs/start.js', open, async (_, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  for (const file of FILES) {
    scope.get(`/docs/${file}`, open, (_, reply) =>
      reply.header('cache-control', 'public, max-age=86400').sendFile(file, { cacheControl: false }),
    )
  }
}
