import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDatabase } from '@barkyard/db/open'
import type { Statement } from '../servers/floor.ts'
import { Child } from './child.ts'
import type { Server } from './sliced.ts'

/** A bare server that answers with the results of `work`'s statements. */
export async function floorOf(url: string, work: (db: Db) => Promise<unknown>): Promise<Server> {
  // A file, because they are too long for an argument.
  const file = join(tmpdir(), `barkyard-floor-${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(await statementsOf(url, work)))
  return new Child('servers/floor.ts', [url, file])
}

/** The statements that `work` sends, with their values. */
async function statementsOf(url: string, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const onStatement = ({ sql, parameters }: Statement) => statements.push({ sql, parameters })
  const db = openDatabase(url, { max: 1, onStatement })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
  return statements
}
