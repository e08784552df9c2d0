import type { Trx } from '@barkyard/db/open'
import { isJoinCode, useJoinCode } from '@barkyard/db/queries/sign-in/join-codes'
import { hashToken } from '../../platform/access/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { requireAllowedDomain } from '../account/index.ts'

interface Newcomer {
  email: string
  /** Of `pnpm admin invite`. */
  code?: string | undefined
}

/**
 * Refuses who may not make an account here.
 * @param trx the transaction that makes it, which uses the code once. Without it the code is only looked at.
 */
export async function requireMayJoin(services: Services, { email, code = '' }: Newcomer, trx?: Trx): Promise<void> {
  const { config, db, now } = services
  if (config.signUp === 'closed') throw new AppError('signup-closed')
  requireAllowedDomain(services, email)
  if (config.signUp === 'open') return
  const hash = hashToken(code)
  const isLiving = trx ? await useJoinCode(trx, hash, now()) : await isJoinCode(db, hash, now())
  if (!isLiving) throw new AppError('signup-by-invite')
}
