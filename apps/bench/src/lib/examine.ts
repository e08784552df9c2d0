import { type Db, openDatabase, type Statement } from '@barkyard/db/open'
import { withClient } from './cluster.ts'

interface Node {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
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

/**
 * Runs `work` on a database that records its statements, then explains each reading one with its parameters.
 * @returns the rows that the scans of each read, including those that filters removed.
 */
export async function rowsRead(url: string, work: (db: Db) => Promise<void>): Promise<number[]> {
  const statements: Statement[] = []
  const db = openDatabase(url, { max: 1, onStatement: statement => statements.push(statement) })
  await work(db)
  await db.destroy()
  return withClient(url, async client => {
    const read: number[] = []
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [
        ...parameters,
      ])
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) read.push(rowsOf(plan))
    }
    return read
  })
}
