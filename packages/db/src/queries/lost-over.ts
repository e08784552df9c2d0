import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../open.ts'
import { isBlockedPair } from './blocks/visibility.ts'

/** Whether whoever was told of a case (`t`) may see its dog. */
export const SEES = sql<SqlBool>`NOT dogs.unseen AND NOT ${isBlockedPair(
  { user: sql.ref('t.user_id'), dog: sql`NULL::uuid` },
  sql.ref('dogs.user_id'),
)}`

/**
 * Notifications of searches say that these are over. It is pushed to those whom the beginning was pushed to.
 * @param which tellings: a condition on `lost_tellings t`, `lost_cases` and `dogs`
 * @param otherDog null: the dog is about to go.
 */
export const sayOver = (
  trx: Trx,
  now: Date,
  which: RawBuilder<SqlBool>,
  otherDog = sql.ref('notifications.other_dog_id'),
) =>
  sql<{ lostId: string; userId: string }>`
    UPDATE notifications
    SET event = 'lost-over', other_dog_id = ${otherDog}, notified_at = ${now}, seen_at = NULL, mail_id = NULL,
      details = jsonb_build_object('lostId', lost_cases.id, 'outcome', lost_cases.outcome),
      push_at = CASE WHEN t.is_pushed AND notifications.push_at IS NULL THEN ${now}::timestamptz END
    FROM lost_tellings t JOIN lost_cases ON lost_cases.id = t.lost_id JOIN dogs ON dogs.id = lost_cases.dog_id
    WHERE ${which} AND notifications.user_id = t.user_id
      AND notifications.key = 'lost ' || t.lost_id AND notifications.event = 'lost-near'
    RETURNING t.lost_id AS "lostId", t.user_id AS "userId"`.execute(trx)

/** The searches for a dog that is about to be deleted are over. @returns who was told of them, not yet of their end. */
export const endSearches = (trx: Trx, dogId: string, now: Date) =>
  sayOver(trx, now, sql`dogs.id = ${dogId}::uuid AND ${SEES}`, sql`NULL`)
