import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { affectsRows } from '../rows.ts'

export interface NewJob {
  kind: string
  /** JSON. */
  payload: unknown
  /** While a job of this kind and key waits, putting another of no higher priority changes nothing. One that runs may have read the past: it runs anew. */
  key?: string
  /** The account that the job is about: the job is deleted with it. */
  userId?: string | null
  dueAt: Date
  createdAt: Date
  /** Due jobs of a higher priority run first. Default: 0. */
  priority?: number
}

export interface ClaimedJob {
  id: string
  payload: unknown
  userId: string | null
  /** The number of this attempt, from 1. */
  attempt: number
  createdAt: Date
}

/** A waiting job with the key of one of these is locked: it does not begin, and read the past, before this transaction ends. */
export async function putJobs(db: Db | Trx, jobs: readonly NewJob[]): Promise<void> {
  const rows = JSON.stringify(jobs.map(job => ({ ...job, id: newId() })))
  await sql`
    INSERT INTO jobs (id, kind, key, user_id, payload, due_at, created_at, priority)
    SELECT DISTINCT ON (kind, coalesce(key, id::text)) id, kind, key, "userId", payload, "dueAt", "createdAt", coalesce(priority, 0)
    FROM jsonb_to_recordset(${rows}::jsonb) AS one (id uuid, kind text, key text, "userId" uuid, payload jsonb,
      "dueAt" timestamptz, "createdAt" timestamptz, priority integer)
    ON CONFLICT (kind, key) WHERE given_up_at IS NULL DO UPDATE
    SET user_id = excluded.user_id, payload = excluded.payload, due_at = excluded.due_at, created_at = excluded.created_at,
      priority = excluded.priority, attempts = 0, lease_id = NULL
    WHERE jobs.lease_id IS NOT NULL OR excluded.priority > jobs.priority`.execute(db)
}

/**
 * Takes jobs that are due, by priority and then the oldest first, and leases them. Due times are compared with `now`, the process's clock. Leases
 * use only the database's clock, so that processes with different clocks agree on them.
 */
export async function claimJobs(db: Db, { kind, now, limit, leaseId, leaseSeconds }: ClaimQuery) {
  // With an array the planner always looks up ids by the index, however many rows it expects.
  const { rows } = await sql<ClaimedJob>`
    UPDATE jobs
    SET lease_id = ${leaseId}, leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    WHERE id = ANY (ARRAY(
      SELECT id FROM jobs
      WHERE kind = ${kind} AND due_at <= ${now} AND given_up_at IS NULL AND (leased_until IS NULL OR leased_until < now())
      ORDER BY priority DESC, due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))
    RETURNING id, payload, user_id AS "userId", attempts AS attempt, created_at AS "createdAt"
  `.execute(db)
  return rows
}

interface ClaimQuery {
  kind: string
  now: Date
  limit: number
  /** Set by the caller, new for each claim. */
  leaseId: string
  leaseSeconds: number
}

/** Only the holder of a job's lease may end it. Each function returns whether the lease was still held. */
interface Held {
  id: string
  leaseId: string
}

/** Lets a job that was put anew while it ran run again: whoever held its lease has ended. @returns whether it was. */
export const runAnew = (db: Db, id: string): Promise<boolean> =>
  affectsRows(db.updateTable('jobs').set({ leased_until: null }).where('id', '=', id).where('lease_id', 'is', null))

export const finishJob = (db: Db, { id, leaseId }: Held): Promise<boolean> =>
  affectsRows(db.deleteFrom('jobs').where('id', '=', id).where('lease_id', '=', leaseId))

const release = (db: Db, { id, leaseId }: Held) =>
  db
    .updateTable('jobs')
    .set({ lease_id: null, leased_until: null })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)

/** Postpones a job until `dueAt`. `isFailure` = false does not count the attempt: the job waits, it did not fail. */
export const postponeJob = (db: Db, job: Held, { dueAt, isFailure }: { dueAt: Date; isFailure: boolean }) =>
  affectsRows(release(db, job).set({ due_at: dueAt, ...(!isFailure && { attempts: sql<number>`attempts - 1` }) }))

/** Keeps a failed job without its payload until it is swept. */
export const abandonJob = (db: Db, job: Held, now: Date) =>
  affectsRows(release(db, job).set({ given_up_at: now, key: null, payload: '{}' }))

/** When the next unleased job of a kind is due; null if there is none. */
export async function nextJobAt(db: Db, kind: string): Promise<Date | null> {
  const row = await db
    .selectFrom('jobs')
    .select('due_at')
    .where('kind', '=', kind)
    .where('given_up_at', 'is', null)
    .where('leased_until', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

export interface JobStats {
  kind: string
  /** Waiting and running jobs. */
  depth: number
  /** Seconds since the oldest was due; 0 if none is. */
  oldestSeconds: number
  givenUp: number
}

export const jobStats = (db: Db, now: Date): Promise<JobStats[]> =>
  db
    .selectFrom('jobs')
    .select(eb => [
      'kind',
      eb.fn.countAll<number>().filterWhere('given_up_at', 'is', null).as('depth'),
      sql<number>`coalesce(greatest(0, extract(epoch FROM ${now}::timestamptz - min(due_at) FILTER (WHERE given_up_at IS NULL))), 0)::float8`.as(
        'oldestSeconds',
      ),
      eb.fn.countAll<number>().filterWhere('given_up_at', 'is not', null).as('givenUp'),
    ])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
