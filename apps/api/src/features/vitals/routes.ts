import { vitalsSchema } from '@barkyard/domain/schemas/vitals'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../platform/access/network.ts'
import { ANY, errors, type RoutePaths, takes, WRITE } from '../../platform/rest/responses.ts'
import type { Services } from '../../services.ts'

const BODY_MAX_BYTES = 2_048

/** Takes what a page measured. Who sent it is not asked: the address is only counted for the limit. */
export function registerVitals(api: FastifyInstance, { vitals, limits }: Services): void {
  if (!vitals) return
  api.post('/vitals', { config: { access: 'uncounted' }, bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
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
    operationId: 'sendVitals',
    summary: 'Say how fast a page felt',
    description: `The web app sends it for one page in ten. Neither who sent it nor from where is kept. At most ${BODY_MAX_BYTES} bytes. With \`VITALS=0\` this address does not exist.`,
    requestBody: { required: true, content: { 'application/json': { schema: vitalsSchema, example: EXAMPLE } } },
    responses: {
      204: { description: 'It is counted.' },
      ...errors(['invalid-input', 'address-not-found', ...WRITE, ...ANY], takes(vitalsSchema)),
    },
  },
}
