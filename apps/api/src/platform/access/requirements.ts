import { hasRight, type Right } from '@barkyard/domain/rights'
import type { TokenScope } from '@barkyard/domain/token'
import { type DogViewer, type Owner, ownerAs, type Viewer } from '@barkyard/domain/visibility'
import { AppError } from '../errors.ts'
import type { Caller } from './sessions.ts'

export const notSignedIn = () => new AppError('not-signed-in')

export function requireCaller(caller: Caller | null): Caller {
  if (!caller) throw notSignedIn()
  return caller
}

export function requireRight({ role, lacksPasskey }: Caller, right: Right): void {
  if (lacksPasskey) throw new AppError('passkey-required')
  if (!hasRight(role, right)) throw new AppError('not-admin')
}

export const actingAsAnotherDog = () => new AppError('acting-as-another-dog')

/** Personal data stays untouched while an admin acts as another owner's dog. */
export function requireNotImpersonating(caller: Caller): void {
  if (caller.isImpersonating) throw actingAsAnotherDog()
}

/** Calls that tokens may not make: a stolen token must not take over the account. */
export function requireSession(caller: Caller): void {
  if (caller.isToken) throw new AppError('token')
}

export function requireScope(caller: Caller, scope: TokenScope): void {
  if (caller.scopes && !caller.scopes.includes(scope)) throw new AppError('scope')
}

/** Whether a caller's account is suspended at `now`. A suspension that has ended no longer counts, even before the job lifts it. */
export const isSuspended = ({ suspension }: Caller, now: Date): boolean =>
  suspension !== null && (suspension.until === null || suspension.until > now)

/** A suspended account may only use routes and procedures that set `whileSuspended`. */
export function requireNotSuspended(caller: Caller, now: Date): void {
  if (!caller.suspension || !isSuspended(caller, now)) return
  throw new AppError('suspended', { suspension: caller.suspension })
}

/** The same for what is asked once a body is read. @throws AppError not-signed-in, suspended */
export function requireActive(caller: Caller | null, now: Date): Caller {
  const known = requireCaller(caller)
  requireNotSuspended(known, now)
  return known
}

/** @returns the acting dog, as which the caller looks. */
export function requireActingDog({ actingUserId, actingDogId }: Caller): DogViewer {
  if (!actingDogId) throw new AppError('no-active-dog')
  return { kind: 'dog', userId: actingUserId, dogId: actingDogId }
}

/** Through whose eyes a caller looks: the impersonated dog's owner's, else their own. */
export const actingOwner = ({ actingUserId, actingDogId }: Caller): Owner => ownerAs(actingUserId, actingDogId)

/** The same for what callers with a right see, and may change, of everybody. */
export const viewerOf = (caller: Caller, right: Right = 'dogs'): Viewer =>
  hasRight(caller.role, right) ? { kind: 'admin' } : actingOwner(caller)

/** A caller before what is their own, whichever dog they act as. */
export const ownerOf = ({ userId }: Caller): Owner => ({ kind: 'owner', userId })
