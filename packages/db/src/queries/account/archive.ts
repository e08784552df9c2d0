import type { Owner } from '@barkyard/domain/visibility'
import type { Db } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { parkNamesOf, storedTerms } from '../parks/plan-park.ts'
import { playdateColumns } from '../playdates/playdates.ts'
import { shapeOf } from '../shape.ts'

/** The number of rows in memory at a time. */
const PAGE = 500

/**
 * The matches of all dogs of a user with dogs that they see, page by page. Of the other owner they hold only public data. A
 * match between two of the user's own dogs is returned once.
 */
export async function* archivedMatches(db: Db, { userId }: Owner) {
  for (let after: string | null = null; ; ) {
    const rows: { id: string; dogId: string; otherId: string; name: string; breed: string }[] = await db
      .selectFrom('matches')
      .innerJoin('match_dogs', 'match_dogs.match_id', 'matches.id')
      .innerJoin('dogs as own', 'own.id', 'match_dogs.dog_id')
      .innerJoin('dogs as other', 'other.id', 'match_dogs.other_dog_id')
      .select(['matches.id', 'match_dogs.dog_id as dogId', 'other.id as otherId', 'other.name', 'other.breed'])
      .distinctOn('matches.id')
      .where('own.user_id', '=', userId)
      .where(sees(dogIn('own'), 'other'))
      .$if(after !== null, query => query.where('matches.id', '>', after ?? ''))
      .orderBy('matches.id')
      .orderBy('match_dogs.dog_id')
      .limit(PAGE)
      .execute()
    for (const { id, dogId, otherId, ...other } of rows) yield { id, dogId, otherDog: { id: otherId, ...other } }
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? null
  }
}

const message = shapeOf('messages', 'id', 'seq', 'sender_dog_id', 'body', 'created_at')

/** All messages of a match, oldest first, page by page. */
export async function* archivedMessages(db: Db, matchId: string): AsyncGenerator<ReturnType<typeof message.of>> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('messages')
      .select(message.columns)
      .where('match_id', '=', matchId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    yield* rows.map(message.of)
    if (rows.length < PAGE) return
    after = rows.at(-1)?.seq ?? after
  }
}

const playdate = shapeOf(
  'playdates',
  ...(['id', 'match_id', 'when_ts', 'notes', 'status', 'proposer_dog_id'] as const),
  ...(['signals', 'cancelled_at', 'cancel_reason'] as const),
)

/**
 * All playdates of a match in the order of their proposals, with what its owner may see of them: the feedback of their own dogs
 * alone, because that of the other side is private.
 */
export async function archivedPlaydates(db: Db, { userId }: Owner, matchId: string) {
  const rows = await db
    .selectFrom('playdates')
    .select(playdateColumns)
    .where('match_id', '=', matchId)
    .orderBy('id')
    .execute()
  const recaps = await db
    .selectFrom('playdate_recaps')
    .innerJoin('playdates', 'playdates.id', 'playdate_recaps.playdate_id')
    .innerJoin('dogs', 'dogs.id', 'playdate_recaps.dog_id')
    .select(['playdate_id', 'dog_id', 'met', 'again', 'at'])
    .where('playdates.match_id', '=', matchId)
    .where('dogs.user_id', '=', userId)
    .orderBy('at')
    .execute()
  return rows.map(row => ({
    ...playdate.of(row),
    ...parkNamesOf(row),
    changes: row.changes && storedTerms(row.changes),
    recaps: recaps
      .filter(recap => recap.playdate_id === row.id)
      .map(({ dog_id: dogId, met, again, at }) => ({ dogId, met, again, at: at.toISOString() })),
  }))
}
