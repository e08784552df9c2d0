import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  directory,
  directoryLike,
  type Harness,
  isAlive,
  makeHarness,
  ORDINARY,
  open,
  postmasterPid,
  query,
  remember,
  remembered,
} from '../testing/harness-control.ts'
import { until } from '../testing/until.ts'

let harness: Harness
/** A directory whose database was made and stopped, and what was printed then. */
let made: string
let log: string[]

beforeAll(async () => {
  harness = await makeHarness()
  made = directory()
  const opener = await open(harness.script, made)
  ;({ log } = opener)
  await opener.end('SIGTERM')
}, 300_000)
afterAll(cleanUp)

const untilGone = (pid: number) => until(() => isAlive(pid), false)

test('a second start has the same data and URL, and nothing runs in between', async () => {
  expect(log.join('\n')).toMatch(/made \(\d+\.\d s\)[\s\S]*started .*\(\d+\.\d s\)/)
  const dataDir = directoryLike(made)
  const cold = await open(harness.script, dataDir)
  await remember(cold, 'sit')
  const server = postmasterPid(cold)
  expect(await cold.end('SIGTERM')).toBe(0)
  expect(await isAlive(server)).toBe(false)

  const warm = await open(harness.script, dataDir)
  expect(warm.url).toBe(cold.url)
  expect(await remembered(warm.url)).toEqual(['sit'])
  await warm.end('SIGTERM')
})

test('text is UTF-8, sorted by code point, and changes case beyond ASCII; the log contains nothing that users wrote', async () => {
  const opener = await open(harness.script, directoryLike(made))
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

test('a killed server restarts under the same URL with all acknowledged data', async () => {
  const opener = await open(harness.script, directoryLike(made))
  await remember(opener, 'stay')
  const killed = postmasterPid(opener)
  process.kill(killed, 'SIGKILL')
  await until<unknown>(() => remembered(opener.url).catch(String), ['stay'])
  expect(postmasterPid(opener)).not.toBe(killed)
  expect(await opener.end('SIGTERM')).toBe(0)
  expect(existsSync(join(opener.dataDir, 'data', 'postmaster.pid'))).toBe(false)
})

test('after node was killed, the next process takes over the running server, restarts it when it dies, and stops it', async () => {
  const dataDir = directoryLike(made)
  const first = await open(harness.script, dataDir)
  await remember(first, 'fetch')
  const server = postmasterPid(first)
  await first.end('SIGKILL')
  expect(await isAlive(server)).toBe(true)

  const second = await open(harness.script, dataDir)
  expect(second.log.join()).toContain('found running')
  expect(postmasterPid(second)).toBe(server)
  expect(await remembered(second.url)).toEqual(['fetch'])
  process.kill(server, 'SIGKILL')
  await until<unknown>(() => remembered(second.url).catch(String), ['fetch'])
  const restarted = postmasterPid(second)
  await second.end('SIGKILL')
  expect(await isAlive(restarted)).toBe(true)

  const third = await open(harness.script, dataDir)
  expect(third.log.join()).toContain('found running')
  await third.end('SIGTERM')
  expect(await isAlive(restarted)).toBe(false)
})

test('the next start recovers after both were killed', async () => {
  const dataDir = directoryLike(made)
  const first = await open(harness.script, dataDir)
  await remember(first, 'roll')
  const server = postmasterPid(first)
  await first.end('SIGKILL')
  process.kill(server, 'SIGKILL')
  const second = await open(harness.script, dataDir)
  expect(await remembered(second.url)).toEqual(['roll'])
  await second.end('SIGTERM')
})

test('a pid file whose number now belongs to another program or server', async () => {
  // PostgreSQL refuses to start only if the processes have the same account.
  const as = process.getuid?.() === 0 ? { uid: ORDINARY } : {}
  const dataDir = directoryLike(made, as.uid)
  let opener = await open(harness.script, dataDir, as)
  await remember(opener, 'paw')
  const other = await open(harness.script, directoryLike(made, as.uid), as)
  for (const taken of [Number(other.child.pid), postmasterPid(other)]) {
    const server = postmasterPid(opener)
    await opener.end('SIGKILL')
    process.kill(server, 'SIGKILL')
    await untilGone(server)
    const file = join(opener.dataDir, 'data', 'postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(taken)))
    opener = await open(harness.script, dataDir, as)
    expect(await remembered(opener.url)).toEqual(['paw'])
    expect(await isAlive(taken)).toBe(true)
  }
  await opener.end('SIGTERM')
  expect(await isAlive(postmasterPid(other))).toBe(true)
  await other.end('SIGTERM')
})

test('a second process shares the server, and the last one stops it', async () => {
  const dataDir = directoryLike(made)
  const app = await open(harness.script, dataDir)
  const admin = await open(harness.script, dataDir)
  expect(admin.url).toBe(app.url)
  const server = postmasterPid(app)
  await admin.end('SIGTERM')
  await remember(app, 'speak')

  const late = await open(harness.script, dataDir)
  await app.end('SIGTERM')
  expect(await remembered(late.url)).toEqual(['speak'])
  expect(postmasterPid(late)).toBe(server)
  await late.end('SIGTERM')
  expect(await isAlive(server)).toBe(false)
})

test('two processes that start at once on an empty directory share one server', async () => {
  const dataDir = directory()
  const [one, two] = await Promise.all([open(harness.script, dataDir), open(harness.script, dataDir)])
  expect(one.url).toBe(two.url)
  const server = postmasterPid(one)
  expect(await Promise.all([one.end('SIGTERM'), two.end('SIGTERM')])).toEqual([0, 0])
  expect(await isAlive(server)).toBe(false)
})

test('a server stops when its process exits without stopping it', async () => {
  const opener = await open(harness.script, directoryLike(made), { mode: 'careless' })
  const server = postmasterPid(opener)
  await opener.end('SIGTERM')
  await untilGone(server)
})

test('a temporary server is removed with its directory after kill -9', async () => {
  const dataDir = directoryLike(made)
  const opener = await open(harness.script, dataDir, { mode: 'temporary' })
  const server = postmasterPid(opener)
  await opener.end('SIGKILL')
  await untilGone(server)
  await until(() => existsSync(dataDir), false)
})

test('a path too long for a socket', async () => {
  const dataDir = join(directory(), 'd'.repeat(120))
  renameSync(directoryLike(made), dataDir)
  const opener = await open(harness.script, dataDir)
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
  await expect(open(harness.script, dataDir)).rejects.toThrow(
    /^.*is of PostgreSQL 15, this is 18\. .*pnpm backup DIR --portable.*$/,
  )
})
