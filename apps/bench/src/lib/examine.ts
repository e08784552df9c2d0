import { type Db, openDatabase, type Statement } from '@barkyard/db/open'
import { withClient } from './cluster.ts'

export interface Plan {
  /** Rows that scans read, including those that filters removed. */
  rows: number
  /** Pages of 8 KB touched. */
  buffers: number
}

interface Node {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

const READERS = /Scan$/

function rowsOf(node: Node): number {
  const own =
    READERS.test(node['Node Type']) && !/Subquery|CTE|Function|Values|Bitmap Index/.test(node['Node Type'])
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops']
      : 0
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0)
}

/** Runs `work` on a database that records its statements, then explains each reading one with its parameters. */
export async function examine(url: string, work: (db: Db) => Promise<void>): Promise<Plan[]> {
  const statements: Statement[] = []
  const db = openDatabase(url, { max: 1, onStatement: statement => statements.push(statement) })
  await work(db)
  await db.destroy()
  return withClient(url, async client => {
    const plans: Plan[] = []
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
        [...parameters],
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) plans.push({ rows: rowsOf(plan), buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] })
    }
    return plans
  })
}
