import type { Dog, DogChanges, NewDog } from '@barkyard/domain/schemas/dog'
import { activeSince } from '@barkyard/domain/verification-days'
import type { Owner, Viewer } from '@barkyard/domain/visibility'
import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { staffConcerned } from '../admins.ts'
import { callOffAll } from '../blocks/end-matches.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { dogFields, ownDogColumns } from '../columns.ts'
import { newId } from '../ids.ts'
import { endSearches } from '../lost-over.ts'
import { countOf, exists } from '../rows.ts'
import { forgetUnreported } from './forget-unreported.ts'

type Fields = typeof dogFields
export type DogRow = Pick<
  Selectable<Database['dogs']>,
  'id' | Fields[keyof Fields] | 'photos' | 'photo_checked' | 'vaccinated_until'
> & {
  /** Only read for the owner and admins. */
  unseen?: boolean
  paused?: boolean
}

/**
 * Converts a row to a dog as the API returns it.
 * @param today YYYY-MM-DD: a vaccination record that is over is not shown.
 */
export const toDog = (row: DogRow, today: string): Dog => ({
  id: row.id,
  ...fieldsOf(row),
  photos: row.photos,
  verified: {
    photo: row.photo_checked,
    vaccinatedUntil: row.vaccinated_until !== null && row.vaccinated_until >= today ? row.vaccinated_until : null,
  },
  ...(row.paused && { paused: true as const }),
  ...(row.unseen && { hidden: true as const }),
})

const pairs = Object.entries(dogFields) as [keyof Fields, Fields[keyof Fields]][]

const fieldsOf = (row: DogRow) =>
  Object.fromEntries(pairs.map(([field, column]) => [field, row[column]])) as Pick<Dog, keyof Fields>

/** The columns of the fields that were sent. An empty text is none. */
function columnsOf({ paused, ...sent }: DogChanges): Updateable<Database['dogs']> {
  const given = pairs.filter(([field]) => sent[field] !== undefined)
  const columns = Object.fromEntries(given.map(([field, column]) => [column, sent[field] === '' ? null : sent[field]]))
  return { ...columns, ...(paused !== undefined && { paused }) }
}

/** Users are locked before dogs, everywhere (`lockUser`). */
const lockOwner = (trx: Trx, userId: string | RawBuilder<string>) =>
  trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/** The same for a dog's owner. Triggers read the owner's row when a dog changes, and a dog may be its owner's active one. */
export const lockOwnerOf = (trx: Trx, dogId: string) =>
  lockOwner(trx, sql`(SELECT user_id FROM dogs WHERE id = ${dogId}::uuid)`)

/** The same for an editor, who locks no account but their own, or as an admin the owner's: strangers wait for nobody. */
const lockForEditor = (trx: Trx, editor: Viewer, dogId: string) =>
  editor.kind === 'admin' ? lockOwnerOf(trx, dogId) : lockOwner(trx, editor.userId)

/** Creates a dog, or finds the one with the same client id. 'dogs-full': the user already has `atMost`. */
export async function createDog(
  trx: Trx,
  userId: string,
  { clientId, ...dog }: NewDog,
  { atMost, today }: { atMost: number; today: string },
): Promise<Dog | 'dogs-full'> {
  // Locks the owner, so that nothing is added between counting and adding.
  await lockOwner(trx, userId)
  const known = clientId === undefined ? undefined : await findCreated(trx, userId, clientId)
  if (known) return toDog(known, today)
  const count = await countOf(trx.selectFrom('dogs').where('user_id', '=', userId))
  if (count >= atMost) return 'dogs-full'
  const created = await insertDog(trx, userId, dog, today)
  if (clientId !== undefined)
    await trx.insertInto('created_dogs').values({ user_id: userId, client_id: clientId, dog_id: created.id }).execute()
  return created
}

const findCreated = (trx: Trx, userId: string, clientId: string) =>
  trx
    .selectFrom('created_dogs')
    .innerJoin('dogs', 'dogs.id', 'created_dogs.dog_id')
    .select(ownDogColumns)
    .where('created_dogs.user_id', '=', userId)
    .where('created_dogs.client_id', '=', clientId)
    .executeTakeFirst()

/** Adds a dog without checking the limit. Whoever adds one is here today. */
export async function insertDog(trx: Trx, userId: string | null, dog: NewDog, today: string): Promise<Dog> {
  const row = await trx
    .insertInto('dogs')
    .values({
      id: newId(),
      user_id: userId,
      ...(columnsOf(dog) as Omit<Insertable<Database['dogs']>, 'id'>),
      active_on: userId === null ? null : today,
    })
    .returning(ownDogColumns)
    .executeTakeFirstOrThrow()
  return toDog(row, today)
}

export async function dogsOfUser(db: Db, userId: string, today: string): Promise<Dog[]> {
  const rows = await db.selectFrom('dogs').select(ownDogColumns).where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(row => toDog(row, today))
}

/** A dog that the viewer knows of, with its owner's id, its cell and whether its owner was here lately, or undefined. */
export async function findDog(db: Db, viewer: Viewer, id: string, today: string) {
  const row = await db
    .selectFrom('dogs')
    .leftJoin('users', 'users.id', 'dogs.user_id')
    .select([...ownDogColumns, 'dogs.user_id', 'dogs.active_on', 'users.cell'])
    .where('dogs.id', '=', id)
    .where(isKnownTo(viewer))
    .executeTakeFirst()
  if (!row) return undefined
  const activeLately = isActiveSince(row.active_on, activeSince(today))
  return { dog: toDog(row, today), ownerId: row.user_id, cell: row.cell, activeLately }
}

export const isOwnDog = async (db: Db, userId: string, dogId: string): Promise<boolean> =>
  exists(db.selectFrom('dogs').where('id', '=', dogId).where('user_id', '=', userId))

/** Whether a dog's owner was here on a day or later. Days are YYYY-MM-DD. */
export const isActiveSince = (activeOn: string | null, since: string) => activeOn !== null && activeOn >= since

/** Makes one of the viewer's dogs their active one, and ends the session's impersonation, if any. @returns the dog. */
export async function activateDog(
  trx: Trx,
  viewer: Owner,
  dogId: string,
  { sessionId, today }: { sessionId: string | null; today: string },
): Promise<DogRefusal | Dog> {
  await lockOwner(trx, viewer.userId)
  const dog = await shareOwnDog(trx, viewer, dogId)
  if (typeof dog === 'string') return dog
  await trx.updateTable('users').set({ active_dog_id: dogId }).where('id', '=', viewer.userId).execute()
  if (sessionId !== null)
    await trx.updateTable('sessions').set({ impersonated_dog_id: null }).where('id', '=', sessionId).execute()
  return toDog(dog, today)
}

export type DogRefusal = 'dog-not-found' | 'not-your-dog'

/**
 * Whether an editor, who is a dog's owner or an admin, may know of the dog in the row of `dogs`: it is theirs, or they see it. It is part of the
 * statement that reads the dog, so that an answer takes as long for a dog that the editor does not see as for a deleted one.
 */
export const isKnownTo = (editor: Viewer) =>
  editor.kind === 'admin' ? sees(editor) : sql<boolean>`(dogs.user_id = ${editor.userId}::uuid OR ${sees(editor)})`

export const mayEdit = (editor: Viewer, ownerId: string | null) => editor.kind === 'admin' || ownerId === editor.userId

/** Keeps a dog of the viewer's own from being changed, handed over or deleted until the transaction ends. */
export async function shareOwnDog(trx: Trx, viewer: Owner, id: string) {
  const dog = await trx
    .selectFrom('dogs')
    .select([...ownDogColumns, 'user_id', 'created_at'])
    .where('id', '=', id)
    .where(isKnownTo(viewer))
    .forShare()
    .executeTakeFirst()
  if (!dog) return 'dog-not-found'
  return mayEdit(viewer, dog.user_id) ? dog : 'not-your-dog'
}

/** A dog after a write, and the users concerned: its owner and the owners of its matches. */
export interface ChangedDog {
  dog: Dog
  ownerId: string | null
  userIds: string[]
}

/** `forUpdate`: the dog is to be deleted. */
type Lock = 'forUpdate' | 'forNoKeyUpdate'

export async function lockDog(trx: Trx, editor: Viewer, id: string, lock: Lock = 'forNoKeyUpdate') {
  await lockForEditor(trx, editor, id)
  const found = trx.selectFrom('dogs').select(['name', 'user_id as ownerId']).where('id', '=', id)
  const dog = await found.where(isKnownTo(editor))[lock]().executeTakeFirst()
  if (!dog) return 'dog-not-found'
  return mayEdit(editor, dog.ownerId) ? dog : 'not-your-dog'
}

/** The users whom a change of a dog, or of some dogs of an owner, concerns: the owner, and those of its matches who see it. */
export async function usersConcerned(trx: Trx, dogIds: string | string[], ownerId: string | null): Promise<string[]> {
  const others = await trx
    .selectFrom('match_dogs')
    .innerJoin('dogs', 'dogs.id', 'match_dogs.other_dog_id')
    .innerJoin('dogs as changed', 'changed.id', 'match_dogs.dog_id')
    .select('dogs.user_id')
    .distinct()
    .where(sql<boolean>`match_dogs.dog_id = ANY (${[dogIds].flat()}::uuid[])`)
    .where(sees(dogIn('dogs'), 'changed'))
    .execute()
  return [...new Set([ownerId, ...others.map(row => row.user_id)].filter(userId => userId !== null))]
}

/**
 * Changes the fields sent.
 * @returns the changed dog with, for an admin, what it was before
 */
export async function editDog(trx: Trx, editor: Viewer, id: string, changes: DogChanges, today: string) {
  const locked = await lockDog(trx, editor, id)
  if (typeof locked === 'string') return locked
  const old =
    editor.kind === 'admin' &&
    (await trx.selectFrom('dogs').select(ownDogColumns).where('id', '=', id).executeTakeFirst())
  const row = await trx
    .updateTable('dogs')
    .set({ id: sql.ref('id'), ...columnsOf(changes) })
    .where('id', '=', id)
    .returning(ownDogColumns)
    .executeTakeFirstOrThrow()
  const { ownerId } = locked
  const userIds = await usersConcerned(trx, id, ownerId)
  return { dog: toDog(row, today), before: old ? toDog(old, today) : null, ownerId, userIds }
}

/**
 * Deletes a dog with its photos, matches, messages and playdates.
 * @returns its name and owner, the users and the staff whom it concerns, and who was told that it was lost (`sought`).
 */
export async function deleteDog(trx: Trx, editor: Viewer, id: string, now: Date) {
  const locked = await lockDog(trx, editor, id, 'forUpdate')
  if (typeof locked === 'string') return locked
  const userIds = await usersConcerned(trx, id, locked.ownerId)
  const adminIds = await staffConcerned(trx, [id])
  const notifiedIds = await callOffAll(trx, [id], now)
  const { rows: sought } = await endSearches(trx, id, now)
  const photos = await trx.deleteFrom('photos').where('dog_id', '=', id).returning('id').execute()
  await trx.deleteFrom('dogs').where('id', '=', id).execute()
  await forgetUnreported(trx, { dogIds: [id], photoIds: photos.map(photo => photo.id) })
  return { ...locked, userIds, adminIds, notifiedIds, sought }
}
