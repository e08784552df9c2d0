import { readFileSync } from 'node:fs'
import type pg from 'pg'

const TICKS_PER_SECOND = 100

/** CPU milliseconds that a process and, if asked for, the children it waited for have used. A process that has ended: 0. */
function used(pid: number, children: boolean): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = [11, 12, ...(children ? [13, 14] : [])].map(field => Number(fields[field]))
    return (ticks.reduce((sum, one) => sum + one, 0) * 1000) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

/**
 * CPU milliseconds that PostgreSQL's processes used while `work` ran (0 without /proc), including parallel workers (the
 * postmaster waits for them). A connection that closes during `work` is counted from its start, so keep connections open.
 */
export async function postgresCpu<T>(client: pg.Client, work: () => Promise<T>): Promise<{ cpu: number; result: T }> {
  const before = await snapshot(client)
  const result = await work()
  const after = await snapshot(client)
  let sum = after.reaped - before.reaped
  for (const [pid, ms] of after.backends) sum += ms - (before.backends.get(pid) ?? 0)
  return { cpu: sum, result }
}

async function snapshot(client: pg.Client): Promise<{ reaped: number; backends: Map<number, number> }> {
  const { rows } = await client.query<{ pid: number; postmaster: number }>(
    `SELECT pid, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS postmaster FROM pg_stat_activity
     WHERE backend_type IN ('client backend', 'parallel worker')`,
  )
  const postmaster = rows[0]?.postmaster ?? 0
  const backends = new Map(rows.map(({ pid }) => [pid, used(pid, false)]))
  return { reaped: used(postmaster, true) - used(postmaster, false), backends }
}
