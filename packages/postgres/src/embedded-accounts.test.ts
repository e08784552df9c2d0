import { execSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cleanUp,
  directory,
  directoryLike,
  makeHarness,
  makeStopped,
  type Opener,
  ORDINARY,
  open,
  postmasterPid,
  remember,
  remembered,
} from '../testing/harness-control.ts'

let script: string
let made: string
beforeAll(async () => {
  ;({ script, made } = await makeStopped())
})
afterAll(cleanUp)

/** Opens a database, does something with it, and stops it. @returns its opener, and what `use` returned. */
async function visit<T>(dataDir: string, use: (opener: Opener) => T | Promise<T>, uid?: number, by = script) {
  const opener = await open(by, dataDir, { uid })
  const answer = await use(opener)
  await opener.end('SIGTERM')
  return { ...opener, answer }
}
const accountOf = (opener: Opener) => statSync(`/proc/${postmasterPid(opener)}`).uid
const words = ({ url }: Opener) => remembered(url)

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('the server runs as another account, and others can neither connect nor read the password', async () => {
    const opener = await open(script, directoryLike(made))
    expect(statSync(join(opener.dataDir, 'data')).uid).not.toBe(0)
    expect(accountOf(opener)).not.toBe(0)
    const socket = `${new URL(opener.url).searchParams.get('host')}/.s.PGSQL.5432`
    const attempt = `
      require('node:net').connect(${JSON.stringify(socket)}).on('error', (error) => console.log(error.code))
      try { require('node:fs').readFileSync(${JSON.stringify(join(opener.dataDir, 'password'))}) }
      catch (error) { console.log(error.code) }`
    const stranger = spawnSync(process.execPath, ['-e', attempt], { uid: ORDINARY, gid: ORDINARY, cwd: '/', env: {} })
    expect(stranger.stdout.toString().trim().split('\n')).toEqual(['EACCES', 'EACCES'])
    await opener.end('SIGTERM')
  })

  test('an ordinary user runs it as themselves, and root later continues as that user', async () => {
    const dataDir = directory(0o700, ORDINARY)
    const first = await visit(dataDir, opener => remember(opener, 'heel').then(() => accountOf(opener)), ORDINARY)
    const root = await visit(dataDir, accountOf)
    expect([first.answer, root.answer]).toEqual([ORDINARY, ORDINARY])
    expect((await visit(dataDir, words, ORDINARY)).answer).toEqual(['heel'])
  })

  test('if the directory is closed to the account, the database is elsewhere, which is printed, and found again', async () => {
    const dataDir = directory(0o700)
    const first = await visit(dataDir, opener => remember(opener, 'down'))
    expect(first.dataDir).toMatch(/^\/var\/lib\/barkyard\//)
    expect(first.log.join()).toContain(`lies in ${first.dataDir} instead`)
    expect(await visit(dataDir, words)).toMatchObject({ dataDir: first.dataDir, answer: ['down'] })
  })

  test('programs that the account cannot reach are copied once', async () => {
    const closed = await makeHarness()
    chmodSync(closed.directory, 0o700)
    const dataDir = directoryLike(made)
    const printed = async () => (await visit(dataDir, () => {}, undefined, closed.script)).log.join()
    expect(await printed()).toContain('Copied PostgreSQL')
    expect(await printed()).not.toContain('Copied PostgreSQL')
  })

  test('a directory that cannot be written causes one clear line', async () => {
    await expect(open(script, directory(0o755), { uid: ORDINARY })).rejects.toThrow(
      /^This account may not use .* sudo chown -R "\$\(id -un\)" \S+$/,
    )
  })

  test('files that root has copied are refused with their cure, which helps', async () => {
    const copy = directory()
    cpSync(join(made, 'postgres'), join(copy, 'postgres'), { recursive: true })
    const refusal = await open(script, copy).catch((error: Error) => error.message)
    const cure = /(chown -R \w+ \S+)$/.exec(`${refusal}`)?.[1] ?? ''
    expect(refusal).toContain('belongs to another account than the database runs as')
    execSync(cure)
    expect((await visit(copy, words)).answer).toEqual(['heel'])
  })
})
