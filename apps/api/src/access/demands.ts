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

/** @returns the acting dog. */
export function demandActingDog(caller: Caller): string {
  if (!caller.actingDogId) throw conflict('Choose an active dog first')
  return caller.actingDogId
}
