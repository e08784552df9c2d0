import type { FastifyRequest } from 'fastify'

/** A parameter of the address; '' if it is absent or repeated. */
export function queryText({ query }: FastifyRequest, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
