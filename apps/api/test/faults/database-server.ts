import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateAt } from '@barkyard/db/migrate'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { query } from '@barkyard/postgres/testing/query'
import { until } from '@barkyard/postgres/testing/until'
import { newFolder } from './folder.ts'

export type DatabaseServer = Awaited<ReturnType<typeof startDatabase>>

/** A PostgreSQL for a test that can be killed. It restarts automatically, and commits survive. */
export async function startDatabase(settings: Record<string, string> = {}) {
  const dataDir = await newFolder('faults')
  const server = await startEmbedded({
    dataDir,
    temporary: true,
    log: () => {},
    // Commits must survive a killed server.
    settings: { synchronous_commit: 'on', autovacuum: 'on', ...settings },
  })
  await migrateAt(server.url)
  const pid = async () =>
    Number((await readFile(join(server.dataDir, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  return {
    url: server.url,
    /** Its files are in `postgres` below it. */
    dataDir,
    /** Kills it; resolves once another one is starting. */
    async kill() {
      const killed = await pid()
      process.kill(killed, 'SIGKILL')
      await until(pid, now => now !== 0 && now !== killed)
    },
    /** Resolves once it takes connections again: a start does not wait for a database that recovers. */
    async recovered() {
      await until(() => query(server.url, 'SELECT').then(() => 'up', String), 'up')
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
