import { pairOf } from '@barkyard/domain/matching'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { InsertObject } from 'kysely'
import { type Db, inTransaction } from '../src/open.ts'
import { createUser, updatePlace } from '../src/queries/account/users.ts'
import { insertDog } from '../src/queries/dogs/dogs.ts'
import { newId } from '../src/queries/ids.ts'
import type { Database } from '../src/schema.ts'
import { accepted } from './accepted.ts'

/** Adds rows as they are: those that no query makes like this, or not at such a time. */
export const addRow = <Table extends keyof Database>(
  db: Db,
  table: Table,
  rows: InsertObject<Database, Table> | readonly InsertObject<Database, Table>[],
) => db.insertInto<Table>(table).values(rows).execute()

/** Adds an account with the address `<name>@example.test`. @returns its id. */
export async function addOwner(db: Db, name: string): Promise<string> {
  const email = `${name}@example.test`
  return accepted(await createUser(db, { email, passwordHash: null, firstName: name, lastName: 'Hale' })).userId
}

const TRAITS = { breed: 'Corgi', size: 'small', sex: 'male', ageYears: 3, bio: null } as const

/** Adds a dog of an owner; null: of nobody. */
export const addDog = (db: Db, ownerId: string | null, name: string): Promise<Dog> =>
  inTransaction(db, trx => insertDog(trx, ownerId, { name, ...TRAITS, temperament: ['calm'] }, '2030-01-01'))

/** Moves an owner to a cell of the map; null: to no place. */
export const settle = (db: Db, userId: string, cell: number | null) =>
  inTransaction(db, trx => updatePlace(trx, userId, place => ({ ...place, cell })))

/** Adds an owner at a cell of the map, with a dog of this name. @returns who acts as it. */
export async function addOwnerWithDog(db: Db, name: string, cell: number | null = null) {
  const userId = await addOwner(db, newId())
  await settle(db, userId, cell)
  const { id } = await addDog(db, userId, name)
  return { kind: 'dog' as const, userId, dogId: id }
}

/** Adds a match of two dogs without a message. @returns its id. */
export async function addMatch(db: Db, dogId: string, otherDogId: string): Promise<string> {
  const [dog_a_id, dog_b_id] = pairOf(dogId, otherDogId)
  const match_id = newId()
  await addRow(db, 'matches', { id: match_id, dog_a_id, dog_b_id })
  await addRow(db, 'match_dogs', [
    { match_id, dog_id: dog_a_id, other_dog_id: dog_b_id },
    { match_id, dog_id: dog_b_id, other_dog_id: dog_a_id },
  ])
  return match_id
}
