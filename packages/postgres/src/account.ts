import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { EmbeddedPostgresError, errorCode } from './error.ts'

/** The account that runs the server. `ids` is empty if that is the account of this process. */
export interface Account {
  name: string
  ids: { uid?: number; gid?: number }
}

/**
 * PostgreSQL refuses to run as root. If this process is root: the owner of existing data, else the account `postgres`,
 * else `nobody`. No account is created. Otherwise: the account of this process.
 */
export async function serverAccount(dataDirectory: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { name: 'the current user', ids: {} }
  const owner = await stat(dataDirectory).catch(() => null)
  const accounts = await passwd()
  if (owner && owner.uid !== 0) {
    const name = accounts.find(account => account.uid === owner.uid)?.name ?? `user ${owner.uid}`
    return { name, ids: { uid: owner.uid, gid: owner.gid } }
  }
  for (const wanted of ['postgres', 'nobody']) {
    const found = accounts.find(account => account.name === wanted && account.uid !== 0)
    if (found) return { name: found.name, ids: { uid: found.uid, gid: found.gid } }
  }
  return { name: 'user 65534', ids: { uid: 65534, gid: 65534 } }
}

async function passwd(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap(line => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : []
  })
}

/** The environment of the server and its tools, without the caller's settings, secrets and locale. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH } = process.env
  return {
    LC_ALL: 'C',
    ...(PATH ? { PATH } : {}),
    ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}),
    ...(DYLD_LIBRARY_PATH ? { DYLD_LIBRARY_PATH } : {}),
  }
}

export interface Outcome {
  code: number | null
  output: string
}

/** Runs a program as the account and waits for its end. Code 126: the account cannot execute the program. */
export function runAs(account: Account, program: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account.ids,
      cwd: '/',
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', code => resolve({ code, output }))
    child.on('error', error => {
      const code = errorCode(error)
      if (account.ids.uid !== undefined && (code === 'EPERM' || code === 'EINVAL')) {
        const why = `As root the database must run as another account, which this machine does not allow (${code})`
        reject(new EmbeddedPostgresError(`${why}: start as an ordinary user, or set DATABASE_URL`))
      } else if (code === 'EACCES' || code === 'ENOENT') resolve({ code: 126, output: String(error) })
      else reject(error)
    })
  })
}

export async function canWrite(account: Account, directory: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'test -x "$0" && test -w "$0"', directory])).code === 0
}
