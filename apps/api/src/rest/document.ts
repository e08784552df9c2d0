import type { FastifyInstance } from 'fastify'
import { generateOpenApiDocument } from 'trpc-openapi'
import type { Config } from '../config.ts'
import { appRouter } from '../trpc/root.ts'

/** The OpenAPI document of the REST paths. */
export function openApiDocument(publicUrl: URL) {
  return generateOpenApiDocument(appRouter, {
    title: 'Barkyard',
    version: '1.0.0',
    description: 'Everything the web app does, for scripts. Sign in with POST /login (JSON) and keep the cookie.',
    baseUrl: new URL('/api', publicUrl).href,
    securitySchemes: { cookie: { type: 'apiKey', in: 'cookie', name: 'session' } },
  })
}

export function registerDocument(scope: FastifyInstance, { publicUrl }: Config): void {
  const document = openApiDocument(publicUrl)
  scope.get('/openapi.json', async () => document)
}
