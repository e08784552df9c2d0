import { newSightingSchema, posterSightingSchema, sightedSchema } from '@barkyard/domain/schemas/lost'
import { doneSchema } from '@barkyard/domain/schemas/match'
import type { z } from 'zod'
import { LIMITS } from '../../platform/access/limits.ts'
import { severalPhotos } from '../../platform/http/read-upload.ts'
import {
  form,
  html,
  json,
  OWN_UPLOAD,
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
}
const OVER = html('“This dog is home” or “This search has ended”, and nothing else.')
const UNKNOWN = html('No search has this code.')

export const LOST_PATHS: RoutePaths = {
  'POST /lost/{id}/sightings': {
    operationId: 'sendSighting',
    tags: ['lost'],
    security: [{ cookie: [] }],
    summary: 'Say that you saw a lost dog',
    description: `Its owner is told at once. If you hold the dog or it is injured, and you send a photo, you get the owner’s phone number where they show it, in at most three cases a week. At most ${LIMITS.sighting.points} an hour.`,
    requestBody: {
      required: true,
      content: { ...json(newSightingSchema), ...uploadOf(newSightingSchema, 'NewSightingForm') },
    },
    responses: {
      200: { description: 'It is stored.', headers: COUNTED, content: json(sightedSchema) },
      ...errors(
        [...WRITE, ...OWN_UPLOAD, 'token', 'acting-as-another-dog', 'own-lost-dog', 'lost-not-found', 'case-closed'],
        { ...takes(newSightingSchema), thrown },
      ),
    },
  },
  'GET /sightings/{id}/photo': {
    operationId: 'getSightingPhoto',
    tags: ['lost'],
    summary: 'The photo of a sighting',
    description: 'For the owner of the lost dog and moderators. It is never public.',
    responses: {
      200: PRIVATE_PHOTO,
      ...errors(['not-signed-in', 'suspended', 'photo-not-found', 'photos-away', ...ANY]),
    },
  },
  'GET /lost/p/{code}': {
    ...ofCode,
    operationId: 'showPoster',
    summary: 'The page behind the code on a poster',
    description: 'For browsers, without an account and without JavaScript.',
    responses: { 200: html('The page.'), 404: UNKNOWN, 410: OVER, ...errors([...ANY], withPage) },
  },
  'POST /lost/p/{code}': {
    ...ofCode,
    operationId: 'sendPosterSighting',
    summary: 'Say without an account that you saw a lost dog',
    description: `Its owner is told at once. At most ${LIMITS.sightingOfAddress.points} an hour from one network, and ${LIMITS.posterSighting.points} a day for a search, with ${LIMITS.posterHolding.points} more of people who hold the dog and send a photo.`,
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
