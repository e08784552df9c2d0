import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileTrouble } from '@barkyard/postgres/error'
import { ConfigError } from './settings.ts'

/** Closes the directory to other accounts. Under root, the database's own account must be able to pass through it. */
const dirMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700)
/** The sticky bit marks shared directories like /tmp, which must stay open. */
const STICKY = 0o1000

/** Uses files of the data directory. @throws ConfigError with the cure if the directory cannot be used. */
function using<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const trouble = fileTrouble(error, dataDir)
    throw trouble === null ? error : new ConfigError(trouble)
  }
}

/**
 * Closes the data directory to other accounts, because an earlier version or the operator may have left it open. The
 * database's own folder is skipped. Files of other accounts cannot be closed and stay as they are.
 * @throws ConfigError if the directory cannot be used.
 */
export function closeDataDir(dataDir: string): void {
  using(dataDir, () => {
    const found = statSync(dataDir, { throwIfNoEntry: false })
    if (!found || (found.mode & STICKY) !== 0) return
    tighten(dataDir, found.mode, dirMode())
    for (const name of readdirSync(dataDir)) if (name !== 'postgres') closeAll(join(dataDir, name))
  })
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

/** Reads or makes the session secret of a data directory, which may be truncated. @throws ConfigError with the cure. */
export const sessionSecret = (dataDir: string): string => using(dataDir, () => readOrMakeSecret(dataDir))

function readOrMakeSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  const secret = readSecret(file)
  if (secret !== null) return secret
  makeDirectory(dataDir)
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    linkSync(temporary, file)
  } catch (error) {
    // Another process created it at the same moment.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return readSecret(file) ?? ''
}

function makeDirectory(dataDir: string): void {
  if (existsSync(dataDir)) return
  // Where nothing can be made, mkdir itself only says that its parent is missing.
  let parent = dirname(dataDir)
  while (!existsSync(parent)) parent = dirname(parent)
  accessSync(parent, constants.W_OK)
  mkdirSync(dataDir, { recursive: true, mode: dirMode() })
  chmodSync(dataDir, dirMode())
}

function readSecret(file: string): string | null {
  if (!statSync(file, { throwIfNoEntry: false })) return null
  return readFileSync(file, 'utf8').trim()
}
