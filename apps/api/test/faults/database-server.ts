import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateToLatest } from '@barkyard/db/migrate'
import { openDatabase } from '@barkyard/db/open'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'

/** A PostgreSQL for a test that can be killed. It restarts automatically, and commits survive. */
export interface DatabaseServer {
  url: string
  /** Its files are in `postgres` below it. */
  dataDir: string
  /** Kills it; resolves once another one is starting. */
  kill(): Promise<void>
  /** Resolves once it takes connections again: a start does not wait for a database that recovers. */
  recovered(): Promise<void>
  /** Freezes all its processes until the returned function is called. */
  freeze(): Promise<() => void>
  stop(): Promise<void>
}

export async function startDatabase(settings: Record<string, string> = {}): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-faults-'))
  await chmod(dataDir, 0o711)
  const server = await startEmbedded({
    dataDir,
    temporary: true,
    log: () => {},
    // Commits must survive a killed server.
    settings: { synchronous_commit: 'on', autovacuum: 'on', ...settings },
  })
  const db = openDatabase(server.url, { max: 1 })
  await migrateToLatest(db)
  await db.destroy()
  const pid = async () =>
    Number((await readFile(join(server.dataDir, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  return {
    url: server.url,
    dataDir,
    async kill() {
      const killed = await pid()
      process.kill(killed, 'SIGKILL')
      await until(pid, now => now !== 0 && now !== killed)
    },
    async recovered() {
      const db = openDatabase(server.url, { max: 1 })
      await until(() => sql`SELECT 1`.execute(db).then(() => 'up', String), 'up')
      await db.destroy()
    },
    freeze: async () => freezeServer(await pid()),
    stop: () => server.stop(),
  }
}

/** Freezes a server with all its processes until the returned function is called. */
export async function freezeServer(postmaster: number): Promise<() => void> {
  // First, so that it starts no other backend.
  process.kill(postmaster, 'SIGSTOP')
  const backends = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ')
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const one of [postmaster, ...backends.map(Number)]) {
      try {
        process.kill(one, name)
      } catch {
        // The process has ended meanwhile.
      }
    }
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
