import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** The largest JSON body of a call in bytes. Photos have their own limit. */
export const BODY_MAX_BYTES = 64 * 1024
/** The same for calls that name thousands of users. */
export const LARGE_BODY_MAX_BYTES = 1024 * 1024

/** No call takes anything nested deeper than a list in an object in a batch. */
const DEPTH_MAX = 32

/** @throws AppError if JSON is nested too deeply: parsing it costs a hundred times as much as flat JSON of the same size. */
export function requireShallow(json: string): void {
  let depth = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const char = json.charCodeAt(index)
    if (isInText) {
      if (char === 0x5c) index++
      else if (char === 0x22) isInText = false
    } else if (char === 0x22) isInText = true
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > DEPTH_MAX) throw new AppError('malformed-json', { message: 'This JSON is nested too deeply' })
    } else if (char === 0x5d || char === 0x7d) depth--
  }
}

/** Makes calls accept only JSON. An empty body counts as absent, as in a POST without input. */
export function parseOnlyJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  // Fields that could reach a prototype are dropped: unknown fields are ignored.
  const parse = server.getDefaultJsonParser('remove', 'remove')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text === '') return done(null, undefined)
    try {
      requireShallow(text)
    } catch (error) {
      return done(error instanceof Error ? error : null)
    }
    parse(request, text, done)
  })
}
