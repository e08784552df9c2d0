import { z } from 'zod'
import { html, json } from '../rest/contents.ts'
import { headers, type RoutePaths } from '../rest/responses.ts'

const healthSchema = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'unavailable'])
      .describe('degraded: only the bus between processes is down. unavailable: the database is down.'),
    version: z.string().describe('The release that runs; only for admins.').optional(),
  })
  .meta({ id: 'Health', description: 'The state of the server.' })

const operation = { tags: ['operation'], security: [] }
const answered = (description: string, schema: z.ZodType) => ({
  description,
  headers: headers('X-Request-Id'),
  content: json(schema),
})
const NOT_READY = { 'application/json': { schema: healthSchema, example: { status: 'unavailable' } } }

const versioned = (description: string, schema: z.ZodType) => ({
  ...answered(description, schema),
  headers: headers('X-Request-Id', 'ETag'),
})
const UNCHANGED = { description: 'You have the newest version.', headers: headers('X-Request-Id', 'ETag') }

/** The server itself, and its documents. */
export const OPERATION_PATHS: RoutePaths = {
  'GET /health': {
    ...operation,
    operationId: 'getHealth',
    summary: 'Whether the app is ready to serve requests',
    description: 'For load balancers: with 503, send no requests to this process.',
    responses: {
      200: answered('The app is ready.', healthSchema),
      503: {
        ...answered('The database cannot be reached.', healthSchema),
        content: NOT_READY,
        headers: headers('X-Request-Id', 'Retry-After'),
      },
    },
  },
  'GET /live': {
    ...operation,
    operationId: 'getLiveness',
    summary: 'Whether the process is running',
    description: 'Does not check the database.',
    responses: { 200: answered('The process is running.', healthSchema) },
  },
  'GET /openapi.json': {
    ...operation,
    operationId: 'getOpenapiDocument',
    summary: 'This document',
    description: 'OpenAPI 3.1, for client generators.',
    responses: {
      200: versioned('The document.', z.looseObject({ openapi: z.string().describe('The version of OpenAPI.') })),
      304: UNCHANGED,
    },
  },
  'GET /asyncapi.json': {
    ...operation,
    operationId: 'getAsyncapiDocument',
    summary: 'The socket and the event stream',
    description: 'AsyncAPI 3, frame by frame.',
    responses: {
      200: versioned('The document.', z.looseObject({ asyncapi: z.string().describe('The version of AsyncAPI.') })),
      304: UNCHANGED,
    },
  },
  'GET /docs': {
    ...operation,
    operationId: 'showReference',
    summary: 'This document as a page',
    description: 'Guides, and every call with its shapes and examples. Needs no internet.',
    responses: { 200: { ...html('The page.'), headers: headers('X-Request-Id') } },
  },
}
