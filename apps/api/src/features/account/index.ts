import { isIP } from 'node:net'
import { findUser } from '@barkyard/db/queries/account/users'
import { roleOf } from '@barkyard/db/queries/admins'
import { mailboxOf } from '@barkyard/domain/email'
import { isStaff } from '@barkyard/domain/rights'
import type { User } from '@barkyard/domain/schemas/user'
import { isSuspended, notSignedIn } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { findActingDog } from '../dogs/index.ts'

export { accountNotice, greeting, RESET_PASSWORD, VERIFY_EMAIL } from './mails.ts'
export { requireRecentSignIn } from './proof-of-owner.ts'

/** In seconds. Mail starts when the operator names a server, so scripts need not ask often. */
export const NO_MAIL_RETRY_AFTER = 60 * 60

export function requireMail({ mails }: Services): void {
  if (!mails.isOn) throw new AppError('no-mail', { retryAfter: NO_MAIL_RETRY_AFTER })
}

/** @throws AppError for an address of a domain that the operator does not take */
export function requireAllowedDomain({ config }: Services, email: string): void {
  const domain = mailboxOf(email).split('@').at(-1) ?? ''
  if (config.blockedDomains.some(blocked => domain === blocked || domain.endsWith(`.${blocked}`)))
    throw new AppError('invalid-input', { path: 'email', message: 'Addresses of this provider cannot be used here' })
}

/** With an OpenID provider there is no password or address to change here. */
export function requireBuiltIn({ config }: Services): void {
  if (config.oidc) throw new AppError('password-not-found')
}

/** The refusal of signing in here while a provider keeps the accounts. */
export const accountsElsewhere = () =>
  new AppError('password-not-found', { message: 'Another service keeps the accounts here. Please log in there.' })

/** The same for scripts. */
export const OPENID = {
  'password-not-found': 'An OpenID provider keeps the accounts: `GET /login` leads there.',
} as const

/** Passkeys belong to a domain, so at a bare IP address there are none. With a provider nobody signs in here. */
export const canHavePasskeys = ({ config: { oidc, publicUrl } }: Services): boolean =>
  !oidc && isIP(publicUrl.hostname.replace(/^\[|\]$/g, '')) === 0

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
