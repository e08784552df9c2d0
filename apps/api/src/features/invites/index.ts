import { isInviteCode } from '@barkyard/domain/invite'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepForVisitor } from '../../platform/http/request.ts'

const NAME = 'invite'
const DAYS = 30

/** Keeps the code of an invitation until the visitor signs up, maybe days later. @returns it; undefined: by none. */
export function keepInvite(
  request: FastifyRequest,
  reply: FastifyReply,
  { isSecure }: { isSecure: boolean },
): string | undefined {
  const code = new URL(request.url, 'http://page').searchParams.get('invite')
  if (request.session.get('id') !== undefined) return undefined
  if (!isInviteCode(code)) return inviteOf(request)
  keepForVisitor(reply, NAME, code, { seconds: DAYS * 24 * 60 * 60, isSecure })
  return code
}

/** The code by which a visitor came. Whether it is anybody's is not known yet. */
export const inviteOf = (request: FastifyRequest): string | undefined => request.cookies[NAME]

export function forgetInvite(request: FastifyRequest, reply: FastifyReply): void {
  if (inviteOf(request) !== undefined) reply.clearCookie(NAME, { path: '/' })
}
