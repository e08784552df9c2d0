import { SIGHTING_PUSHES_OF_CASE, SIGHTING_PUSHES_OF_USER } from '@barkyard/domain/lost'
import type { Sighting } from '@barkyard/domain/schemas/lost'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { Owner, Viewer } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { sees, seesDog } from '../blocks/visibility.ts'
import { newId } from '../ids.ts'
import { pageById, positionOf } from '../paging.ts'
import { affectsRows, exists } from '../rows.ts'
import { shapeOf } from '../shape.ts'
import { isOpenAt } from './lost.ts'
import { phoneFor } from './poster.ts'

const HOUR_MS = 60 * 60 * 1000

/** What somebody says that they saw. A point, or words. */
export interface NewSightingRow extends Pick<Sighting, 'lat' | 'lng' | 'where' | 'state' | 'note' | 'phone'> {
  at: Date
  /** The key of the photo's files, which was noted before they were written. */
  evidenceKey: string | null
}

/** @returns why a sighting cannot be added; null if it can. Check this before decoding; `addSighting` checks it again. */
export async function refuseSighting(db: Db, from: Owner, lostId: string, now: Date) {
  const found = await caseOf(db, from, lostId, now)
  return typeof found === 'string' ? found : null
}

/** The open case about which somebody may say something. */
async function caseOf(db: Db | Trx, from: Owner, lostId: string, now: Date) {
  const row = await db
    .selectFrom('lost_cases')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .select(['lost_cases.user_id', 'lost_cases.dog_id', 'lost_cases.state'])
    .select(isOpenAt(now).as('is_open'))
    .where('lost_cases.id', '=', lostId)
    .where(sees(from))
    .executeTakeFirst()
  if (!row) return 'lost-not-found'
  if (row.user_id === from.userId) return 'own-lost-dog'
  if (row.state === 'waiting') return 'lost-not-found'
  return row.is_open ? row : 'case-closed'
}

/**
 * Adds a sighting by a user. A block or the end of the case comes either before it or after it.
 * @returns phone: the owner's, if the sender is shown it. isTold: it is pushed and mailed; the rest stand in the list.
 */
export async function addSighting(
  trx: Trx,
  from: Owner,
  lostId: string,
  sighting: NewSightingRow,
  { now, isLimited }: { now: Date; isLimited: boolean },
) {
  const known = await caseOf(trx, from, lostId, now)
  if (typeof known === 'string') return known
  await trx.selectFrom('dogs').select('id').where('id', '=', known.dog_id).forShare().executeTakeFirst()
  await lockCase(trx, lostId, now)
  // Again, as it is behind the locks.
  const found = await caseOf(trx, from, lostId, now)
  if (typeof found === 'string') return found
  // One user's sightings of several cases are counted one after the other.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sightings of ${from.userId}`}, 0))`.execute(trx)
  const stored = await store(trx, { lostId, userId: from.userId, sighting, now, isLimited })
  if (stored === 'too-busy') return stored
  const phone = await phoneFor(trx, from.userId, lostId, sighting, now)
  return { ...stored, lostId, dogId: found.dog_id, ownerId: found.user_id, phone }
}

/** Adds a sighting by somebody without an account, by the id of an open case. */
export async function addPosterSighting(
  trx: Trx,
  lostId: string,
  sighting: NewSightingRow,
  { now, isLimited }: { now: Date; isLimited: boolean },
) {
  const found = await lockCase(trx, lostId, now)
  if (!found?.is_open) return 'case-closed'
  const stored = await store(trx, { lostId, userId: null, sighting, now, isLimited })
  if (stored === 'too-busy') return stored
  return { ...stored, lostId, dogId: found.dog_id, ownerId: found.user_id, phone: null }
}

const lockCase = (trx: Trx, id: string, now: Date) =>
  trx
    .selectFrom('lost_cases')
    .select(['dog_id', 'user_id'])
    .select(isOpenAt(now).as('is_open'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

interface Order {
  lostId: string
  userId: string | null
  sighting: NewSightingRow
  now: Date
  isLimited: boolean
}

/** @returns 'too-busy': the key of the photo was noted so long ago that its files may be deleted by now. */
async function store(trx: Trx, { lostId, userId, sighting, now, isLimited }: Order) {
  const { where: place, evidenceKey, ...fields } = sighting
  if (evidenceKey !== null) {
    if (!(await affectsRows(trx.deleteFrom('pending_photos').where('key', '=', evidenceKey)))) return 'too-busy'
  }
  const id = newId()
  const isTold = !isLimited || (await hasPushesLeft(trx, { lostId, userId, now }))
  await trx
    .insertInto('lost_sightings')
    .values({
      ...fields,
      id,
      lost_id: lostId,
      user_id: userId,
      place,
      evidence_key: evidenceKey,
      is_pushed: isTold,
      created_at: now,
    })
    .execute()
  return { id, isTold }
}

/** Whether the last hour leaves a push to the case, and to the user. */
async function hasPushesLeft(trx: Trx, { lostId, userId, now }: Pick<Order, 'lostId' | 'userId' | 'now'>) {
  const since = new Date(now.getTime() - HOUR_MS)
  const { rows } = await sql<{ ofCase: number; ofUser: number }>`
    SELECT (SELECT count(*)::int FROM lost_sightings
            WHERE lost_id = ${lostId}::uuid AND is_pushed AND created_at > ${since}) AS "ofCase",
      (SELECT count(*)::int FROM lost_sightings
       WHERE user_id = ${userId}::uuid AND is_pushed AND created_at > ${since}) AS "ofUser"`.execute(trx)
  const { ofCase = 0, ofUser = 0 } = rows[0] ?? {}
  return ofCase < SIGHTING_PUSHES_OF_CASE && ofUser < SIGHTING_PUSHES_OF_USER
}

const sighting = shapeOf('lost_sightings', 'id', 'at', 'lat', 'lng', 'state', 'note', 'created_at')

const sightings = (db: Db | Trx) =>
  db
    .selectFrom('lost_sightings')
    .leftJoin('users', 'users.id', 'lost_sightings.user_id')
    .select(sighting.columns)
    .select(['lost_sightings.place', 'lost_sightings.phone', 'lost_sightings.user_id', 'lost_sightings.thanked_at'])
    .select('users.first_name')
    .select(eb => eb('lost_sightings.evidence_key', 'is not', null).as('has_photo'))

type SightingRow = Awaited<ReturnType<ReturnType<typeof sightings>['execute']>>[number]

const toSighting = (row: SightingRow): Sighting => ({
  ...sighting.of(row),
  where: row.place,
  photo: row.has_photo ? `/api/sightings/${row.id}/photo` : null,
  from: row.user_id === null ? null : { firstName: row.first_name ?? '' },
  phone: row.state === 'seen' ? null : row.phone,
  thanked: row.thanked_at !== null,
})

/** Whether a viewer reads the sightings of the case in the row `lost_cases`: its owner and admins do, also of blocked users. */
const readsSightings = (viewer: Viewer) =>
  viewer.kind === 'admin' ? sql<boolean>`true` : sql<boolean>`lost_cases.user_id = ${viewer.userId}::uuid`

/** A page of the sightings of a case, newest first. */
export async function listSightings(db: Db, viewer: Viewer, lostId: string, page: ListQuery) {
  if (positionOf(page.cursor) === 'unknown-cursor') return 'unknown-cursor'
  if (!(await exists(db.selectFrom('lost_cases').where('id', '=', lostId).where(readsSightings(viewer)))))
    return 'lost-not-found'
  return pageById(sightings(db).where('lost_sightings.lost_id', '=', lostId), 'lost_sightings.id', page, toSighting)
}

/** The sightings that a user sent, oldest first, with the keys of their photos, for the export. */
export async function archivedSightings(db: Db, userId: string) {
  const rows = await sightings(db)
    .select(['lost_sightings.lost_id', 'lost_sightings.evidence_key'])
    .where('lost_sightings.user_id', '=', userId)
    .orderBy('lost_sightings.id')
    .execute()
  return rows.map(row => ({
    sighting: { ...toSighting(row), phone: row.phone, lostId: row.lost_id },
    evidenceKey: row.evidence_key,
  }))
}

/** The key of the photo of a sighting, for who reads it. */
export async function findSightingPhoto(db: Db, viewer: Viewer, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('lost_sightings')
    .innerJoin('lost_cases', 'lost_cases.id', 'lost_sightings.lost_id')
    .select('lost_sightings.evidence_key')
    .where('lost_sightings.id', '=', id)
    .where(readsSightings(viewer))
    .executeTakeFirst()
  return row?.evidence_key ?? undefined
}

/**
 * Thanks for a sighting of the owner's case, once.
 * @returns toldId: null: thanked before, somebody without an account, or one who no longer sees the dog.
 */
export async function thankForSighting(trx: Trx, { userId }: Owner, id: string, now: Date) {
  const row = await trx
    .selectFrom('lost_sightings')
    .innerJoin('lost_cases', 'lost_cases.id', 'lost_sightings.lost_id')
    .select(['lost_sightings.lost_id', 'lost_sightings.user_id', 'lost_sightings.thanked_at', 'lost_cases.dog_id'])
    .where('lost_sightings.id', '=', id)
    .where('lost_cases.user_id', '=', userId)
    .forUpdate('lost_sightings')
    .executeTakeFirst()
  if (!row) return 'sighting-not-found'
  if (row.thanked_at === null)
    await trx.updateTable('lost_sightings').set({ thanked_at: now }).where('id', '=', id).execute()
  const isTold =
    row.thanked_at === null &&
    row.user_id !== null &&
    (await seesDog(trx, { kind: 'owner', userId: row.user_id }, row.dog_id))
  const sighting = toSighting(await sightings(trx).where('lost_sightings.id', '=', id).executeTakeFirstOrThrow())
  return { sighting, lostId: row.lost_id, dogId: row.dog_id, toldId: isTold ? row.user_id : null }
}
