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

/** Closes the directory to other accounts. Under root, the database's own account must be able to pass through it. */
const dirMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700)
/** The sticky bit marks shared directories like /tmp, which must stay open. */
const STICKY = 0o1000

/**
 * Closes the data directory to other accounts, because an earlier version or the operator may have left it open. The
 * database's own folder is skipped. Files of other accounts cannot be closed and stay as they are.
 */
export function closeDataDir(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (!found || (found.mode & STICKY) !== 0) return
  tighten(dataDir, found.mode, dirMode())
  for (const name of readdirSync(dataDir)) if (name !== 'postgres') closeAll(join(dataDir, name))
}

/** Closes a directory and its contents. A closed directory is skipped: its contents were closed with it. */
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

/** Reads the session secret in a data directory, or creates it. The caller must check for a truncated or empty one. */
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
    // Another process created it at the same moment.
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
