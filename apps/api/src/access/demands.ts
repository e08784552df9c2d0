import { AppError } from '../errors.ts'
import type { Caller } from './sessions.ts'

export const notSignedIn = () => new AppError('not-signed-in')

export function demandCaller(caller: Caller | null): Caller {
  if (!caller) throw notSignedIn()
  return caller
}

export function demandAdmin(caller: Caller): void {
  if (!caller.isAdmin) throw new AppError('not-admin')
}

export const actingAsAnotherDog = () => new AppError('acting-as-another-dog')

/** What belongs to the person is not touched while they act as somebody else's dog. */
export function demandNotImpersonating(caller: Caller): void {
  if (caller.isImpersonating) throw actingAsAnotherDog()
}

/** What a token must not do, lest a stolen one takes the account. */
export function demandSession(caller: Caller): void {
  if (caller.isToken) throw new AppError('token')
}

/** @returns the acting dog. */
export function demandActingDog(caller: Caller): string {
  if (!caller.actingDogId) throw new AppError('no-active-dog')
  return caller.actingDogId
}
