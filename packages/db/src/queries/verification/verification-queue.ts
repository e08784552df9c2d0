import { hasRight, type Role } from '@barkyard/domain/rights'
import type {
  AdminVerification,
  AdminVerificationsQuery,
  VerificationDecision,
} from '@barkyard/domain/schemas/verification'
import { isClosed } from '@barkyard/domain/verification'
import { remindOn } from '@barkyard/domain/verification-days'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { hasOtherAdmin, isStaffRow, listStaffIds, mayDecideAbout } from '../admins.ts'
import { lockOwnerOf, usersConcerned } from '../dogs/dogs.ts'
import { counted, pageById } from '../paging.ts'
import { verification } from './verifications.ts'

const queue = (db: Db | Trx) =>
  db
    .selectFrom('verifications')
    .innerJoin('users', 'users.id', 'verifications.user_id')
    .select(verification.columns)
    .select(['users.id as owner_id', 'users.first_name', 'users.last_name', 'users.email'])

type QueueRow = Awaited<ReturnType<ReturnType<typeof queue>['execute']>>[number]

const toAdminVerification = (row: QueueRow, role: Role): AdminVerification => ({
  ...verification.of(row),
  owner: {
    id: row.owner_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: hasRight(role, 'addresses') ? row.email : null,
  },
})

/** The queue of the moderators: waiting ones, oldest first, or decided ones, the last decided first. Only admins see those of moderators and admins. */
export async function listVerificationQueue(db: Db, { state, limit, cursor }: AdminVerificationsQuery, role: Role) {
  const [time, order, states] =
    state === 'waiting'
      ? (['sent_at', 'asc', sql`('waiting')`] as const)
      : (['closed_at', 'desc', sql`('approved', 'refused')`] as const)
  const isStaffs = sql<boolean>`EXISTS (
    SELECT FROM users AS staff WHERE staff.id = verifications.user_id AND ${isStaffRow('staff')})`
  const inState = hasRight(role, 'staff')
    ? sql<boolean>`verifications.state IN ${states}`
    : sql<boolean>`verifications.state IN ${states} AND NOT ${isStaffs}`
  const by = { limit, cursor, time, order }
  const page = await pageById(queue(db).where(inState), 'verifications.id', by, row => toAdminVerification(row, role))
  return counted(db, page, db.selectFrom('verifications').where(inState), cursor)
}

interface VerificationDecisionRequest extends VerificationDecision {
  id: string
  adminId: string
  role: Role
  now: Date
}

/** Decides a verification and gives the dog its badge. 'invalid-input': a vaccination record needs its last day. */
export async function decideVerification(
  trx: Trx,
  { id, adminId, role, now, approve, expiresOn, reason, version }: VerificationDecisionRequest,
) {
  const found = await trx.selectFrom('verifications').select(['dog_id', 'kind']).where('id', '=', id).executeTakeFirst()
  if (!found) return 'verification-not-found'
  const isVaccination = found.kind === 'vaccination'
  if (approve && isVaccination && expiresOn === undefined) return 'invalid-input'
  await lockOwnerOf(trx, found.dog_id)
  // The dog before its verification, in the order in which a change of the dog locks them.
  await trx.selectFrom('dogs').select('id').where('id', '=', found.dog_id).forNoKeyUpdate().execute()
  const row = await trx
    .selectFrom('verifications')
    .select(['state', 'version', 'user_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'verification-not-found'
  if (!(await mayDecideAbout(trx, role, row.user_id))) return 'not-admin'
  if (isClosed(row.state)) return 'verification-closed'
  if (row.user_id === adminId && (await hasOtherAdmin(trx, adminId))) return 'another-admin'
  if (row.state === 'open') return 'no-evidence'
  if (row.version !== version) return 'stale-verification'
  const until = approve && isVaccination ? (expiresOn ?? null) : null
  if (until !== null) await forgetReminders(trx, found.dog_id)
  await trx
    .updateTable('verifications')
    .set({
      state: approve ? 'approved' : 'refused',
      version: version + 1,
      decided_by: adminId,
      closed_at: now,
      reason: reason || null,
      expires_on: until,
      remind_on: until && remindOn(until),
    })
    .where('id', '=', id)
    .execute()
  if (approve)
    await trx
      .updateTable('dogs')
      .set(isVaccination ? { vaccinated_until: until } : { photo_checked: true })
      .where('id', '=', found.dog_id)
      .execute()
  const decided = await queue(trx).where('verifications.id', '=', id).executeTakeFirstOrThrow()
  return {
    verification: toAdminVerification(decided, role),
    userIds: await usersConcerned(trx, found.dog_id, row.user_id),
    adminIds: await listStaffIds(trx),
  }
}

/** A newer record replaces the earlier ones, so their end needs no reminder. */
const forgetReminders = (trx: Trx, dogId: string) =>
  trx
    .updateTable('verifications')
    .set({ remind_on: null })
    .where('dog_id', '=', dogId)
    .where('remind_on', 'is not', null)
    .execute()
