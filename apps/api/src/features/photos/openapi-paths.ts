import { PHOTO_MAX_BYTES, PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { photoSchema } from '@barkyard/domain/schemas/photo'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { notMultipart, photoMissing, severalPhotos } from '../../platform/http/read-upload.ts'
import { BYTES, json, OUTSIDE_API } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, headers } from '../../platform/rest/responses.ts'

/** The upload and the files in the API reference. */
export const PHOTO_PATHS: ZodOpenApiPathsObject = {
  '/photos/{name}.webp': {
    get: {
      operationId: 'getPhotoFile',
      tags: ['photos'],
      security: [],
      servers: OUTSIDE_API,
      summary: 'A file of a photo',
      description:
        'Take its address from `urlThumb` (longest side 320 px) or `urlLarge` (1600 px) of a photo: it begins at the root of the server, not under `/api`. It needs no sign-in, and may be cached for ever, because a name is never used again.',
      requestParams: {
        path: z.object({
          name: z.string().describe('The name of the file, from the photo.'),
        }),
      },
      responses: {
        200: { description: 'The picture.', headers: headers('X-Request-Id'), content: { 'image/webp': BYTES } },
        ...errors(['photo-not-found', 'server-fault', 'photos-away'], { uncounted: true }),
      },
    },
  },
  '/photos': {
    post: {
      operationId: 'addPhoto',
      tags: ['photos'],
      summary: 'Add a photo to a dog',
      description: `One file per request, with the fields in either order. At most ${PHOTOS_PER_DOG} photos per dog. The type is detected from the content, not from the name.`,
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z
              .object({
                dogId: z.string().meta({ description: 'The id of the dog.' }),
                photo: z.string().meta({
                  format: 'binary',
                  description: `JPEG, PNG or WebP, at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB and 50 megapixels.`,
                }),
              })
              .meta({ id: 'NewPhoto', description: 'A photo to add.' }),
            encoding: { photo: { contentType: 'image/jpeg, image/png, image/webp' } },
          },
        },
      },
      responses: {
        200: { description: 'The photo.', headers: COUNTED, content: json(photoSchema) },
        ...errors(
          [
            'invalid-input',
            'malformed-upload',
            'malformed-request',
            'not-signed-in',
            'foreign-site',
            'suspended',
            'not-your-dog',
            'body-too-large',
            'dog-not-found',
            'photos-full',
            'idempotency-key-in-use',
            'idempotency-key-reused',
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
