import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names of the parameters that a call takes in its query. Default: none. */
    parameters?: readonly string[]
  }
}

/** The most unknown parameters that a refusal names. */
const NAMED_MAX = 10

/**
 * Refuses parameters that a call does not take: a misspelt filter would be ignored, and the answer taken for a filtered
 * one. Pages for everybody are left out, because whoever links to them may add some.
 */
export function refuseUnknownParameters(scope: FastifyInstance): void {
  scope.addHook('preHandler', async ({ query, routeOptions: { config } }) => {
    if (config.access === 'anybody') return
    const unknown = Object.keys(query as object).filter(name => !config.parameters?.includes(name))
    if (unknown.length > 0) throw unknownParameter(unknown.slice(0, NAMED_MAX))
  })
}

export const unknownParameter = (names: readonly string[]) =>
  new AppError('unknown-parameter', {
    path: names,
    message: `This call does not take ${names.join(', ')} in its address`,
  })
