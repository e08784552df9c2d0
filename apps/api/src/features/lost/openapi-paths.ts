import { newSightingSchema, posterSightingSchema, sightedSchema } from '@barkyard/domain/schemas/lost'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { z } from 'zod'
import { severalPhotos } from '../../platform/http/read-upload.ts'
import {
  form,
  html,
  json,
  PHOTO,
  PRIVATE_PHOTO,
  text,
  UPLOAD,
  uploadBody,
  withPage,
} from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, type RoutePaths, takes, WRITE } from '../../platform/rest/responses.ts'

const uploadOf = (schema: z.ZodObject, id: string) =>
  uploadBody(
    schema
      .extend({ photo: PHOTO.optional() })
      .meta({ id, description: 'The same fields as text, with a photo of the dog.' }),
  )
const thrown = { 'malformed-upload': severalPhotos() }
const ofCode = {
  tags: ['lost'],
  security: [],
  requestParams: { path: z.object({ code: z.string().describe('The code on the poster.') }) },
}
const OVER = html('“This dog is home” or “This search has ended”, and nothing else.')
const UNKNOWN = html('No search has this code.')

/** Calls of lost dogs that are not procedures. */
export const LOST_PATHS: RoutePaths = {
  'POST /lost/{id}/sightings': {
    tags: ['lost'],
    security: [{ cookie: [] }],
    requestParams: { path: z.object({ id: z.string().describe('The id of the search.') }) },
    requestBody: {
      required: true,
      content: { ...json(newSightingSchema), ...uploadOf(newSightingSchema, 'NewSightingForm') },
    },
    responses: {
      200: { description: 'It is stored.', headers: COUNTED, content: json(sightedSchema) },
      ...errors(
        [
          'invalid-input',
          ...WRITE,
          ...UPLOAD,
          'not-signed-in',
          'suspended',
          'token',
          'acting-as-another-dog',
          'own-lost-dog',
          'lost-not-found',
          'case-closed',
          'idempotency-key-in-use',
          ...ANY,
        ],
        { ...takes(newSightingSchema), thrown },
      ),
    },
  },
  'GET /sightings/{id}/photo': {
    tags: ['lost'],
    requestParams: { path: z.object({ id: z.string().describe('The id of the sighting.') }) },
    responses: {
      200: PRIVATE_PHOTO,
      ...errors(['not-signed-in', 'suspended', 'photo-not-found', 'photos-away', ...ANY]),
    },
  },
  'GET /lost/p/{code}': {
    ...ofCode,
    responses: { 200: html('The page.'), 404: UNKNOWN, 410: OVER, ...errors([...ANY], withPage) },
  },
  'POST /lost/p/{code}': {
    ...ofCode,
    requestBody: {
      required: true,
      content: {
        ...json(posterSightingSchema),
        ...form(posterSightingSchema),
        ...uploadOf(posterSightingSchema, 'PosterSightingForm'),
      },
    },
    responses: {
      200: {
        description: 'The owner has been told. A form gets a page that says so.',
        headers: COUNTED,
        content: { ...json(doneSchema), 'text/html': text },
      },
      404: UNKNOWN,
      410: OVER,
      ...errors(['invalid-input', ...WRITE, ...UPLOAD, ...ANY], {
        ...withPage,
        ...takes(posterSightingSchema),
        thrown,
      }),
    },
  },
}
