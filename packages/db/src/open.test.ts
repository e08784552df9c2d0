import { EventEmitter, once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atPort, dialDatabase, startLine } from '@barkyard/postgres/testing/line'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { type Db, isRefused, isUnreachable, openDatabase, poolState, whileAlone } from './open.ts'

let url: string
beforeAll(async () => {
  url = (await createTestDatabase()).url
})

/** A proxy of the database that can fall silent: it then accepts bytes, but neither answers nor closes. */
async function startTunnel() {
  let [silent, accepted, unheard] = [false, 0, 0]
  const line = await startLine(
    () => dialDatabase(url),
    (near, far) => {
      accepted++
      near.on('data', chunk => {
        if (silent) unheard++
        else far.write(chunk)
      })
      far.on('data', chunk => !silent && near.write(chunk))
    },
  )
  return {
    url: atPort(url, line.port),
    /** The connections accepted so far, and those still open. */
    counts: () => ({ accepted, open: line.count() }),
    /** What was sent while it was silent. */
    unheard: () => unheard,
    silence(on: boolean) {
      silent = on
    },
    stop: line.stop,
  }
}

const answers = (db: Db) => sql<{ one: number }>`SELECT ${1}::int AS one`.execute(db).then(({ rows }) => rows[0]?.one)
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'it answered').catch(error => error)

test.concurrent('a connection that falls silent is closed once its answer is overdue, and replaced when the database is there', async () => {
  const tunnel = await startTunnel()
  const db = openDatabase(tunnel.url, { max: 3, statementTimeoutMs: 2_000 })
  // One connection is within a transaction and one is idle when the network fails silently.
  await Promise.all([answers(db), answers(db)])
  const signal = new EventEmitter()
  const silenced = once(signal, 'now')
  const transaction = db.transaction().execute(async trx => {
    await answers(trx)
    await silenced
    return answers(trx)
  })
  await answers(db)
  await until(() => poolState(db).idle, 1)
  expect(tunnel.counts()).toEqual({ accepted: 2, open: 2 })
  tunnel.silence(true)
  signal.emit('now')
  // A third connection cannot be opened.
  const failed = await Promise.all([failure(transaction), failure(answers(db)), failure(answers(db))])
  for (const error of failed) expect([error, isUnreachable(error)]).toEqual([expect.any(Error), true])
  // Two statements and, where the third connection got so far, its start: no ROLLBACK of the transaction is sent, which
  // would wait again.
  expect(tunnel.unheard()).toBeLessThanOrEqual(3)
  expect(poolState(db)).toEqual({ total: 0, idle: 0, waiting: 0 })

  tunnel.silence(false)
  expect(await Promise.all([answers(db), answers(db), answers(db)])).toEqual([1, 1, 1])
  expect(await db.transaction().execute(answers)).toBe(1)
  expect(tunnel.counts()).toEqual({ accepted: 6, open: 3 })
  await db.destroy()
  await tunnel.stop()
})

test.concurrent('without a statement timeout a slow answer is awaited', async () => {
  const db = openDatabase(url, { max: 1, statementTimeoutMs: 0, lockTimeoutMs: 0 })
  await sql`SELECT pg_sleep(5.2)`.execute(db)
  const { rows } = await sql`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`.execute(db)
  expect(rows).toEqual([{ statement: '0', lock: '0' }])
  await db.destroy()
})

test.concurrent('the server ends a statement and a wait for a lock after their timeouts, and the connection stays usable', async () => {
  const db = openDatabase(url, { max: 2, statementTimeoutMs: 3_000, lockTimeoutMs: 1_000 })
  await expect(sql`SELECT pg_sleep(10)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  await db.transaction().execute(async trx => {
    await sql`LOCK TABLE dogs IN ACCESS EXCLUSIVE MODE`.execute(trx)
    await expect(sql`SELECT FROM dogs`.execute(db)).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await answers(db)).toBe(1)
  expect(poolState(db).total).toBe(2)
  await db.destroy()
})

test('a connection that ends before its next statement is a database that is unavailable', async () => {
  const [db, other] = [openDatabase(url, { max: 1 }), openDatabase(url, { max: 1 })]
  await db.connection().execute(async one => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(one)
    const pid = rows[0]?.pid
    await sql`SELECT pg_terminate_backend(${pid})`.execute(other)
    const left = () => sql`SELECT FROM pg_stat_activity WHERE pid = ${pid}`.execute(other)
    await until(async () => (await left()).rows.length, 0)
    const error = await failure(answers(one))
    expect([error, isUnreachable(error)]).toEqual([expect.any(Error), true])
  })
  expect(await answers(db)).toBe(1)
  await Promise.all([db.destroy(), other.destroy()])
})

test('a missing socket is a database that is unavailable, a missing file is not', async () => {
  const folder = join(import.meta.dirname, 'nowhere')
  const db = openDatabase(`postgres://barkyard@localhost/barkyard?host=${encodeURIComponent(folder)}`)
  const noSocket = await failure(answers(db))
  await db.destroy()
  const noFile = await failure(readFile(join(folder, 'index.html')))
  expect(noSocket).toMatchObject({ code: 'ENOENT' })
  expect(noFile).toMatchObject({ code: 'ENOENT' })
  expect([noSocket, noFile].map(isUnreachable)).toEqual([true, false])
  expect([noSocket, noFile].map(isRefused)).toEqual([true, false])
})

test('a column that another process adds meanwhile breaks no statement', async () => {
  const db = openDatabase(url, { max: 1 })
  const read = async (table: string) =>
    (await sql`SELECT ${sql.raw(table)} FROM probe WHERE id = ${1}`.execute(db)).rows
  await sql`CREATE TABLE probe AS SELECT 1 AS id`.execute(db)
  for (const columns of ['*', '"probe".*', 'id']) expect(await read(columns)).toEqual([{ id: 1 }])
  await sql`ALTER TABLE probe ADD COLUMN name text`.execute(db)
  for (const columns of ['*', '"probe".*']) expect(await read(columns)).toEqual([{ id: 1, name: null }])
  expect(await read('id')).toEqual([{ id: 1 }])
  await sql`DROP TABLE probe`.execute(db)
  await db.destroy()
})

test('work that runs alone refuses a second one, lets go with its end, and keeps nothing from vacuum', async () => {
  const [first, second] = [openDatabase(url, { max: 1 }), openDatabase(url, { max: 1 })]
  const alone = (db: Db, work = async () => 'done') => whileAlone(db, 'a test', work)
  expect(await alone(first, async () => `${await alone(second)}`)).toBe('null')
  const waiting = sql`SELECT backend_xmin AS xmin, backend_xid AS xid FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`
  await alone(first, async () => {
    expect((await waiting.execute(second)).rows).toEqual([{ xmin: null, xid: null }])
    return 'done'
  })
  await expect(alone(first, () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  expect(await alone(second)).toBe('done')
  await Promise.all([first.destroy(), second.destroy()])
})
