import type { Db, Trx } from '@barkyard/db/open'
import { hasPasskey } from '@barkyard/db/queries/passkeys/passkeys'
import { sessionStartedAt } from '@barkyard/db/queries/sign-in/sessions'
import { RECENT_SIGN_IN_MS } from '@barkyard/domain/passkey'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError } from '../../platform/errors.ts'

export async function isRecentSignIn(db: Db | Trx, { id }: Caller, now: Date): Promise<boolean> {
  const startedAt = await sessionStartedAt(db, id)
  return startedAt !== undefined && now.getTime() - startedAt.getTime() <= RECENT_SIGN_IN_MS
}

/** For what decides who gets in: a recent sign-in, with a passkey if the account has one. @throws AppError */
export async function requireRecentSignIn(db: Db | Trx, caller: Caller, now: Date): Promise<void> {
  const asksPasskey = caller.passkeyId === null && (await hasPasskey(db, caller.userId))
  if (asksPasskey)
    throw new AppError('sign-in-again', {
      message: 'Please sign in with your passkey first, then do this within 10 minutes',
    })
  if (!(await isRecentSignIn(db, caller, now))) throw new AppError('sign-in-again')
}
