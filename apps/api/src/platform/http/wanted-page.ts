import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepForVisitor } from './request.ts'

const NAME = 'wanted-page'
const SECONDS = 60 * 60
/** In characters. The app's addresses are much shorter. */
const MAX = 500

/** An address as a path of this site with its query; null for one that a browser would read as another site's, and for calls. */
function ownPage(address: string): string | null {
  if (address.length > MAX || !URL.canParse(address, 'http://page')) return null
  const { host, pathname, search } = new URL(address, 'http://page')
  const isOwn = host === 'page' && /^\/(?![/\\])/.test(pathname) && !/^\/(api|photos|calendar)\//.test(pathname)
  return isOwn && pathname !== '/' ? pathname + search : null
}

/** Keeps the page that a signed-out visitor has asked for until they have signed in, an OpenID provider later or not. */
export function keepWantedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { isSecure }: { isSecure: boolean },
): void {
  // A browser asks for icons and the like too.
  if (!request.headers.accept?.includes('text/html')) return
  const wanted = ownPage(request.url)
  if (wanted !== null) keepForVisitor(reply, NAME, wanted, { seconds: SECONDS, isSecure })
}

/** The page that was kept, once. */
export function takeWantedPage(request: FastifyRequest, reply: FastifyReply): string | null {
  const kept = request.cookies[NAME]
  if (kept === undefined) return null
  reply.clearCookie(NAME, { path: '/' })
  return ownPage(kept)
}
