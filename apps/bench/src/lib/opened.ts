import { type Db, openDatabase } from '@barkyard/db/open'
import pg from 'pg'

const open: (() => Promise<unknown>)[] = []

/** Closes it after the benchmark, whether or not that succeeds. */
export function closeAtEnd(close: () => Promise<unknown>): void {
  open.push(close)
}

export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close()
}

/** A connection that is open until the end of the benchmark. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  closeAtEnd(() => client.end())
  return client
}

/** The product's connections, open until the end of the benchmark. */
export function openDb(url: string, max = 1): Db {
  const db = openDatabase(url, { max, statementTimeoutMs: 600_000 })
  closeAtEnd(() => db.destroy())
  return db
}
