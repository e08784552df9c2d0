import type { Owner } from '@barkyard/domain/visibility'
import type { WalkKind } from '@barkyard/domain/walk'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { type PlanParkRow, parkNamesOf } from '../parks/plan-park.ts'

/** The number of rows in memory at a time. */
const PAGE = 500

/** A walk of one of a user's dogs. Of the other owners it contains only the host's dog as everybody sees it. */
interface ArchivedWalk {
  id: string
  /** The user's own dog. */
  dogId: string
  hostDog: { id: string; name: string; breed: string }
  whenTs: string
  parkName: string
  parkId: string
  timeZone: string
  title: string
  kind: WalkKind
  /** null: the dog waits for a place. */
  joinedAt: string | null
  /** The weekly walk that it is one of. */
  seriesId: string | null
  cancelledAt: string | null
}

interface Position {
  id: string
  dog_id: string
}

interface Row extends Position, PlanParkRow {
  joined_at: Date | null
  kind: WalkKind
  series_id: string | null
  host_id: string
  name: string
  breed: string
  when_ts: Date
  title: string
  cancelled_at: Date | null
}

/** The walks that a user's dogs host, have joined or wait for, page by page; without those of hosts whom the user does not see. */
export async function* archivedWalks(db: Db, { userId }: Owner): AsyncGenerator<ArchivedWalk> {
  for (let after: Position | null = null; ; ) {
    const position: Position | null = after
    const rows: Row[] = await db
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
      .select(['walks.id', 'walk_dogs.dog_id', 'walk_dogs.joined_at', 'host.id as host_id', 'host.name', 'host.breed'])
      .select([
        'walks.when_ts',
        'walks.park_name',
        'walks.park_id',
        'walks.park_lat',
        'walks.park_lng',
        'walks.time_zone',
      ])
      .select(['walks.title', 'walks.cancelled_at', 'walks.kind', 'walks.series_id'])
      .where('own.user_id', '=', userId)
      .where(sees(dogIn('own'), 'host'))
      .$if(position !== null, query =>
        query.where(sql<boolean>`(walks.id, walk_dogs.dog_id) > (${position?.id}::uuid, ${position?.dog_id}::uuid)`),
      )
      .orderBy('walks.id')
      .orderBy('walk_dogs.dog_id')
      .limit(PAGE)
      .execute()
    for (const row of rows)
      yield {
        id: row.id,
        dogId: row.dog_id,
        hostDog: { id: row.host_id, name: row.name, breed: row.breed },
        whenTs: row.when_ts.toISOString(),
        ...parkNamesOf(row),
        title: row.title,
        kind: row.kind,
        joinedAt: row.joined_at?.toISOString() ?? null,
        seriesId: row.series_id,
        cancelledAt: row.cancelled_at?.toISOString() ?? null,
      }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last
  }
}
