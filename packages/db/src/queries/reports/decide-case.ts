import { type CaseAction, isAppealAction, type ModerationAction, needsDog, needsOwner } from '@barkyard/domain/report'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { hasDemoLogin } from '../account/delete-users.ts'
import { listStaffIds, mayDecideAbout, roleOf } from '../admins.ts'
import { newId } from '../ids.ts'
import { sweepRows } from '../rows.ts'
import { type CaseRefusal, type LockedCase, lockCase, refuseCase } from './case-lock.ts'
import { applyDecision, NO_EFFECT, reverseDecision } from './decision-effects.ts'
import type { Viewpoint } from './moderation-queue.ts'
import { caseIdOf } from './parties.ts'

interface DecisionRequest extends Viewpoint {
  caseId: string
  action: CaseAction
  statement: string
  version: number
  photoIds: readonly string[]
  /** The end of a suspension; null: it does not end. */
  until: Date | null
}

/** A stored decision, and the users whom it concerns. */
export type Decided<A extends ModerationAction = CaseAction> = Awaited<ReturnType<typeof carryOut<A>>>

type InputRefusal = 'wrong-action' | 'other-photo' | 'own-account' | 'demo'
type DecisionRefusal = CaseRefusal | InputRefusal | 'report-not-found' | 'stale-case' | 'no-owner' | 'dog-gone'

export async function decideCase(trx: Trx, request: DecisionRequest): Promise<DecisionRefusal | Decided> {
  const about = await trx
    .selectFrom('report_cases')
    .leftJoin('dogs', 'dogs.id', 'report_cases.dog_id')
    .select(['report_cases.owner_id', 'dogs.user_id'])
    .where('report_cases.id', '=', caseIdOf(request.caseId))
    .executeTakeFirst()
  // The dog may have been handed to somebody else since.
  if (!(await holdsOffice(trx, request, about?.owner_id, about?.user_id))) return 'another-admin'
  const row = await lockCase(trx, request.caseId, request.adminId)
  if (typeof row === 'string') return row
  const refusal = (await refuseInput(trx, row, request)) ?? (await refuseCase(trx, row, request))
  if (refusal) return refusal
  if (row.version !== request.version) return 'stale-case'
  if (needsOwner(request.action) && row.owner_id === null) return 'no-owner'
  const dog = await trx
    .selectFrom('dogs')
    .select('user_id')
    .where('id', '=', row.dog_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (needsDog(request.action) && !dog) return 'dog-gone'
  // Actions on the dog affect its current owner. All others affect the owner at the time of the report.
  const ownerId = needsDog(request.action) ? (dog?.user_id ?? null) : row.owner_id
  if (!(await mayDecideAbout(trx, request.role, ownerId))) return 'not-admin'
  return carryOut(trx, row, { ...request, ownerId })
}

/** The owner whom a decision affects. */
interface Order<A extends ModerationAction>
  extends Omit<DecisionRequest, 'caseId' | 'version' | 'action' | 'adminId' | 'role'> {
  /** null: the command line. */
  adminId: string | null
  action: A
  ownerId: string | null
}

/** Applies the effect of a decision, stores the decision and closes the case. */
export async function carryOut<A extends ModerationAction>(
  trx: Trx,
  row: Pick<LockedCase, 'id' | 'kind' | 'dog_id' | 'dog_name' | 'appeal_of' | 'version'>,
  request: Order<A>,
) {
  const { ownerId } = request
  const reporters = await trx.selectFrom('reports').select('reporter_id').where('case_id', '=', row.id).execute()
  // Before the effect: an open case may go with its dog.
  await trx
    .updateTable('report_cases')
    .set({ decided_at: request.now, version: row.version + 1, claimed_by: null, claimed_until: null })
    .where('id', '=', row.id)
    .execute()
  const effect =
    row.appeal_of === null
      ? await applyDecision(trx, { ...request, caseId: row.id, dogId: row.dog_id, ownerId })
      : request.action === 'reverse'
        ? await reverseDecision(trx, row.appeal_of, request.now)
        : NO_EFFECT
  const id = newId()
  await trx
    .insertInto('decisions')
    .values({
      id,
      case_id: row.id,
      admin_id: request.adminId,
      dog_id: row.dog_id,
      dog_name: row.dog_name,
      owner_id: request.action === 'delete-user' ? null : ownerId,
      action: request.action,
      statement: request.statement,
      until: request.action === 'suspend' ? request.until : null,
      photo_ids: effect.photoIds,
      created_at: request.now,
    })
    .execute()
  return {
    id,
    caseId: row.id,
    action: request.action,
    kind: row.kind,
    dogId: row.dog_id,
    dogName: row.dog_name,
    effect,
    /** The owner whom it affects; null if there is none or their account is deleted. */
    ownerId,
    /** The reporters, who learn whether action was taken. */
    reporterIds: reporters.map(reporter => reporter.reporter_id),
    adminIds: await listStaffIds(trx),
  }
}

/**
 * Whether somebody still has their role and is not suspended, and stays so until the end of the transaction. It may have
 * changed since the call began: of two admins who suspend each other at once, one succeeds.
 * @param about the owners about whom is decided, whose accounts are locked with it.
 */
export async function holdsOffice(
  trx: Trx,
  { adminId, role }: Pick<Viewpoint, 'adminId' | 'role'>,
  ...about: (string | null | undefined)[]
): Promise<boolean> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'is_admin', 'is_moderator', 'suspended_at'])
    .where('id', 'in', [adminId, ...about.filter(id => typeof id === 'string')])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const row = rows.find(({ id }) => id === adminId)
  return row !== undefined && row.suspended_at === null && roleOf(row) === role
}

/** Refuses actions that do not fit the case, whatever its state. */
async function refuseInput(
  trx: Trx,
  row: LockedCase,
  { action, photoIds, adminId }: DecisionRequest,
): Promise<InputRefusal | null> {
  if (isAppealAction(action) !== (row.appeal_of !== null)) return 'wrong-action'
  if ((action === 'delete-user' || action === 'suspend') && row.owner_id === adminId) return 'own-account'
  if (action === 'delete-user' && row.owner_id !== null && (await hasDemoLogin(trx, [row.owner_id]))) return 'demo'
  if (action !== 'remove-photos') return null
  // Not the photos of other owners that equal one of the dog's.
  const known = await trx
    .selectFrom('report_photos')
    .select('photo_id as id')
    .where('case_id', '=', row.id)
    .where('photo_id', 'not in', eb =>
      eb.selectFrom('report_twins').select('other_photo_id').where('case_id', '=', row.id),
    )
    .union(trx.selectFrom('photos').select('id').where('dog_id', '=', row.dog_id).where('deleted_at', 'is', null))
    .execute()
  return photoIds.every(id => known.some(photo => photo.id === id)) ? null : 'other-photo'
}

/**
 * Deletes cases that were decided before `since`, with their evidence, unless an appeal is open or was decided later.
 * Their decisions are deleted too, except those that are still in force, because the owner may read the reason. Photos
 * that decisions removed before `since` are no longer recognised.
 */
export async function sweepCases(db: Db, since: Date): Promise<void> {
  await sweepRows(
    db,
    'report_cases',
    'id',
    sql`SELECT id FROM report_cases old WHERE decided_at < ${since} AND NOT EXISTS (
        SELECT FROM decisions JOIN report_cases appeal ON appeal.appeal_of = decisions.id
        WHERE decisions.case_id = old.id AND (appeal.decided_at IS NULL OR appeal.decided_at >= ${since}))
      ORDER BY decided_at`,
  )
  await sweepRows(
    db,
    'decisions',
    'id',
    sql`SELECT id FROM decisions WHERE created_at < ${since} AND case_id IS NULL
      AND (owner_id IS NULL OR action NOT IN ('hide-dog', 'suspend'))`,
  )
  const removed = sql`SELECT photo_id FROM photo_hashes WHERE removed_at < ${since} ORDER BY removed_at`
  await sweepRows(db, 'photo_hashes', 'photo_id', removed)
}
