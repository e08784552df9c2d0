import { findUser, type UserRow } from '@barkyard/db/queries/account/users'
import type { LimitHeaders } from '../../platform/access/limits.ts'
import { requireCaller } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { isRecentSignIn } from './recent-sign-in.ts'

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
