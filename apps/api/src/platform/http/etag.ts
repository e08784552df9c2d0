import { createHash } from 'node:crypto'

/** The version of a response, from what it is made of. */
export const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`

/** Whether the client already has this version. A proxy may have turned the tag into a weak one. */
export const isKnown = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some(tag => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
