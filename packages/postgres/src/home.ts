import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, canWrite, serverAccount } from './account.ts'
import { EmbeddedPostgresError, errorCode, fileTrouble } from './error.ts'

/** The directories of one embedded server and the account that owns them. All paths are absolute and real. */
export interface Home {
  /** Owned by this process's account: password, log, the leases of the server's users. */
  path: string
  /** Owned by the server's account: its data directory (absent before the first start). */
  data: string
  /** Owned by the server's account: the directory of its socket. */
  socket: string
  account: Account
}

const ELSEWHERE = '/var/lib/barkyard'
/** The longest path of a socket is 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET_PATH = 100
/** Where sockets are if the path of the home directory is longer. */
const SHORT = '/tmp'

/**
 * `dataDir/postgres`. If the server's account cannot reach that (which happens only to root), a directory under
 * /var/lib/barkyard, whose path is written to `dataDir/postgres/location`.
 */
export async function prepareHome(dataDir: string, log: (line: string) => void): Promise<Home> {
  const asRoot = process.getuid?.() === 0
  try {
    await mkdir(dataDir, { recursive: true, mode: asRoot ? 0o711 : 0o700 })
    const near = await ownDirectory(join(await realpath(dataDir), 'postgres'), asRoot)
    const location = join(near, 'location')
    const known = (await readFile(location, 'utf8').catch(() => '')).trim()
    if (known) return await openHome(await ownDirectory(known, asRoot))

    const home = await openHome(near)
    if (await canWrite(home.account, home.socket)) return home
    if (await stat(home.data).catch(() => null)) {
      throw new EmbeddedPostgresError(
        `The database in ${home.data} belongs to ${home.account.name}, who cannot reach it`,
      )
    }
    await rm(home.socket, { recursive: true })
    const far = await openHome(await ownDirectory(join(ELSEWHERE, randomBytes(6).toString('hex')), asRoot))
    if (!(await canWrite(far.account, far.socket))) {
      throw new EmbeddedPostgresError(`${far.account.name} can reach neither ${near} nor ${far.path}: set DATA_DIR`)
    }
    await writeFile(location, `${far.path}\n`, { mode: 0o600 })
    log(
      `${home.account.name}, whom the database runs as, cannot reach ${near}: the database lies in ${far.path} instead`,
    )
    return far
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(fileTrouble(error, dataDir) ?? `The database cannot be kept in ${dataDir}: ${why}`)
  }
}

/** Removes the socket's directory from /tmp. The server must have stopped. */
export async function leaveHome(home: Home): Promise<void> {
  if (dirname(home.socket) !== home.path) await rmdir(home.socket).catch(() => undefined)
}

async function openHome(path: string): Promise<Home> {
  const data = join(path, 'data')
  const account = await serverAccount(data)
  const inside = join(path, 'run')
  const long = Buffer.byteLength(join(inside, '.s.PGSQL.5432')) > MAX_SOCKET_PATH
  const socket = long ? join(SHORT, `barkyard-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`) : inside
  await socketDirectory(socket, account)
  return { path, data, socket, account }
}

/** Only the account and root may enter, so only they can connect. In /tmp another user may have created it first. */
async function socketDirectory(path: string, account: Account): Promise<void> {
  const uid = account.ids.uid ?? process.getuid?.() ?? 0
  const make = async () => {
    await mkdir(path, { mode: 0o700 })
    if (account.ids.uid !== undefined) await chown(path, uid, account.ids.gid ?? uid)
  }
  const isClosed = async () => {
    const found = await lstat(path)
    return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
  }
  await make().catch(error => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  if (await isClosed()) return
  // Within the home directory a copy by root has opened it. It holds nothing that lasts.
  if (dirname(path) !== SHORT) {
    await rm(path, { recursive: true })
    await make()
    return
  }
  throw new EmbeddedPostgresError(`${path} should be a directory that belongs to ${account.name} alone: remove it`)
}

async function ownDirectory(path: string, passable: boolean): Promise<string> {
  if (dirname(path) === ELSEWHERE) await mkdir(ELSEWHERE, { recursive: true, mode: 0o755 })
  const mode = passable ? 0o711 : 0o700
  if (await mkdir(path, { recursive: true, mode })) await chmod(path, mode)
  const found = await stat(path)
  // Created by an earlier version, or by hand.
  if ((found.mode & 0o777 & ~mode) !== 0) await chmod(path, found.mode & mode)
  return path
}
