import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  directory,
  directoryLike,
  isAlive,
  makeStopped,
  ORDINARY,
  open,
  postmasterPid,
  remember,
  remembered,
} from '../testing/harness-control.ts'
import { query } from '../testing/query.ts'
import { until } from '../testing/until.ts'

let script: string
let made: string
let log: string[]
beforeAll(async () => {
  ;({ script, made, log } = await makeStopped())
}, 300_000)
afterAll(cleanUp)

const isRoot = process.getuid?.() === 0
/** Runs a program as root without the right to look into processes of other accounts, as in many containers. */
const withoutPtrace =
  isRoot && spawnSync('setpriv', ['--version']).status === 0 ? ['setpriv', '--bounding-set', '-sys_ptrace'] : []
const untilGone = (pid: number) => until(() => isAlive(pid), false)

test('a second start has the same data and URL, nothing runs in between, and a server that is killed restarts with all of it', async () => {
  expect(log.join('\n')).toMatch(/made \(\d+\.\d s\)[\s\S]*started .*\(\d+\.\d s\)/)
  const dataDir = directoryLike(made)
  const cold = await open(script, dataDir)
  await remember(cold, 'sit')
  const server = postmasterPid(cold)
  expect(await cold.end('SIGTERM')).toBe(0)
  expect(await isAlive(server)).toBe(false)

  const warm = await open(script, dataDir)
  expect(warm.url).toBe(cold.url)
  expect(await remembered(warm.url)).toEqual(['heel', 'sit'])
  const killed = postmasterPid(warm)
  process.kill(killed, 'SIGKILL')
  await until<unknown>(() => remembered(warm.url).catch(String), ['heel', 'sit'])
  expect(postmasterPid(warm)).not.toBe(killed)
  expect(await warm.end('SIGTERM')).toBe(0)
  expect(existsSync(join(warm.dataDir, 'data', 'postmaster.pid'))).toBe(false)
})

test('text is UTF-8, sorted by code point, and changes case beyond ASCII; the log contains nothing that users wrote', async () => {
  const opener = await open(script, directoryLike(made))
  const [row] = await query(
    opener.url,
    `select upper('hündin 🐕') as upper, current_setting('server_encoding') as encoding, 'Z' < 'a' as by_code`,
  )
  expect(row).toEqual({ upper: 'HÜNDIN 🐕', encoding: 'UTF8', by_code: true })
  await remember(opener, 'secret-word')
  await expect(remember(opener, 'secret-word')).rejects.toThrow('duplicate key')
  await expect(query(opener.url, `select 'other-secret'::int`)).rejects.toThrow('invalid input')
  await opener.end('SIGTERM')
  expect(readFileSync(join(opener.dataDir, 'postgres.log'), 'utf8')).not.toContain('secret')
})

test('after node was killed, the next process takes over the running server, restarts it when it dies, and stops it', async () => {
  const dataDir = directoryLike(made)
  const first = await open(script, dataDir)
  await remember(first, 'fetch')
  const server = postmasterPid(first)
  await first.end('SIGKILL')
  expect(await isAlive(server)).toBe(true)

  const second = await open(script, dataDir, { by: withoutPtrace })
  expect(second.log.join()).toContain('found running')
  expect(postmasterPid(second)).toBe(server)
  expect(await remembered(second.url)).toEqual(['fetch', 'heel'])
  process.kill(server, 'SIGKILL')
  await until<unknown>(() => remembered(second.url).catch(String), ['fetch', 'heel'])
  const restarted = postmasterPid(second)
  await second.end('SIGKILL')
  expect(await isAlive(restarted)).toBe(true)

  const third = await open(script, dataDir)
  expect(third.log.join()).toContain('found running')
  await third.end('SIGTERM')
  expect(await isAlive(restarted)).toBe(false)
})

test('the next start recovers after both were killed, also if the number in the pid file now belongs to another program or server', async () => {
  // PostgreSQL refuses to start only if the processes have the same account.
  const as = isRoot ? { uid: ORDINARY } : {}
  const dataDir = directoryLike(made, as.uid)
  let opener = await open(script, dataDir, as)
  await remember(opener, 'paw')
  const other = await open(script, directoryLike(made, as.uid), as)
  for (const taken of [null, Number(other.child.pid), postmasterPid(other)]) {
    const server = postmasterPid(opener)
    await opener.end('SIGKILL')
    process.kill(server, 'SIGKILL')
    await untilGone(server)
    const file = join(opener.dataDir, 'data', 'postmaster.pid')
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/^\d+/, number => `${taken ?? number}`),
    )
    opener = await open(script, dataDir, as)
    expect(await remembered(opener.url)).toEqual(['heel', 'paw'])
    if (taken !== null) expect(await isAlive(taken)).toBe(true)
  }
  await opener.end('SIGTERM')
  expect(await isAlive(postmasterPid(other))).toBe(true)
  await other.end('SIGTERM')
})

test('two processes that start at once on an empty directory share one server with a later one, and the last one stops it', async () => {
  const dataDir = directory()
  const [app, admin] = await Promise.all([open(script, dataDir), open(script, dataDir)])
  expect(admin.url).toBe(app.url)
  const server = postmasterPid(app)
  expect(await admin.end('SIGTERM')).toBe(0)
  await remember(app, 'speak')

  const late = await open(script, dataDir)
  expect(await app.end('SIGTERM')).toBe(0)
  expect(await remembered(late.url)).toEqual(['speak'])
  expect(postmasterPid(late)).toBe(server)
  await late.end('SIGTERM')
  expect(await isAlive(server)).toBe(false)
})

test('a server that its process leaves behind stops, and a temporary one is removed with its directory', async () => {
  const dataDir = directoryLike(made)
  const careless = await open(script, directoryLike(made), { mode: 'careless' })
  const temporary = await open(script, dataDir, { mode: 'temporary' })
  const servers = [careless, temporary].map(postmasterPid)
  await Promise.all([careless.end('SIGTERM'), temporary.end('SIGKILL')])
  for (const server of servers) await untilGone(server)
  await until(() => existsSync(dataDir), false)
})

test('a path too long for a socket', async () => {
  const dataDir = join(directory(), 'd'.repeat(120))
  renameSync(directoryLike(made), dataDir)
  const opener = await open(script, dataDir)
  await remember(opener, 'long')
  const socket = new URL(opener.url).searchParams.get('host') ?? ''
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  await opener.end('SIGTERM')
  expect(existsSync(socket)).toBe(false)
})

test('a directory of another PostgreSQL version causes one clear line', async () => {
  const dataDir = directory()
  mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '15\n')
  await expect(open(script, dataDir)).rejects.toThrow(
    /^.*is of PostgreSQL 15, this is 18\. .*pnpm backup DIR --portable.*$/,
  )
})
