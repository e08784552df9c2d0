import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whether a person's browser sent a form: it is answered with pages, everything else with JSON. */
export const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** Whether a page of ours sends what somebody typed: its form, or its script, of which the browser says whose it is. */
export const isTyped = (request: FastifyRequest): boolean =>
  isForm(request) || request.headers['sec-fetch-site'] === 'same-origin'

/** A parameter of the address; '' if it is absent or repeated. */
export function queryText({ query }: FastifyRequest, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

/** Keeps something of a signed-out visitor's until they have signed in. Pages do not read it. */
export const keepForVisitor = (
  reply: FastifyReply,
  name: string,
  value: string,
  { seconds, isSecure }: { seconds: number; isSecure: boolean },
) => reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: seconds })

/** The version of a response, from what it is made of. */
export const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`

/** Whether the client already has this version. A proxy may have turned the tag into a weak one. */
export const isKnown = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some(tag => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
