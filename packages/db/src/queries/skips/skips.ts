import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { Skip } from '@barkyard/domain/schemas/skip'
import type { DogViewer, Owner } from '@barkyard/domain/visibility'
import type { Db, Trx } from '../../open.ts'
import { sees, seesDog } from '../blocks/visibility.ts'
import { newId } from '../ids.ts'
import { everyItem, pageById } from '../paging.ts'
import { affectsRows, countOf } from '../rows.ts'

/** The skips of a dog, without dogs that it does not see. */
const skipsOf = (db: Db | Trx, viewer: DogViewer) =>
  db
    .selectFrom('skips')
    .innerJoin('dogs', 'dogs.id', 'skips.other_dog_id')
    .select(['skips.id', 'skips.created_at', 'skips.other_dog_id', 'dogs.name', 'dogs.breed', 'dogs.photos'])
    .where('skips.dog_id', '=', viewer.dogId)
    .where(sees(viewer))

type SkipRow = Awaited<ReturnType<ReturnType<typeof skipsOf>['execute']>>[number]

const toSkip = (row: SkipRow): Skip => ({
  id: row.id,
  dog: { id: row.other_dog_id, name: row.name, breed: row.breed, photos: row.photos },
  createdAt: row.created_at.toISOString(),
})

/** Leaves a dog out of the searches of the viewer's dog. The same dog again returns the same skip. */
export async function skipDog(
  trx: Trx,
  viewer: DogViewer,
  otherDogId: string,
  { now, atMost }: { now: Date; atMost: number },
) {
  const { userId, dogId } = viewer
  // Locks the own dog, so that nothing is added between counting and adding.
  await trx.selectFrom('dogs').select('id').where('id', '=', dogId).forNoKeyUpdate().execute()
  const other = await trx
    .selectFrom('dogs')
    .select('user_id')
    .where('id', '=', otherDogId)
    .where(sees(viewer))
    .forKeyShare()
    .executeTakeFirst()
  if (!other) return 'dog-not-found'
  // The own dog may have just been transferred.
  if (otherDogId === dogId || other.user_id === userId) return 'own-dog'
  const find = () => skipsOf(trx, viewer).where('skips.other_dog_id', '=', otherDogId).executeTakeFirst()
  const known = await find()
  if (known) return toSkip(known)
  // Those in the list: a block by another owner leaves room, as a deletion of their dog would.
  if ((await countOf(skipsOf(trx, viewer).clearSelect())) >= atMost) return 'skips-full'
  await trx
    .insertInto('skips')
    .values({ id: newId(), dog_id: dogId, other_dog_id: otherDogId, created_at: now })
    .execute()
  const made = await find()
  return made ? toSkip(made) : 'dog-not-found'
}

export async function listSkips(db: Db, viewer: DogViewer, page: ListQuery) {
  return pageById(skipsOf(db, viewer), 'skips.id', page, toSkip)
}

/** Skips that one query reads for the export. */
const ARCHIVED_AT_ONCE = 200

/** The skips of all dogs of a user, by dog, newest first. */
export async function* everySkipOf(db: Db, { userId }: Owner): AsyncGenerator<{ dogId: string } & Skip> {
  const dogs = await db.selectFrom('dogs').select('id').where('user_id', '=', userId).orderBy('id').execute()
  for (const { id: dogId } of dogs) {
    const viewer = { kind: 'dog', userId, dogId } as const
    for await (const skip of everyItem(cursor => listSkips(db, viewer, { limit: ARCHIVED_AT_ONCE, cursor })))
      yield { dogId, ...skip }
  }
}

/** Undoes a skip of the viewer's dog. As in the list, there is none of a dog that it does not see. */
export async function undoSkip(db: Db | Trx, viewer: DogViewer, id: string): Promise<'skip-not-found' | null> {
  const skip = await db
    .selectFrom('skips')
    .select('other_dog_id')
    .where('id', '=', id)
    .where('dog_id', '=', viewer.dogId)
    .executeTakeFirst()
  if (!skip || !(await seesDog(db, viewer, skip.other_dog_id))) return 'skip-not-found'
  return (await affectsRows(db.deleteFrom('skips').where('id', '=', id))) ? null : 'skip-not-found'
}
