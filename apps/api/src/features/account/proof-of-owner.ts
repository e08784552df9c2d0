import type { Db, Trx } from '@barkyard/db/open'
import { findUser, type UserRow } from '@barkyard/db/queries/account/users'
import { hasPasskey } from '@barkyard/db/queries/passkeys/passkeys'
import { sessionStartedAt } from '@barkyard/db/queries/sign-in/sessions'
import { RECENT_SIGN_IN_MS } from '@barkyard/domain/passkey'
import type { LimitHeaders } from '../../platform/access/limits.ts'
import { requireCaller } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'

/**
 * Checks that the account's owner makes the call, not just somebody with their cookie. Attempts are counted before the
 * password is hashed; correct ones are given back.
 * @throws AppError FORBIDDEN if the password is wrong, BAD_REQUEST if it is missing, TOO_MANY_REQUESTS
 */
export async function requireOwner(
  { db, limits, passwords, config, now }: Services,
  caller: Caller,
  password: string | undefined,
  limitHeaders?: LimitHeaders,
): Promise<UserRow> {
  const user = await findUser(db, caller.userId)
  if (!user) requireCaller(null)
  if (user?.is_demo) throw new AppError('demo')
  if (config.oidc) {
    // There is no password to check. A recent sign-in at the provider replaces it.
    if (!(await isRecentSignIn(db, caller, now()))) throw new AppError('sign-in-again')
  } else {
    if (password === undefined)
      throw new AppError('invalid-input', { message: 'Please enter your password', path: 'password' })
    const key = `own ${caller.userId}`
    await limits.take('signInOfEmail', key, limitHeaders)
    const isRight = await passwords.verify(user?.password_hash, password).catch(async error => {
      await limits.giveBack('signInOfEmail', key)
      throw error
    })
    if (!isRight) throw new AppError('wrong-password')
    await limits.giveBack('signInOfEmail', key)
  }
  return user as UserRow
}

async function isRecentSignIn(db: Db | Trx, { id }: Caller, now: Date): Promise<boolean> {
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
