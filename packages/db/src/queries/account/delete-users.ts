import { isDemoLogin } from '@barkyard/domain/user'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { staffConcerned } from '../admins.ts'
import { callOffAll } from '../blocks/end-matches.ts'
import { usersConcerned } from '../dogs/dogs.ts'
import { forgetUnreported } from '../dogs/forget-unreported.ts'
import { forgetSuggestions } from '../parks/suggestions.ts'
import { deleteResetMails } from './links.ts'

/** Whether an account with which the demo is tried is among these. */
export async function hasDemoLogin(db: Db | Trx, userIds: readonly string[]): Promise<boolean> {
  const ofDemo = db.selectFrom('users').select('email').where('is_demo', '=', sql.lit(true))
  const rows = await ofDemo.where(sql<boolean>`id = ANY (${userIds}::uuid[])`).execute()
  return rows.some(({ email }) => isDemoLogin(email))
}

export type DeletedUsers = Exclude<Awaited<ReturnType<typeof deleteUsers>>, string>

/**
 * Deletes users with their dogs, photos, matches, messages, playdates and waiting mails: all of the users or none.
 * 'user-not-found': one of the ids is unknown.
 * @returns othersIds: other users whose dogs had matches with the deleted dogs and saw them. adminIds: the staff whose queues
 * change. notifiedIds: the users who are notified that a playdate is off.
 */
export async function deleteUsers(trx: Trx, userIds: readonly string[], now: Date) {
  const ids = [...new Set(userIds)]
  const any = sql<boolean>`= ANY (${ids}::uuid[])`
  const found = trx.selectFrom('users').select(['id', 'email']).where(sql<boolean>`id ${any}`)
  const users = await found.orderBy('id').forNoKeyUpdate().execute()
  if (users.length < ids.length) return 'user-not-found'
  const sessions = await trx.selectFrom('sessions').select('id').where(sql<boolean>`user_id ${any}`).execute()
  const owned = trx.selectFrom('dogs').select('id').where(sql<boolean>`user_id ${any}`)
  const dogs = await owned.orderBy('id').forUpdate().execute()
  const dogIds = dogs.map(dog => dog.id)
  const others = await usersConcerned(trx, dogIds, null)
  const adminIds = await staffConcerned(trx, dogIds, ids)
  const notifiedIds = await callOffAll(trx, dogIds, now)
  await forgetDuplicatesOf(trx, dogIds)
  const emails = users.map(({ email }) => email)
  await deleteResetMails(trx, emails)
  await forgetSuggestions(trx, ids)
  await trx.deleteFrom('users').where(sql<boolean>`id ${any}`).execute()
  await forgetUnreported(trx, { dogIds, photoIds: [] })
  return {
    userIds: ids,
    dogIds,
    sessionIds: sessions.map(session => session.id),
    othersIds: others.filter(id => !ids.includes(id)),
    adminIds,
    notifiedIds: notifiedIds.filter(id => !ids.includes(id)),
  }
}

/**
 * Deletes what cases about other dogs keep of these dogs because of an equal photo, before their owners' accounts go. A
 * photo that a decision removed stays: it is evidence about its owner.
 */
async function forgetDuplicatesOf(trx: Trx, dogIds: readonly string[]): Promise<void> {
  await sql`
    WITH theirs AS MATERIALIZED (
      UPDATE report_twins SET other_dog_name = '' WHERE other_dog_id = ANY (${dogIds}::uuid[]) AND NOT was_removed
      RETURNING case_id, other_photo_id
    )
    DELETE FROM report_photos USING theirs
    WHERE report_photos.case_id = theirs.case_id AND report_photos.photo_id = theirs.other_photo_id`.execute(trx)
}
