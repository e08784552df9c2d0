import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'

type Camel<S extends string> = S extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : S
type Shaped<Row> = {
  [K in keyof Row & string as Camel<K>]: Row[K] extends Date | null ? string | Exclude<Row[K], Date> : Row[K]
}

const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * What an answer shows of a table: the columns to select, and the fields made of them, with times as ISO 8601. Whatever else
 * a row holds stays behind.
 */
export function shapeOf<T extends keyof Database, C extends keyof Selectable<Database[T]> & string>(
  table: T,
  ...columns: C[]
) {
  type Row = Pick<Selectable<Database[T]>, C>
  const fields = columns.map(column => [column, camel(column)] as const)
  return {
    columns: columns.map(column => `${table}.${column}` as `${T}.${C}`),
    of(row: Row): Shaped<Row> {
      const shaped: Record<string, unknown> = {}
      for (const [column, field] of fields) {
        const value: unknown = row[column]
        shaped[field] = value instanceof Date ? value.toISOString() : value
      }
      return shaped as Shaped<Row>
    },
  }
}
