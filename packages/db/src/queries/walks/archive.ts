import type { Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { parkNamesOf, planParkColumns } from '../parks/plan-park.ts'
import { shapeOf } from '../shape.ts'

/** The number of rows in memory at a time. */
const PAGE = 500

interface Position {
  id: string
  dog_id: string
}

/** Of the other owners it holds only the host's dog as everybody sees it. `joined_at` null: the dog waits for a place. */
const walk = shapeOf('walks', 'id', 'when_ts', 'title', 'kind', 'series_id', 'cancelled_at')

const archived = (db: Db, userId: string, after: Position | null) =>
  db
    .selectFrom('dogs as own')
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('walk_dogs')
          .select(['walk_id', 'dog_id', sql<Date | null>`joined_at`.as('joined_at')])
          .whereRef('dog_id', '=', 'own.id')
          .unionAll(
            eb
              .selectFrom('walk_waiting')
              .select(['walk_id', 'dog_id', sql<Date | null>`null`.as('joined_at')])
              .whereRef('dog_id', '=', 'own.id'),
          )
          .as('walk_dogs'),
      join => join.onTrue(),
    )
    .innerJoin('walks', 'walks.id', 'walk_dogs.walk_id')
    .innerJoin('dogs as host', 'host.id', 'walks.host_dog_id')
    .select([...walk.columns, ...planParkColumns('walks'), 'walk_dogs.dog_id', 'walk_dogs.joined_at'])
    .select(['host.id as host_id', 'host.name', 'host.breed'])
    .where('own.user_id', '=', userId)
    .where(sees(dogIn('own'), 'host'))
    .$if(after !== null, query =>
      query.where(sql<boolean>`(walks.id, walk_dogs.dog_id) > (${after?.id}::uuid, ${after?.dog_id}::uuid)`),
    )
    .orderBy('walks.id')
    .orderBy('walk_dogs.dog_id')
    .limit(PAGE)

/** The walks that a user's dogs host, have joined or wait for, page by page; without those of hosts whom the user does not see. */
export async function* archivedWalks(db: Db, { userId }: Owner) {
  for (let after: Position | null = null; ; ) {
    const rows: Awaited<ReturnType<ReturnType<typeof archived>['execute']>> = await archived(
      db,
      userId,
      after,
    ).execute()
    for (const row of rows)
      yield {
        ...walk.of(row),
        ...parkNamesOf(row),
        dogId: row.dog_id,
        hostDog: { id: row.host_id, name: row.name, breed: row.breed },
        joinedAt: row.joined_at?.toISOString() ?? null,
      }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last
  }
}
