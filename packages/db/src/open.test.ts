import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { type Db, isUnreachable, openDatabase, poolState } from './open.ts'

let url: string
beforeAll(async () => {
  url = (await createTestDatabase()).url
})

/** A way to the database that can fall silent: bytes are taken, and nothing is answered or closed. */
async function startTunnel() {
  const target = new URL(url)
  const path = join(target.searchParams.get('host') ?? '', `.s.PGSQL.${target.port}`)
  const open = new Set<Socket>()
  let silent = false
  let accepted = 0
  const server = createServer(near => {
    accepted++
    const far = connect(path)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    near.on('data', chunk => !silent && far.write(chunk))
    far.on('data', chunk => !silent && near.write(chunk))
    near.on('close', () => far.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const tunnelled = new URL(url)
  tunnelled.searchParams.delete('host')
  tunnelled.hostname = '127.0.0.1'
  tunnelled.port = `${address.port}`
  return {
    url: tunnelled.href,
    /** Connections taken so far, and those open on this side. */
    counts: () => ({ accepted, open: open.size / 2 }),
    silence(on: boolean) {
      silent = on
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

const answers = (db: Db) => sql<{ one: number }>`SELECT ${1}::int AS one`.execute(db).then(({ rows }) => rows[0]?.one)
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 10))
}
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'it answered').catch(error => error)

describe('a connection that falls silent', () => {
  let tunnel: Awaited<ReturnType<typeof startTunnel>>
  let db: Db
  beforeAll(async () => {
    tunnel = await startTunnel()
    db = openDatabase(tunnel.url, { max: 3, statementTimeoutMs: 200 })
  })
  afterAll(async () => {
    await db.destroy()
    tunnel.close()
  })

  test('is given up once its answer is overdue, in a transaction too, and replaced when the way is back', async () => {
    // One connection in the midst of a transaction, one at rest, as when a fault comes that nobody is told of.
    await Promise.all([answers(db), answers(db)])
    let goOn = () => {}
    const silenced = new Promise<void>(resolve => {
      goOn = resolve
    })
    const transaction = db.transaction().execute(async trx => {
      await answers(trx)
      await silenced
      return answers(trx)
    })
    await answers(db)
    await until(() => poolState(db).idle === 1)
    expect(tunnel.counts()).toEqual({ accepted: 2, open: 2 })
    tunnel.silence(true)
    const began = performance.now()
    goOn()
    // The third one cannot even be made.
    const failed = await Promise.all([failure(transaction), failure(answers(db)), failure(answers(db))])
    const took = performance.now() - began
    for (const error of failed) expect([error, isUnreachable(error)]).toEqual([expect.any(Error), true])
    // 200 ms and 5 s, once: not again for the transaction's ROLLBACK.
    expect(took).toBeGreaterThan(4_900)
    expect(took).toBeLessThan(8_000)
    expect(poolState(db)).toEqual({ total: 0, idle: 0, waiting: 0 })

    tunnel.silence(false)
    expect(await Promise.all([answers(db), answers(db), answers(db)])).toEqual([1, 1, 1])
    expect(await db.transaction().execute(answers)).toBe(1)
    expect(tunnel.counts()).toEqual({ accepted: 6, open: 3 })
  })
})

test('no limit is none: what takes longer than the silence allowed is waited for', async () => {
  const db = openDatabase(url, { max: 1, statementTimeoutMs: 0, lockTimeoutMs: 0 })
  await sql`SELECT pg_sleep(5.2)`.execute(db)
  const { rows } = await sql<{
    statement: string
    lock: string
  }>`SELECT current_setting('statement_timeout') AS statement,
    current_setting('lock_timeout') AS lock`.execute(db)
  expect(rows).toEqual([{ statement: '0', lock: '0' }])
  await db.destroy()
})

test('a statement and a wait for a lock end in the server after their time, and the connection goes on', async () => {
  const db = openDatabase(url, { max: 2, statementTimeoutMs: 300, lockTimeoutMs: 100 })
  await expect(sql`SELECT pg_sleep(10)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  await db.transaction().execute(async trx => {
    await sql`LOCK TABLE dogs IN ACCESS EXCLUSIVE MODE`.execute(trx)
    await expect(sql`SELECT FROM dogs`.execute(db)).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await answers(db)).toBe(1)
  expect(poolState(db).total).toBe(2)
  await db.destroy()
})
