import type { ErrorReason } from '@barkyard/domain/errors'
import { PHOTO_MAX_BYTES } from '@barkyard/domain/photo'
import { z } from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { notMultipart, photoMissing, severalPhotos } from '../http/read-upload.ts'
import { ANY, COUNTED, errors, headers, type Particulars, takes, WRITE } from './responses.ts'

// Parts of the descriptions of calls that are not procedures.

export const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
export const form = (schema: z.ZodType) => ({ 'application/x-www-form-urlencoded': { schema } })
export const text = { schema: z.string() }
export const BYTES = { schema: z.string().meta({ format: 'binary' }) }
/** The server of addresses that do not begin with /api. The document names it in full. */
export const OUTSIDE_API = [{ url: '/' }]
export const html = (description: string) => ({ description, headers: COUNTED, content: { 'text/html': text } })
export const redirect = (description: string) => ({ description, headers: { ...COUNTED, ...headers('Location') } })
/** For errors that a form gets as a page. */
export const withPage = { html: true }

/** What a call takes and answers that is sent JSON or, where a form gets pages, a form. */
export const takesBody = (
  schema: z.ZodObject,
  answers: ZodOpenApiResponsesObject,
  reasons: readonly ErrorReason[],
  { html, why, thrown }: Pick<Particulars, 'html' | 'why' | 'thrown'> = {},
) => ({
  requestBody: { required: true, content: { ...json(schema), ...(html && form(schema)) } },
  responses: {
    ...answers,
    ...errors([...ANY, 'invalid-input', ...WRITE, ...reasons], {
      ...takes(schema),
      html,
      why,
      thrown: { ...takes(schema).thrown, ...thrown },
    }),
  },
})

export const PRIVATE_PHOTO = {
  description: 'The photo. It must not be cached.',
  headers: COUNTED,
  content: { 'image/webp': BYTES },
}
export const PHOTO = z.string().meta({
  format: 'binary',
  description: `JPEG, PNG or WebP, at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB and 50 megapixels.`,
})
/** An upload of these fields, one of which is a photo. */
export const uploadBody = (schema: z.ZodObject) => ({
  'multipart/form-data': { schema, encoding: { photo: { contentType: 'image/jpeg, image/png, image/webp' } } },
})
export const UPLOAD = [
  'malformed-upload',
  'malformed-request',
  'body-too-large',
  'photo-too-large',
  'too-many-pixels',
  'wrong-content-type',
  'not-a-photo',
  'too-many-uploads',
  'photos-away',
] as const satisfies readonly ErrorReason[]
/** Reasons for which any upload of a signed-in user is refused. */
export const OWN_UPLOAD = [
  'invalid-input',
  ...UPLOAD,
  'not-signed-in',
  'foreign-site',
  'suspended',
  'idempotency-key-in-use',
  ...ANY,
] as const satisfies readonly ErrorReason[]
/** The refusals of a call that takes nothing but an upload. */
export const UPLOAD_ALONE = {
  thrown: {
    'invalid-input': photoMissing(),
    'malformed-upload': severalPhotos(),
    'wrong-content-type': notMultipart(),
  },
}
