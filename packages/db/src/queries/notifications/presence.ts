import { sql } from 'kysely'
import type { Db } from '../../open.ts'

/** Records when users were last active, and until when they have a visible page. Deleted users are skipped. */
export async function recordSeen(
  db: Db,
  seen: readonly (readonly [userId: string, at: Date, visibleUntil: Date | null])[],
): Promise<void> {
  await sql`
    INSERT INTO presence (user_id, seen_at, visible_until)
    SELECT users.id, one.at, one.until
    FROM unnest(${seen.map(([userId]) => userId)}::uuid[], ${seen.map(([, at]) => at)}::timestamptz[],
      ${seen.map(([, , until]) => until)}::timestamptz[]) AS one (id, at, until)
    JOIN users ON users.id = one.id ORDER BY users.id
    ON CONFLICT (user_id) DO UPDATE SET
      seen_at = greatest(presence.seen_at, excluded.seen_at),
      visible_until = greatest(presence.visible_until, excluded.visible_until)
  `.execute(db)
}

/** Records that the last visible page of each of these users was hidden or closed. */
export const recordHidden = (db: Db, userIds: readonly string[]) =>
  db
    .updateTable('presence')
    .set({ visible_until: null })
    .where(sql<boolean>`user_id = ANY (${userIds}::uuid[])`)
    .execute()
