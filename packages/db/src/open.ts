import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
  type TableMetadata,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

/**
 * Runs `work` in one transaction. After a deadlock it runs again, at most three times in all. Within a transaction,
 * `work` becomes part of it, and the outer caller repeats it.
 */
export async function inTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db instanceof Transaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === 3 || !isTransient(error)) throw error
    }
  }
}

/**
 * Runs work while no other one does under this name. A transaction on a connection of its own has the lock: PgBouncer keeps
 * it together, while it hands sessions on. It waits with no snapshot, so vacuum and migrations do not wait for it.
 * @returns null: another one does.
 */
export async function whileAlone<T>(db: Db, name: string, work: () => Promise<T>): Promise<T | null> {
  const own = openDatabase(urlOf(db), { max: 1 })
  const locked = own.connection().execute(async one => {
    await sql`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0`.execute(one)
    const lock = sql<{ isFree: boolean }>`SELECT pg_try_advisory_xact_lock(hashtext(${sql.lit(name)})) AS "isFree"`
    try {
      return (await lock.execute(one)).rows[0]?.isFree ? await work() : null
    } finally {
      // The end of the connection would release it too, but only a moment later. A connection that is lost has.
      await sql`ROLLBACK`.execute(one).catch(() => undefined)
    }
  })
  return locked.finally(() => own.destroy())
}

// int8 values are counts below 2^53, and dates are calendar days: numbers and strings represent them exactly.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, (value: string) => value)
// Lists of plain words are split without a parser, because a page has one for each of fifty dogs.
const TEXT_ARRAY = 1009
const parseTextArray = types.getTypeParser(TEXT_ARRAY, 'text')
types.setTypeParser(TEXT_ARRAY, (text: string): unknown => {
  // Its declared parameter type is wrong (a number), so Reflect calls it.
  if (!/^\{[a-z,]*\}$/.test(text)) return Reflect.apply(parseTextArray, undefined, [text])
  return text === '{}' ? [] : text.slice(1, -1).split(',')
})

interface OpenOptions {
  /** The most connections of this process. All processes together must stay below the server's max_connections. */
  max?: number
  /** The timeouts of a statement and of waiting for a lock, in ms; 0 = none. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  /** How long a query may wait for its connection. Only tests hand in another one. */
  connectionTimeoutMs?: number
  /** These are the connections of a process that serves the app. */
  isApp?: boolean
  /** Called for connections that broke while idle. The pool replaces them. */
  onError?: (error: Error) => void
  /** Called for each statement with its values, for tests and benchmarks that check plans. */
  onStatement?: (statement: Statement) => void
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/**
 * The server ends statements that take too long. If no answer comes within this additional time, the server or the
 * network has failed silently. The connection is then closed and not used again.
 */
const SILENCE_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 30_000

/** The name of the app's own connections, which other processes see. */
const APP = 'barkyard app'

/** Whether another process serves the app on this database. Call it before the pool of this process has a second connection. */
export async function isServed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isServed: boolean }>`SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${APP} AND pid <> pg_backend_pid()) AS "isServed"`.execute(
    db,
  )
  return rows[0]?.isServed ?? false
}

/**
 * Only Kysely's migrator asks which tables there are, twice for each migration, to find its own two. Reading the columns of
 * all tables for it took half of the time of a migration.
 */
class MigratorsTables extends PostgresIntrospector {
  readonly #db: Kysely<unknown>

  constructor(db: Kysely<unknown>) {
    super(db)
    this.#db = db
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
      WHERE relname IN ('kysely_migration', 'kysely_migration_lock') AND pg_table_is_visible(oid)`.execute(this.#db)
    return rows.map(({ name }) => ({ name, isView: false, columns: [] }))
  }
}

class Dialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new MigratorsTables(db)
  }
}

const pools = new WeakMap<Db, pg.Pool>()

/** The connection string of a pool, for what needs a connection of its own. */
export const urlOf = (db: Db): string => pools.get(db)?.options.connectionString ?? ''

/** The number of connections, of idle ones, and of callers who wait for one. */
export function poolState(db: Db): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/**
 * Opens a pool of connections, which connects at the first query. Connecting may take 5 s, and an answer 5 s longer than
 * `statementTimeoutMs`. After that both fail as unreachable.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    statementTimeoutMs = 30_000,
    lockTimeoutMs = 10_000,
    connectionTimeoutMs = 5_000,
    isApp = false,
    onError = () => {},
    onStatement,
  }: OpenOptions = {},
): Db {
  const timeouts = `SET statement_timeout = ${Number(statementTimeoutMs)}; SET lock_timeout = ${Number(lockTimeoutMs)};
    SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + SILENCE_MS }),
    application_name: isApp ? APP : 'barkyard',
    // Set by a statement, because PgBouncer refuses connections that bring timeouts as startup parameters. The pool
    // hands out a connection after this, and its types only know hooks that are not awaited.
    onConnect: async client => {
      await client.query(timeouts)
    },
  })
  // Without a listener, a lost connection would crash the process.
  pool.on('error', onError)
  pool.on('connect', client => client.on('error', onError))
  const db = new Kysely<Database>({
    dialect: new Dialect({ pool: namingStatements(pool) }),
    ...(onStatement && { log: event => onStatement(event.query) }),
  })
  pools.set(db, pool)
  return db
}

/** `*` or `"table".*` of a table. That of `count(*)`, a function or a sub-select is always the same. */
const EVERY_COLUMN = /\b(select|returning)\b[^(]*?(\s|\.)\*(?! from \w*\()/i

/**
 * Names each parameterised statement, so that PostgreSQL parses it once per connection. Kysely sends them unnamed. One that
 * answers every column has no name: once another process has added a column, PostgreSQL would refuse it.
 */
function namingStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string | undefined>()
  const nameOf = (text: string) => {
    if (names.has(text)) return names.get(text)
    // The package has few different statements. The limit only guards against a mistake.
    if (names.size >= 1_000) return undefined
    const name = EVERY_COLUMN.test(text) ? undefined : `barkyard_${names.size}`
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
        // Even a transaction's ROLLBACK would wait behind the missing answer.
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

/** SQLSTATE classes and Node error codes that mean "the database cannot be reached" rather than "the query is wrong". */
const UNREACHABLE = /^(08|57P|53|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT)/

/** The code of a database or system error. ENOENT counts only for the database's socket: a missing file has it too. */
function connectionCode(error: Error): string {
  if (!('code' in error) || typeof error.code !== 'string') return ''
  return error.code === 'ENOENT' && 'syscall' in error && error.syscall !== 'connect' ? '' : error.code
}

/** Whether an error means that the database is unavailable, starting, stopping or full, so a later attempt may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    UNREACHABLE.test(connectionCode(error)) ||
    /Connection terminated|queryable|timeout exceeded when trying to connect|Query read timeout/.test(error.message)
  )
}

/** SQLSTATEs and Node error codes of a refused connection: no statement was sent. */
const REFUSED = /^(53300|57P03|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT)/

/** Whether an error means that the statement was never sent. After other errors the database may have executed it. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return REFUSED.test(connectionCode(error)) || /timeout exceeded when trying|queryable/.test(error.message)
}

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)
export const isUniqueViolation = (error: unknown) => codeOf(error) === '23505'
export const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503'
/** A statement or a wait for a lock timed out. It had no effect. */
export const isTooSlow = (error: unknown) => codeOf(error) === '57014' || codeOf(error) === '55P03'
/** A lock was not available in time. The statement had no effect. */
export const isLockTimeout = (error: unknown) => codeOf(error) === '55P03'
/** Deadlock or serialization failure: the transaction was rolled back and can be repeated. */
export const isTransient = (error: unknown) => codeOf(error) === '40P01' || codeOf(error) === '40001'
