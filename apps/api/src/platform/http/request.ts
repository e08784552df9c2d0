import type { FastifyRequest } from 'fastify'

/** Whether a person's browser sent a form: it is answered with pages, everything else with JSON. */
export const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** A parameter of the address; '' if it is absent or repeated. */
export function queryText({ query }: FastifyRequest, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
