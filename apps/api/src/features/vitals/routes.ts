import { vitalsSchema } from '@barkyard/domain/schemas/vitals'
import { VITALS_MAX_BYTES } from '@barkyard/domain/vitals'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../platform/access/network.ts'
import { ANY, errors, type RoutePaths, takes, WRITE } from '../../platform/rest/responses.ts'
import type { Services } from '../../services.ts'

/** Takes what a page measured. Who sent it is not asked: the address is only counted for the limit. */
export function registerVitals(api: FastifyInstance, { vitals, limits }: Services): void {
  if (!vitals) return
  api.post('/vitals', { config: { access: 'uncounted' }, bodyLimit: VITALS_MAX_BYTES }, async (request, reply) => {
    await limits.take('vitals', networkOf(request.ip))
    vitals.count(vitalsSchema.parse(request.body))
    return reply.status(204).send()
  })
}

const EXAMPLE = { route: 'sniff', lcp: 1180, inp: 96, cls: 0.02, ttfb: 85 }

export const VITALS_PATHS: RoutePaths = {
  'POST /vitals': {
    tags: ['operation'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: vitalsSchema, example: EXAMPLE } } },
    responses: {
      204: { description: 'It is counted.' },
      ...errors(['invalid-input', 'address-not-found', ...WRITE, ...ANY], takes(vitalsSchema)),
    },
  },
}
