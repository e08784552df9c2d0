import { nextLookAt } from '@barkyard/domain/search'
import type { Trx } from '../../transaction.ts'

/** Sets the next looks after a change of the owner's time zone, at least 20 hours after the last ones. */
export async function moveLooks(trx: Trx, userId: string, timeZone: string | null, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom('searches')
    .select(['id', 'looked_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, looked_at } of rows)
    await trx
      .updateTable('searches')
      .set({ look_at: nextLookAt(timeZone, looked_at, now) })
      .where('id', '=', id)
      .execute()
}
