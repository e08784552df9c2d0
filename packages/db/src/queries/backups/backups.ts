import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, openDatabase, whileAlone } from '../../open.ts'

/** Runs work while no other process of this database does. @returns null: another process does. */
export const withBackupLock = <T>(db: Db, work: () => Promise<T>) => whileAlone(db, 'barkyard backup', work)

/** Makes a database on the server of another one, and drops it after the work. */
export async function withTemporaryDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `barkyard_check_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = openDatabase(serverUrl, { max: 1, statementTimeoutMs: 0 })
  try {
    await sql`CREATE DATABASE ${sql.id(name)}`.execute(db)
    try {
      return await work(url.href)
    } finally {
      await sql`DROP DATABASE ${sql.id(name)} WITH (FORCE)`.execute(db)
    }
  } finally {
    await db.destroy()
  }
}
