import { Socket } from 'node:net'
import { Client, DatabaseError } from 'pg'
import { urlOf } from './cluster.ts'
import type { Home } from './home.ts'
import { isReady } from './postmaster.ts'

/** The advisory lock that each process which uses the server shares. Of the last one, and of none else, it can be taken alone. */
const IN_USE = 1
const ANSWERS_WITHIN_MS = 10_000

/**
 * The connection by which a process uses the server. It ends with the process, however that ends, so nothing is left to
 * clean up; and it ends with the server.
 */
export interface Holder {
  ended: Promise<void>
  /** Gives up the use. @returns whether no other process uses the server. Then none begins to until it has stopped. */
  isLast(): Promise<boolean>
  release(): Promise<void>
}

/** Uses the server, and makes the database `name` if there is none. @returns null while no server accepts connections. */
export async function hold(home: Home, name: string): Promise<Holder | null> {
  if (!(await isReady(home))) return null
  const socket = new Socket()
  const client = new Client({
    stream: () => socket,
    connectionString: await urlOf(home, 'postgres'),
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
  })
  client.on('error', () => undefined)
  const ended = new Promise<void>(resolve => client.once('end', resolve))
  try {
    await client.connect()
    // Waits while the last process that used the server stops it.
    await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE])
    await ensureDatabase(client, name)
  } catch (error) {
    await client.end().catch(() => undefined)
    // What is of no SQL class is no answer, and class 57 is a server that starts or stops.
    if (error instanceof DatabaseError && !error.code?.startsWith('57')) throw error
    return null
  }
  // It keeps no process running.
  socket.unref()
  return {
    ended,
    async isLast() {
      socket.ref()
      try {
        await client.query('SELECT pg_advisory_unlock_shared($1)', [IN_USE])
        const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [IN_USE])
        return rows[0]?.last ?? false
      } catch {
        return true
      }
    },
    release: () => client.end().catch(() => undefined),
  }
}

async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (rowCount !== 0) return
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`).catch(error => {
    // Another process was faster: it has made it (42P04), or does so now (23505).
    if (!['42P04', '23505'].includes(error.code)) throw error
  })
}
