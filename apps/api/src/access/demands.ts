import { AppError, conflict, forbidden, NOT_SIGNED_IN } from '../errors.ts'
import type { Caller } from './sessions.ts'

export const notSignedIn = () => new AppError('UNAUTHORIZED', NOT_SIGNED_IN)

export function demandCaller(caller: Caller | null): Caller {
  if (!caller) throw notSignedIn()
  return caller
}

export function demandAdmin(caller: Caller): void {
  if (!caller.isAdmin) throw forbidden('Only admins may do this')
}

export const actingAsAnotherDog = () => forbidden("Not while you act as somebody else's dog", 'acting-as-another-dog')

/** What belongs to the person is not touched while they act as somebody else's dog. */
export function demandNotImpersonating(caller: Caller): void {
  if (caller.isImpersonating) throw actingAsAnotherDog()
}

/** What a token must not do, lest a stolen one takes the account. */
export function demandSession(caller: Caller): void {
  if (caller.isToken) throw forbidden('A token cannot do this. Sign in instead', 'token')
}

/** @returns the acting dog. */
export function demandActingDog(caller: Caller): string {
  if (!caller.actingDogId) throw conflict('Choose an active dog first')
  return caller.actingDogId
}
