import type { ColumnType } from 'kysely'

/** Set by the database unless an insert says otherwise, and never changed. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
