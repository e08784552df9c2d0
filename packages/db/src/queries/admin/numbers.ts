import { BARK_BODY } from '@barkyard/domain/message'
import type { DayNumbers } from '@barkyard/domain/schemas/admin'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../open.ts'

interface Day {
  day: string
  from: Date
}

/**
 * What happened on each of some consecutive days, the first of them first. Deleted rows are not counted.
 * @param until the end of the last day.
 */
export async function countDays(db: Db, days: readonly Day[], until: Date): Promise<DayNumbers[]> {
  const starts = days.map(({ from }) => from)
  const first = starts[0]
  if (!first) return []
  const counts = async <N extends string>(table: string, columns: Record<N, RawBuilder<unknown>>) => {
    const names = Object.keys(columns) as N[]
    const { rows } = await sql<{ nth: number } & Record<N, number>>`
      SELECT width_bucket(created_at, ${starts}::timestamptz[]) AS nth,
        ${sql.join(names.map(name => sql`${columns[name]}::int AS ${sql.ref(name)}`))}
      FROM ${sql.table(table)} WHERE created_at >= ${first} AND created_at < ${until} GROUP BY 1`.execute(db)
    return (nth: number, name: N) => rows.find(row => row.nth === nth + 1)?.[name] ?? 0
  }
  const all = { count: sql`count(*)` }
  const [users, messages, playdates, reports] = await Promise.all([
    counts('users', all),
    counts('messages', {
      barks: sql`count(*) FILTER (WHERE body = ${BARK_BODY})`,
      others: sql`count(*) FILTER (WHERE body <> ${BARK_BODY})`,
    }),
    counts('playdates', all),
    counts('reports', all),
  ])
  return days.map(({ day }, nth) => ({
    day,
    signUps: users(nth, 'count'),
    barks: messages(nth, 'barks'),
    messages: messages(nth, 'others'),
    playdates: playdates(nth, 'count'),
    reports: reports(nth, 'count'),
  }))
}

/** How many users or dogs there are. Costs the same however many that is. */
export async function countRows(db: Db, table: 'users' | 'dogs'): Promise<number> {
  const { count } = await db
    .selectFrom('row_counts')
    .select(sql<number>`coalesce(sum(change), 0)::int`.as('count'))
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds up the changes since the last sweep, so that few rows are read. Two sweeps at a time do no harm. */
export async function sweepRowCounts(db: Db): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM row_counts RETURNING table_name, change)
    INSERT INTO row_counts (table_name, change) SELECT table_name, sum(change) FROM gone GROUP BY table_name
  `.execute(db)
}
