import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { StartedVerification } from '@barkyard/domain/schemas/verification'
import { isClosed, type VerificationKind } from '@barkyard/domain/verification'
import type { Owner, Viewer } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { listStaffIds } from '../admins.ts'
import { type DogRefusal, shareOwnDog } from '../dogs/dogs.ts'
import { newId } from '../ids.ts'
import { pageById } from '../paging.ts'
import { affectsRows, inBatches, sweepRows } from '../rows.ts'
import { shapeOf } from '../shape.ts'

export const verification = shapeOf(
  'verifications',
  ...(['id', 'version', 'dog_id', 'kind', 'state', 'code', 'reason', 'expires_on', 'created_at'] as const),
)

const ofUser = (db: Db | Trx, userId: string) =>
  db.selectFrom('verifications').select(verification.columns).where('verifications.user_id', '=', userId)

/**
 * Asks for a verification of a dog of the viewer's own. While one of this kind is open or waiting, returns that one.
 * @param code the words for a photo; null: none are needed.
 */
export async function startVerification(
  trx: Trx,
  viewer: Owner,
  { dogId, kind, code, now }: { dogId: string; kind: VerificationKind; code: string | null; now: Date },
): Promise<DogRefusal | StartedVerification> {
  // Locks the dog, so that it keeps its owner meanwhile.
  const dog = await shareOwnDog(trx, viewer, dogId)
  if (typeof dog === 'string') return dog
  return trx
    .insertInto('verifications')
    .values({ id: newId(), dog_id: dogId, user_id: viewer.userId, kind, code, created_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['dog_id', 'kind'])
        .where(sql<boolean>`state IN ('open', 'waiting')`)
        // Changes nothing, so that the row is returned.
        .doUpdateSet({ code: sql.ref('verifications.code') }),
    )
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

export async function listVerifications(db: Db, userId: string, page: ListQuery) {
  return pageById(ofUser(db, userId), 'id', page, verification.of)
}

/** All verifications of a user, oldest first, with the keys of their evidence, for the export. They are few. */
export async function archivedVerifications(db: Db, userId: string) {
  const rows = await ofUser(db, userId).select('evidence_key').orderBy('id').execute()
  return rows.map(row => ({ verification: verification.of(row), evidenceKey: row.evidence_key }))
}

/** Check this before decoding; `addEvidence` checks it again. @returns why evidence cannot be added; null if it can. */
export async function refuseEvidence(db: Db, userId: string, id: string) {
  const row = await ofUser(db, userId).where('id', '=', id).executeTakeFirst()
  if (!row) return 'verification-not-found'
  return isClosed(row.state) ? 'verification-closed' : null
}

/**
 * Adds or replaces the evidence of a verification, whose files are stored under `key`. Of two that come at once the later
 * one stays.
 * @returns 'too-busy': the key was noted so long ago that its files may be deleted by now.
 */
export async function addEvidence(trx: Trx, userId: string, id: string, { key, now }: { key: string; now: Date }) {
  const open = await lockOwn(trx, userId, id)
  if (typeof open === 'string') return open
  if (!(await affectsRows(trx.deleteFrom('pending_photos').where('key', '=', key)))) return 'too-busy'
  const row = await trx
    .updateTable('verifications')
    .set({ state: 'waiting', evidence_key: key, sent_at: sql`coalesce(sent_at, ${now})`, version: sql`version + 1` })
    .where('id', '=', id)
    .returning(verification.columns)
    .executeTakeFirstOrThrow()
  return { verification: verification.of(row), adminIds: await listStaffIds(trx) }
}

/** Takes a verification back and deletes its evidence. */
export async function withdrawVerification(trx: Trx, userId: string, id: string, now: Date) {
  const open = await lockOwn(trx, userId, id)
  if (typeof open === 'string') return open
  await withdraw(trx, now).where('id', '=', id).execute()
  return { adminIds: await listStaffIds(trx) }
}

/** Takes back what is undecided about a dog that gets another owner: its evidence is the former owner's. */
export const withdrawVerificationsOf = (trx: Trx, dogId: string, now: Date) =>
  withdraw(trx, now).where('dog_id', '=', dogId).where('state', 'in', ['open', 'waiting']).execute()

const withdraw = (trx: Trx, now: Date) =>
  trx
    .updateTable('verifications')
    .set({ state: 'withdrawn', evidence_key: null, closed_at: now, version: sql`version + 1` })

/** Locks a verification of a user that is neither decided nor withdrawn. */
async function lockOwn(trx: Trx, userId: string, id: string) {
  const row = await ofUser(trx, userId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return 'verification-not-found'
  return isClosed(row.state) ? 'verification-closed' : row
}

/** The key of the evidence of a verification: for who asked for it, and admins. */
export async function findEvidence(db: Db, viewer: Viewer, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('verifications')
    .select('evidence_key')
    .where('id', '=', id)
    .where(eb => (viewer.kind === 'admin' ? eb.lit(true) : eb('user_id', '=', viewer.userId)))
    .executeTakeFirst()
  return row?.evidence_key ?? undefined
}

/** Verifications that one statement of a sweep changes. */
const SWEPT_AT_ONCE = 500

/** Deletes the evidence of decisions before `evidenceSince`, and refused and withdrawn verifications from before `since`. */
export async function sweepVerifications(
  db: Db,
  { evidenceSince, since }: { evidenceSince: Date; since: Date },
): Promise<void> {
  await inBatches(
    db,
    SWEPT_AT_ONCE,
    sql`
      UPDATE verifications SET evidence_key = NULL WHERE id = ANY (ARRAY(
        SELECT id FROM verifications WHERE evidence_key IS NOT NULL AND closed_at < ${evidenceSince}
        ORDER BY closed_at LIMIT ${SWEPT_AT_ONCE}))`,
  )
  const over = sql`SELECT id FROM verifications WHERE state IN ('refused', 'withdrawn') AND closed_at < ${since} ORDER BY closed_at`
  await sweepRows(db, 'verifications', 'id', over)
}
