import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Identifies a process for good, because the system reuses process ids.
 * @returns null if no such process runs (a zombie does not run).
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!exists(pid)) return null
  const stat = await linuxStat(pid)
  if (stat) {
    if (stat.state === 'Z' || stat.state === 'X') return null
    return `${await bootId()}/${stat.startTicks}`
  }
  try {
    return (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).stdout.trim() || null
  } catch {
    return exists(pid) ? 'unknown' : null
  }
}

/** Whether the process `pid` is the PostgreSQL server of `dataDirectory` (an absolute real path). */
export async function isPostmaster(pid: number, dataDirectory: string): Promise<boolean> {
  if ((await processIdentity(pid)) === null) return false
  // Everybody may read it; of a process of another account its directory needs a right that root lacks in many containers.
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (line !== null) {
    const [program = '', ...args] = line.split('\0')
    return program.endsWith('postgres') && args.includes(dataDirectory)
  }
  try {
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout.includes(dataDirectory)
  } catch {
    // Without /proc and ps, no more is known than the server's own check of its pid file knows.
    return exists(pid)
  }
}

/** Whether a process (a zombie included) has this id now. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function linuxStat(pid: number): Promise<{ state: string; startTicks: string } | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, and may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startTicks: fields[19] ?? '' }
  } catch {
    return null
  }
}

async function bootId(): Promise<string> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  } catch {
    return ''
  }
}
