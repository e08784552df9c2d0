import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { ANY, COUNTED, errors } from '../../platform/rest/responses.ts'

/** Photos of reports in the API reference. */
export const REPORT_PATHS: ZodOpenApiPathsObject = {
  '/admin/reports/{id}/photos/{photoId}': {
    get: {
      operationId: 'getReportPhoto',
      tags: ['admin'],
      summary: 'A photo that a report keeps',
      description: 'Available even after its owner has deleted it.',
      requestParams: {
        path: z.object({
          id: z.string().describe('The id of the report.'),
          photoId: z.string().describe('The id of the photo.'),
        }),
      },
      responses: {
        200: {
          description: 'The photo. It must not be cached.',
          headers: COUNTED,
          content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } },
        },
        ...errors([
          'not-signed-in',
          'suspended',
          'not-admin',
          'passkey-required',
          'passkey-required',
          'party-of-case',
          'photo-not-found',
          'photos-away',
          ...ANY,
        ]),
      },
    },
  },
}
