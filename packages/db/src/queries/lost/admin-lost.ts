import { CASES_COUNTED_MS } from '@barkyard/domain/lost'
import type { AdminLost, AdminLostQuery } from '@barkyard/domain/schemas/lost'
import { dayOf } from '@barkyard/domain/verification-days'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { hasOtherAdmin, listStaffIds, mayDecideAbout } from '../admins.ts'
import { dogColumns } from '../columns.ts'
import { toDog } from '../dogs/dogs.ts'
import { counted, pageById } from '../paging.ts'
import { decideUnreported } from '../reports/decide-unreported.ts'
import { findReportedLost, keepWords } from '../reports/kept-lost.ts'
import type { Viewpoint } from '../reports/moderation-queue.ts'
import { shapeOf } from '../shape.ts'
import { beginLost, endCase } from './change-lost.ts'
import { lostCase, lostCursor, sightingsOf } from './lost.ts'

const shown = shapeOf('lost_cases', 'ends_at', 'phone', 'show_phone', 'closed_by_moderator')

const cases = (db: Db | Trx, now: Date) =>
  db
    .selectFrom('lost_cases')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .innerJoin('users', 'users.id', 'lost_cases.user_id')
    .select(dogColumns)
    .select([...lostCase.columns, ...shown.columns])
    .select(['lost_cases.id as lost_id', 'lost_cases.created_at as opened_at'])
    .select(['users.id as owner_id', 'users.first_name', 'users.last_name'])
    .select([
      sightingsOf.as('sightings'),
      sql<number>`(
        SELECT count(*)::int FROM lost_openings
        WHERE lost_openings.user_id = lost_cases.user_id
          AND lost_openings.opened_at > ${new Date(now.getTime() - CASES_COUNTED_MS)})`.as('cases_this_year'),
      sql<string | null>`(
        SELECT report_cases.id FROM report_cases
        WHERE report_cases.dog_id = lost_cases.dog_id AND decided_at IS NULL AND appeal_of IS NULL LIMIT 1)`.as(
        'report_id',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof cases>['execute']>>[number]

const toAdminLost = (row: Row, now: Date): AdminLost => ({
  id: row.lost_id,
  ...lostCase.of(row),
  ...shown.of(row),
  dog: toDog(row, dayOf(now)),
  distance: null,
  createdAt: row.opened_at.toISOString(),
  sightings: row.sightings,
  owner: { id: row.owner_id, firstName: row.first_name, lastName: row.last_name },
  casesThisYear: row.cases_this_year,
  reportId: row.report_id,
})

/** Cases for moderators: waiting ones, oldest first; open, or closed and ended ones, newest first. */
export async function listAdminLost(db: Db, { state, limit, cursor }: AdminLostQuery, now: Date) {
  const inState =
    state === 'closed'
      ? sql<boolean>`lost_cases.state IN ('closed', 'ended')`
      : sql<boolean>`lost_cases.state = ${state}::text`
  const order = state === 'waiting' ? 'asc' : 'desc'
  const by = { limit, cursor, order } as const
  const toItem = (row: Row) => toAdminLost(row, now)
  const page = await pageById(cases(db, now).where(inState), 'lost_cases.id', by, toItem, lostCursor)
  return counted(db, page, db.selectFrom('lost_cases').where(inState), cursor)
}

interface LostOrder extends Omit<Viewpoint, 'adminId'> {
  id: string
  /** null: the command line. */
  adminId: string | null
  /** That of the case that was read; null: whatever it is. */
  version: number | null
}

/** Locks the dog, then the case, as every write of a case does. */
async function lockLost(trx: Trx, { id, adminId, role, version }: LostOrder) {
  const known = await trx.selectFrom('lost_cases').select('dog_id').where('id', '=', id).executeTakeFirst()
  if (!known) return 'lost-not-found'
  await trx.selectFrom('dogs').select('id').where('id', '=', known.dog_id).forNoKeyUpdate().execute()
  const row = await trx
    .selectFrom('lost_cases')
    .select(['id', 'state', 'version', 'dog_id', 'user_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'lost-not-found'
  if (adminId !== null && row.user_id === adminId && (await hasOtherAdmin(trx, adminId))) return 'another-admin'
  if (!(await mayDecideAbout(trx, role, row.user_id))) return 'not-admin'
  return version === null || row.version === version ? row : 'stale-lost'
}

/** A decision. `reportId`: the case of reports that keeps what was closed; null: it was approved. */
export type DecidedLost = Awaited<ReturnType<typeof decided>> & { reportId: string | null }

/** Opens a case that waits. Its times begin now. */
export async function approveLost(trx: Trx, order: LostOrder) {
  const row = await lockLost(trx, order)
  if (typeof row === 'string') return row
  if (row.state !== 'waiting') return 'already-decided'
  const { id, now } = order
  await beginLost(trx, id, now)
  return { ...(await decided(trx, order, row)), reportId: null }
}

/**
 * Closes a case that waits or is open. Its owner gets a notice and can appeal, and the next case of this dog waits for a
 * moderator. What was closed is kept like what is reported, in the case `reportId`.
 */
export async function closeLostByModerator(
  trx: Trx,
  order: LostOrder & { statement: string },
  from: readonly ('waiting' | 'open')[],
) {
  const row = await lockLost(trx, order)
  if (typeof row === 'string') return row
  const { id, adminId, statement, now } = order
  if (!from.some(state => state === row.state)) return from.includes('open') ? 'case-closed' : 'already-decided'
  await endCase(trx, id, { state: 'closed', outcome: null, byModerator: true }, now)
  const about = { action: 'close-lost', ownerId: row.user_id, dogId: row.dog_id } as const
  const { caseId } = await decideUnreported(trx, { ...about, adminId, statement, now, until: null })
  const words = await findReportedLost(trx, id)
  if (words) await keepWords(trx, caseId, words, now)
  return { ...(await decided(trx, order, row)), reportId: caseId }
}

const decided = async (trx: Trx, { id, now }: LostOrder, row: { user_id: string; dog_id: string }) => ({
  lost: toAdminLost(await cases(trx, now).where('lost_cases.id', '=', id).executeTakeFirstOrThrow(), now),
  ownerId: row.user_id,
  dogId: row.dog_id,
  adminIds: await listStaffIds(trx),
})
