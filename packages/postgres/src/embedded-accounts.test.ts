import { execSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  remember,
  remembered,
  WITHOUT_PTRACE,
} from '../testing/harness-control.ts'

let harness: Harness
/** A directory whose database root has made, filled and stopped. */
let made: string

beforeAll(async () => {
  harness = await makeHarness()
  made = directory()
  const opener = await open(harness.script, made)
  await remember(opener, 'heel')
  await opener.end('SIGTERM')
})
afterAll(cleanUp)

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('the server runs as another account, and others can neither connect nor read the password', async () => {
    const opener = await open(harness.script, directoryLike(made))
    expect(statSync(join(opener.dataDir, 'data')).uid).not.toBe(0)
    expect(statSync(`/proc/${postmasterPid(opener)}`).uid).not.toBe(0)
    const socket = `${new URL(opener.url).searchParams.get('host')}/.s.PGSQL.5432`
    const attempt = `
      require('node:net').connect(${JSON.stringify(socket)}).on('error', (error) => console.log(error.code))
      try { require('node:fs').readFileSync(${JSON.stringify(join(opener.dataDir, 'password'))}) }
      catch (error) { console.log(error.code) }`
    const stranger = spawnSync(process.execPath, ['-e', attempt], { uid: ORDINARY, gid: ORDINARY, cwd: '/', env: {} })
    expect(stranger.stdout.toString().trim().split('\n')).toEqual(['EACCES', 'EACCES'])
    await opener.end('SIGTERM')
  })

  test.runIf(spawnSync('setpriv', ['--version']).status === 0)(
    'a running server is found where root may not look into it',
    async () => {
      const dataDir = directoryLike(made)
      const first = await open(harness.script, dataDir)
      const server = postmasterPid(first)
      await first.end('SIGKILL')
      const second = await open(harness.script, dataDir, { by: WITHOUT_PTRACE })
      expect(second.log.join()).toContain('found running')
      expect(postmasterPid(second)).toBe(server)
      expect(await second.end('SIGTERM')).toBe(0)
      expect(await isAlive(server)).toBe(false)
    },
  )

  test('an ordinary user runs it as themselves, and root later continues as that user', async () => {
    const dataDir = directory(0o700, ORDINARY)
    const first = await open(harness.script, dataDir, { uid: ORDINARY })
    expect(statSync(`/proc/${postmasterPid(first)}`).uid).toBe(ORDINARY)
    await remember(first, 'heel')
    await first.end('SIGTERM')
    const root = await open(harness.script, dataDir)
    expect(statSync(`/proc/${postmasterPid(root)}`).uid).toBe(ORDINARY)
    await root.end('SIGTERM')
    const again = await open(harness.script, dataDir, { uid: ORDINARY })
    expect(await remembered(again.url)).toEqual(['heel'])
    await again.end('SIGTERM')
  })

  test('if the directory is closed to the account, the database is elsewhere, which is printed, and found again', async () => {
    const dataDir = directory(0o700)
    const first = await open(harness.script, dataDir)
    expect(first.dataDir).toMatch(/^\/var\/lib\/barkyard\//)
    expect(first.log.join()).toContain(`lies in ${first.dataDir} instead`)
    await remember(first, 'down')
    await first.end('SIGTERM')
    const second = await open(harness.script, dataDir)
    expect(second.dataDir).toBe(first.dataDir)
    expect(await remembered(second.url)).toEqual(['down'])
    await second.end('SIGTERM')
  })

  test('programs that the account cannot reach are copied once', async () => {
    const closed = await makeHarness()
    chmodSync(closed.directory, 0o700)
    const dataDir = directoryLike(made)
    const first = await open(closed.script, dataDir)
    expect(first.log.join()).toContain('Copied PostgreSQL')
    await first.end('SIGTERM')
    const second = await open(closed.script, dataDir)
    expect(second.log.join()).not.toContain('Copied PostgreSQL')
    await second.end('SIGTERM')
  })

  test('a directory that cannot be written causes one clear line', async () => {
    await expect(open(harness.script, directory(0o755), { uid: ORDINARY })).rejects.toThrow(
      /^This account may not use .* sudo chown -R "\$\(id -un\)" \S+$/,
    )
  })

  test('files that root has copied are refused with their cure, which helps', async () => {
    const copy = directory()
    cpSync(join(made, 'postgres'), join(copy, 'postgres'), { recursive: true })
    const refusal = await open(harness.script, copy).catch((error: Error) => error.message)
    const cure = /(chown -R \w+ \S+)$/.exec(`${refusal}`)?.[1] ?? ''
    expect(refusal).toContain('belongs to another account than the database runs as')
    execSync(cure)
    const opener = await open(harness.script, copy)
    expect(await remembered(opener.url)).toEqual(['heel'])
    await opener.end('SIGTERM')
  })
})
