import { PHOTO_MAX_BYTES } from '@barkyard/domain/photo'
import { verificationSchema } from '@barkyard/domain/schemas/verification'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { notMultipart, photoMissing, severalPhotos } from '../../platform/http/read-upload.ts'
import { json } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors } from '../../platform/rest/responses.ts'

const requestParams = { path: z.object({ id: z.string().describe('The id of the verification.') }) }
const version = z
  .string()
  .describe('Not read. Each photo gets an address of its own by it, so that no page shows the one before.')

/** Evidence in the API reference. */
export const VERIFICATION_PATHS: ZodOpenApiPathsObject = {
  '/verifications/{id}/evidence': {
    get: {
      operationId: 'getEvidence',
      tags: ['verification'],
      summary: 'The photo that you sent for a verification',
      description: 'For its owner and for admins, until it is deleted. It is never public.',
      requestParams: { ...requestParams, query: z.object({ version: version.optional() }) },
      responses: {
        200: {
          description: 'The photo. It must not be cached.',
          headers: COUNTED,
          content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } },
        },
        ...errors(['not-signed-in', 'suspended', 'evidence-not-found', 'photos-away', ...ANY]),
      },
    },
    post: {
      operationId: 'sendEvidence',
      tags: ['verification'],
      summary: 'Send the photo for a verification',
      description:
        'Of your dog beside the four words, or of the vaccination record. A later photo replaces the former one until it is decided.',
      requestParams,
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z
              .object({
                photo: z.string().meta({
                  format: 'binary',
                  description: `JPEG, PNG or WebP, at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB and 50 megapixels.`,
                }),
              })
              .meta({ id: 'NewEvidence', description: 'A photo that shows it.' }),
            encoding: { photo: { contentType: 'image/jpeg, image/png, image/webp' } },
          },
        },
      },
      responses: {
        200: { description: 'The verification.', headers: COUNTED, content: json(verificationSchema) },
        ...errors(
          [
            'invalid-input',
            'malformed-upload',
            'malformed-request',
            'not-signed-in',
            'foreign-site',
            'suspended',
            'acting-as-another-dog',
            'body-too-large',
            'verification-not-found',

            'verification-closed',
            'idempotency-key-in-use',
            'photo-too-large',
            'too-many-pixels',
            'wrong-content-type',
            'not-a-photo',
            'too-many-uploads',
            'photos-away',
            ...ANY,
          ],
          {
            thrown: {
              'invalid-input': photoMissing(),
              'malformed-upload': severalPhotos(),
              'wrong-content-type': notMultipart(),
            },
          },
        ),
      },
    },
  },
}
