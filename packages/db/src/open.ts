import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>

// Counts (int8) stay below 2^53 here, and dates are calendar days: both as plain values.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, (value: string) => value)
// Lists of plain words need no parser: a page has one for each of fifty dogs.
const TEXT_ARRAY = 1009
const parseTextArray = types.getTypeParser(TEXT_ARRAY, 'text')
types.setTypeParser(TEXT_ARRAY, (text: string): unknown => {
  // Its declared type takes a number, which is wrong: hence by way of Reflect.
  if (!/^\{[a-z,]*\}$/.test(text)) return Reflect.apply(parseTextArray, undefined, [text])
  return text === '{}' ? [] : text.slice(1, -1).split(',')
})

export interface OpenOptions {
  /** Connections at most, of each process: all processes together stay below the server's max_connections. */
  max?: number
  /** Longest time of a statement, of waiting for a lock, in ms; 0 = as long as it takes. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  /** Told of connections that broke while idle; the pool replaces them. */
  onError?: (error: Error) => void
  /** Told of each statement that ran, with its values: for tests and benchmarks that look at plans. */
  onStatement?: (statement: Statement) => void
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/**
 * The server ends what takes longer than a statement may. An answer overdue by so much more will not come: the server or
 * the way there is gone without a word. The connection is closed and not used again.
 */
const SILENCE_MS = 5_000

const pools = new WeakMap<Db, pg.Pool>()

/** Connections of a database: all, those idle, and how many callers wait for one. */
export function poolState(db: Db): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/**
 * Opens a pool of connections. Nothing is connected until the first query.
 * Getting a connection may take 5 s, an answer `statementTimeoutMs` and 5 s more; both then fail as unreachable.
 */
export function openDatabase(
  url: string,
  { max = 10, statementTimeoutMs = 30_000, lockTimeoutMs = 10_000, onError = () => {}, onStatement }: OpenOptions = {},
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + SILENCE_MS }),
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'barkyard',
  })
  // Without a listener a lost connection would end the process.
  pool.on('error', onError)
  pool.on('connect', client => client.on('error', onError))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: namingStatements(pool) }),
    ...(onStatement && { log: event => onStatement(event.query) }),
  })
  pools.set(db, pool)
  return db
}

/** Names each parameterised statement, so that PostgreSQL parses it once a connection (kysely sends them unnamed). */
function namingStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known) return known
    // Statements are few: their texts are those of this package. The bound only guards against a mistake.
    if (names.size >= 1_000) return undefined
    const name = `barkyard_${names.size}`
    names.set(text, name)
    return name
  }
  return {
    async connect() {
      const client = await pool.connect()
      let broken: unknown = null
      function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
      function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
      function query<R>(
        text: string | PostgresCursor<R>,
        values: readonly unknown[] = [],
      ): PostgresCursor<R> | Promise<PostgresQueryResult<R>> {
        if (typeof text !== 'string') throw new Error('Cursors are not used here')
        // A transaction's ROLLBACK too would wait behind the answer that never came.
        if (broken !== null) return Promise.reject(broken)
        const name = values.length > 0 ? nameOf(text) : undefined
        return client.query({ text, values: [...values], ...(name !== undefined && { name }) }).then(
          ({ command, rowCount, rows }) => ({
            command: command as PostgresQueryResult<R>['command'],
            rowCount: rowCount ?? 0,
            rows: rows as R[],
          }),
          error => {
            if (isUnreachable(error)) broken = error
            throw error
          },
        )
      }
      const named: PostgresPoolClient = { query, release: () => client.release(broken !== null) }
      return named
    },
    end: () => pool.end(),
  }
}

/** SQLSTATE classes and codes of Node that mean "the database cannot be reached", as opposed to "the query is wrong". */
const UNREACHABLE = /^(08|57P|53|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT)/

/** Whether an error says that the database is away, starting, stopping or full, so that trying again later may help. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    UNREACHABLE.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout/.test(error.message)
  )
}

/** SQLSTATEs and codes of Node of a connection that was refused: nothing was sent over it. */
const REFUSED = /^(53300|57P03|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT)/

/** Whether an error says that the database was not even asked. Of others nobody knows whether it had done its work. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return REFUSED.test(code) || error.message.includes('timeout exceeded when trying to connect')
}

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)
export const isUniqueViolation = (error: unknown) => codeOf(error) === '23505'
export const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503'
/** A statement or a wait for a lock took longer than allowed: nothing was done. */
export const isTooSlow = (error: unknown) => codeOf(error) === '57014' || codeOf(error) === '55P03'
/** A lock was not to be had in time: nothing was done. */
export const isLockTimeout = (error: unknown) => codeOf(error) === '55P03'
/** Deadlock or serialization failure: the transaction was rolled back and may be run again. */
export const isTransient = (error: unknown) => codeOf(error) === '40P01' || codeOf(error) === '40001'
