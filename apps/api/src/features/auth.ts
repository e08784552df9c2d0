import { findDog } from '@barkyard/db/queries/dogs'
import { findUser } from '@barkyard/db/queries/users'
import { type User, userSchema } from '@barkyard/domain/schemas/user'
import { z } from 'zod'
import { isSuspended, notSignedIn } from '../access/demands.ts'
import type { Caller } from '../access/sessions.ts'
import type { Services } from '../services.ts'
import { evenSuspendedProcedure, router } from '../trpc/init.ts'

/** The signed-in user with their own data and the acting dog. */
export async function readUser({ db, now }: Services, caller: Caller): Promise<User> {
  const [row, acting] = await Promise.all([
    findUser(db, caller.userId),
    caller.actingDogId ? findDog(db, caller.actingDogId, null) : undefined,
  ])
  if (!row) throw notSignedIn()
  const suspended = isSuspended(caller, now())
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    city: row.city,
    lat: row.lat,
    lng: row.lng,
    // A token may lack admin rights although its owner is an admin.
    isAdmin: row.is_admin && (caller.isAdmin || !caller.isToken),
    isImpersonating: caller.isImpersonating,
    emailVerified: row.email_verified_at !== null,
    suspended,
    suspendedUntil: suspended ? (caller.suspension?.until?.toISOString() ?? null) : null,
    dog: acting?.dog ?? null,
  }
}

export const authRouter = router({
  user: evenSuspendedProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/auth/user', tags: ['auth'], operationId: 'getMyself' },
        summary: 'The signed-in user',
        description: 'With a token, `isAdmin` says whether the token has admin rights.',
      },
    })
    .input(z.void())
    .output(userSchema)
    .query(({ ctx }) => readUser(ctx.services, ctx.caller)),
})
