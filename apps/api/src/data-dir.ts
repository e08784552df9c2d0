import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Closed to other accounts. As root the database's own account must get through. */
const dirMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700)
/** Directories that many share, like /tmp, are nobody's to close. */
const STICKY = 0o1000

/**
 * Takes from other accounts what an earlier version, or whoever made the directory, left open to them. The database's
 * own part is left to it. What belongs to somebody else cannot be closed, and stays as it is.
 */
export function closeDataDir(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (!found || (found.mode & STICKY) !== 0) return
  tighten(dataDir, found.mode, dirMode())
  for (const name of readdirSync(dataDir)) if (name !== 'postgres') closeAll(join(dataDir, name))
}

/** What lies in a closed directory was closed with it. */
function closeAll(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || (found.mode & 0o077) === 0) return
  if (found.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name))
  tighten(path, found.mode, found.isDirectory() ? 0o700 : 0o600)
}

function tighten(path: string, mode: number, most: number): void {
  const wanted = mode & 0o777 & most
  if ((mode & 0o777) === wanted) return
  try {
    chmodSync(path, wanted)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** The secret of the sessions under a data directory; made where there is none. It may be cut off or empty. */
export function sessionSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  const secret = readSecret(file)
  if (secret !== null) return secret
  if (mkdirSync(dataDir, { recursive: true, mode: dirMode() })) chmodSync(dataDir, dirMode())
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    flush(temporary)
    linkSync(temporary, file)
    flush(dataDir)
  } catch (error) {
    // Another process made it at the same moment.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return readSecret(file) ?? ''
}

function readSecret(file: string): string | null {
  if (!statSync(file, { throwIfNoEntry: false })) return null
  return readFileSync(file, 'utf8').trim()
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
