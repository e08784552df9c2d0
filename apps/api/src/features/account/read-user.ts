import { findUser } from '@barkyard/db/queries/account/users'
import { roleOf } from '@barkyard/db/queries/admins'
import { isStaff } from '@barkyard/domain/rights'
import type { User } from '@barkyard/domain/schemas/user'
import { isSuspended, notSignedIn } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import type { Services } from '../../services.ts'
import { findActingDog } from '../dogs/index.ts'

export async function readUser(services: Services, caller: Caller): Promise<User> {
  const { db, now } = services
  const [row, dog] = await Promise.all([findUser(db, caller.userId), findActingDog(services, caller)])
  if (!row) throw notSignedIn()
  // A token may lack the role of its owner.
  const role = caller.isToken && !isStaff(caller.role) ? 'owner' : roleOf(row)
  const suspended = isSuspended(caller, now())
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    city: row.city,
    lat: row.lat,
    lng: row.lng,
    isAdmin: role === 'admin',
    role,
    isImpersonating: caller.isImpersonating,
    emailVerified: row.email_verified_at !== null,
    requirePasskey: row.require_passkey,
    suspended,
    suspendedUntil: suspended ? (caller.suspension?.until?.toISOString() ?? null) : null,
    dog,
  }
}
