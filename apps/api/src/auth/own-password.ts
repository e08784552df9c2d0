import { sessionStartedAt } from '@barkyard/db/queries/sessions'
import { findUser, type UserRow } from '@barkyard/db/queries/users'
import { demandCaller } from '../access/demands.ts'
import type { Caller } from '../access/sessions.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { verifyPassword } from './passwords.ts'

/** Where an OpenID provider keeps the passwords, a sign-in within this time stands for one. */
const SIGNED_IN_WITHIN_MS = 10 * 60_000

/**
 * Demands that the owner of an account is at the keyboard, not just their cookie. Tries are limited before anything is
 * hashed; right ones are given back.
 * @throws AppError FORBIDDEN where the password is wrong, TOO_MANY_REQUESTS
 */
export async function demandOwner(
  { db, limits, config, now }: Services,
  caller: Caller,
  password: string | undefined,
): Promise<UserRow> {
  const user = await findUser(db, caller.userId)
  if (!user) demandCaller(null)
  if (user?.is_demo) throw new AppError('demo')
  if (config.oidc) {
    const startedAt = await sessionStartedAt(db, caller.id)
    if (!startedAt || now().getTime() - startedAt.getTime() > SIGNED_IN_WITHIN_MS) throw new AppError('sign-in-again')
  } else {
    const key = `own ${caller.userId}`
    await limits.take('signInOfEmail', key)
    const isRight = await verifyPassword(user?.password_hash, password ?? '').catch(async error => {
      await limits.giveBack('signInOfEmail', key)
      throw error
    })
    if (!isRight) throw new AppError('wrong-password')
    await limits.giveBack('signInOfEmail', key)
  }
  return user as UserRow
}
