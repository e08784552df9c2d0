import { once } from 'node:events'
import { mkdir, readdir, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { query } from '@barkyard/postgres/testing/query'
import { describe, expect, onTestFinished, test } from 'vitest'
import { signUp } from '../client.ts'
import { testFolder } from './folder.ts'
import { program } from './processes.ts'
import { Spawned } from './spawned.ts'

const isRoot = process.getuid?.() === 0
/** Disks of a test are mounted where only its own process sees them. */
const canMount = isRoot && process.platform === 'linux'
if (!canMount) console.log('SKIPPED: what happens on a full or read-only disk is tested as root on Linux')

const folder = await testFolder('start')

/** Starts the built app. `mount`: options of a disk that is mounted at `DATA_DIR` first. */
function start(
  env: Record<string, string>,
  { mount, uid, name = 'main' }: { mount?: string; uid?: number; name?: string } = {},
): Spawned {
  const args = mount
    ? ['unshare', '--mount', 'sh', '-c', `mount -t tmpfs -o ${mount} tmpfs "$DATA_DIR" && exec "$0" "$1"`]
    : []
  const [command = '', ...rest] = [...args, process.execPath, ...program(name)]
  const started = new Spawned(command, rest, {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', LOG_LEVEL: 'warn', DEMO: '0', ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

const place = async (name: string, mode = 0o700) => {
  const path = join(folder, name)
  await mkdir(path, { mode })
  return path
}

/** The exit code of a start that fails, and the lines that it prints as errors. */
async function refusal(...how: Parameters<typeof start>): Promise<unknown[]> {
  const started = start(...how)
  return [await started.ended, ...started.errors.trim().split('\n')]
}

const running = (app: Spawned) => app.up(() => app.printed.includes('Barkyard runs at'))

describe('a start that cannot succeed says why in one line', () => {
  test('a DATA_DIR that is a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const dataDir of [file, join(file, 'below')]) {
      const words = `${dataDir} is not a directory, or lies in a file: set another DATA_DIR`
      expect(await refusal({ DATA_DIR: dataDir })).toEqual([1, words])
    }
  })

  test('a DATA_DIR of another account', async () => {
    const dataDir = await place('closed', isRoot ? 0o700 : 0o000)
    for (const secret of [undefined, 'x'.repeat(40)]) {
      const env = { DATA_DIR: dataDir, ...(secret && { SESSION_SECRET: secret }) }
      const found = await refusal(env, isRoot ? { uid: 65_534 } : {})
      expect(found).toEqual([1, expect.stringContaining(`chown -R "$(id -un)" ${dataDir}`)])
    }
  })

  test('a port that is taken, before a database is made', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const dataDir = await place('port')
    expect(await refusal({ DATA_DIR: dataDir, PORT: `${port}` })).toEqual([
      1,
      `PORT ${port} is taken: something else listens on 127.0.0.1 already. Choose another PORT`,
    ])
    expect(await readdir(dataDir)).toEqual(['session-secret'])
  })

  test('a HOST that is no address of this machine', async () => {
    const found = await refusal({ DATA_DIR: await place('host'), HOST: '192.0.2.1', PORT: '0' })
    expect(found).toEqual([1, 'HOST must be an address of this machine; 192.0.2.1 is none'])
  })

  test.each(['main', 'commands/check'])('a bad setting, %s', async name => {
    expect(await refusal({ PORT: 'abc' }, { name })).toEqual([1, expect.any(String)])
  })

  test.skipIf(!canMount)('a full disk and a read-only one', async () => {
    const dataDir = await place('disk')
    const full = (path: string) => `The disk of ${path} is full: free some space, or set another DATA_DIR`
    for (const [mount, words] of [
      ['size=4k', full(dataDir)],
      ['size=1m,mode=711', full(`${dataDir}/postgres`)],
      ['ro', `${dataDir} is on a read-only disk: set another DATA_DIR`],
    ] as const)
      expect(await refusal({ DATA_DIR: dataDir, PORT: '0' }, { mount })).toEqual([1, words])
  })
})

test('a second process on the same database without Redis is told that live updates need it; passwords cost as OWASP recommends', async () => {
  const { url } = await createTestDatabase()
  const env = { DATABASE_URL: url, DATA_DIR: await place('shared') }
  const warning = 'Without REDIS_URL live updates do not pass between them'
  const first = start({ ...env, PORT: '0' })
  await running(first)
  const second = start({ ...env, PORT: `${await freePort()}` })
  await running(second)
  expect(second.printed.split(warning)).toHaveLength(2)

  // At the port that the machine chose. The low cost of other tests has no way into the program.
  const [origin = ''] = /http:\S+/.exec(first.printed) ?? []
  await signUp(origin)
  const [user] = await query(url, 'SELECT password_hash FROM users')
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  for (const one of [second, first]) expect(await one.end('SIGTERM')).toBe(0)
  expect(first.printed).not.toContain(warning)
})

test.skipIf(!canMount)(
  'a disk that fills up is named in the log and the health check, and a stop is orderly',
  async () => {
    const dataDir = await place('filled', 0o711)
    const port = await freePort()
    const app = start({ DATA_DIR: dataDir, PORT: `${port}` }, { mount: 'size=160m,mode=711' })
    await running(app)
    const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).json()
    expect(await health()).toEqual({ status: 'ok' })
    const disk = join(`/proc/${app.child.pid}/root`, dataDir)
    const fill = async (name: string, left: number) => {
      const { bavail, bsize } = await statfs(disk)
      // PostgreSQL may take a block of it meanwhile.
      await writeFile(join(disk, name), Buffer.alloc(bavail * bsize - left)).catch(error =>
        expect(error.code).toBe('ENOSPC'),
      )
    }
    // Too little for another file of PostgreSQL's log.
    await fill('most', 8 * 2 ** 20)
    expect(await health()).toEqual({ status: 'degraded', reason: 'disk-full' })
    await app.up(() => app.printed.includes('The disk is full: nothing can be stored'))
    // And not a single byte, so that PostgreSQL cannot even note where it stopped.
    await fill('rest', 0)
    app.child.kill('SIGTERM')
    expect([await app.ended, app.errors]).toEqual([0, ''])
  },
)
