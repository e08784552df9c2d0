import type pg from 'pg'
import type { Statement } from '../../src/open.ts'

/** A node of a plan, as EXPLAIN prints it. */
export interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  /** Absent for inserts: they have run already and cannot run twice. */
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

const textOf = (value: unknown): string => {
  if (Array.isArray(value))
    return `{${value.map(one => (one === null ? 'NULL' : JSON.stringify(textOf(one)))).join(',')}}`
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return value instanceof Date ? value.toISOString() : String(value)
}

/** The generic plan of a prepared statement, which PostgreSQL makes without the values. */
export async function planOf(client: pg.Client, { sql, parameters }: Statement): Promise<Node[]> {
  try {
    await client.query('BEGIN; SET LOCAL plan_cache_mode = force_generic_plan')
    await client.query(`PREPARE planned AS ${sql}`)
    const values = parameters.map(value => (value === null ? 'NULL' : client.escapeLiteral(textOf(value))))
    const execute = `EXECUTE planned${values.length > 0 ? ` (${values.join(', ')})` : ''}`
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE ${!/^\s*insert/i.test(sql)}, FORMAT JSON) ${execute}`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return plan ? nodes(plan) : []
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL')
  }
}

const READS = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/
/** The rows that a plan looked at. */
export const rowsRead = (plan: Node[]) =>
  plan
    .filter(node => READS.test(node['Node Type']))
    .reduce(
      (sum, node) =>
        sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
      0,
    )
