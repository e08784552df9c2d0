import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Db } from '../src/open.ts'
import { createUser } from '../src/queries/account/users.ts'
import { insertDog } from '../src/queries/dogs/dogs.ts'
import { inTransaction } from '../src/transaction.ts'
import { accepted } from './accepted.ts'

/** Adds an account with the address `<name>@example.test`. @returns its id. */
export async function addOwner(db: Db, name: string): Promise<string> {
  const email = `${name}@example.test`
  return accepted(await createUser(db, { email, passwordHash: null, firstName: name, lastName: 'Hale' })).userId
}

const TRAITS = { breed: 'Corgi', size: 'small', sex: 'male', ageYears: 3, bio: null } as const

/** Adds a dog of an owner; null: of nobody. */
export const addDog = (db: Db, ownerId: string | null, name: string): Promise<Dog> =>
  inTransaction(db, trx => insertDog(trx, ownerId, { name, ...TRAITS, temperament: ['calm'] }, '2030-01-01'))
