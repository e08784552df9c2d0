import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { atPort } from '@barkyard/postgres/testing/line'
import { until } from '@barkyard/postgres/testing/until'
import { findProgram } from './find-program.ts'

const program = findProgram('pgbouncer')

/** Whether PgBouncer can run here. Without it its tests print that they are skipped, or fail with CI set. */
export const hasPgBouncer = program !== undefined || process.env.CI !== undefined
if (program === undefined && !process.env.CI) console.log('SKIPPED: what is tested behind PgBouncer needs pgbouncer')

/** PgBouncer with its defaults but for the mode, before the server of an embedded database. */
export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' = 'session',
): Promise<{ url: string; stop(): Promise<void> }> {
  if (program === undefined) throw new Error('pgbouncer is not installed')
  const database = new URL(databaseUrl)
  const socket = database.searchParams.get('host') ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'barkyard-pgbouncer-'))
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${database.username}" "${database.password}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${socket} port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
`,
  )
  // It refuses to run as root, and the server's socket is closed to all accounts but the server's own.
  const { uid, gid } = await stat(socket)
  for (const path of [folder, settings, users]) await chown(path, uid, gid)
  await chmod(folder, 0o700)
  const child = spawn(program, [settings], { uid, gid, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', chunk => {
    log += chunk
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${log}`)
    return log.includes('process up')
  })
  return {
    url: atPort(databaseUrl, port),
    async stop() {
      if (child.exitCode === null) {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
