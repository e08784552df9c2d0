import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../test/faults/folder.ts'
import { readConfig } from './config.ts'
import { closeDataDir } from './data-dir.ts'
import { ConfigError } from './settings.ts'

const folder = await testFolder('data')
let count = 0
/** The path of a data directory that does not exist yet. */
const place = () => join(folder, `${count++}`)

const isRoot = process.getuid?.() === 0
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test.each(['', '\n', 'cut off', 'x'.repeat(31)])('a secret that is too short (%j) is refused in one line', text => {
  const dataDir = place()
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'session-secret'), text)
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(ConfigError)
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/^.*session-secret holds fewer than 32 characters.*$/)
  expect(() => readConfig({ DATA_DIR: dataDir, SESSION_SECRET: `short${' '.repeat(40)}` })).toThrow(/at least 32/)
})

test('a secret is created once, complete, and readable by its owner alone', () => {
  const dataDir = place()
  const { sessionSecret } = readConfig({ DATA_DIR: dataDir })
  expect(readFileSync(join(dataDir, 'session-secret'), 'utf8')).toBe(`${sessionSecret}\n`)
  expect(readConfig({ DATA_DIR: dataDir }).sessionSecret).toBe(sessionSecret)
  expect(readdirSync(dataDir)).toEqual(['session-secret'])
  expect(modeOf(join(dataDir, 'session-secret'))).toBe('600')
  expect(modeOf(dataDir)).toBe(isRoot ? '711' : '700')
})

test('an existing directory and its contents are closed to other accounts', () => {
  const dataDir = place()
  const photos = join(dataDir, 'photos', 'ab')
  mkdirSync(photos, { recursive: true })
  writeFileSync(join(photos, 'abc-thumb.webp'), 'x')
  writeFileSync(join(dataDir, 'session-secret'), 'x'.repeat(40))
  for (const path of [dataDir, join(dataDir, 'photos'), photos]) chmodSync(path, 0o755)
  chmodSync(join(photos, 'abc-thumb.webp'), 0o644)
  closeDataDir(dataDir)
  expect(modeOf(dataDir)).toBe(isRoot ? '711' : '700')
  expect([modeOf(join(dataDir, 'photos')), modeOf(photos)]).toEqual(['700', '700'])
  expect([modeOf(join(photos, 'abc-thumb.webp')), modeOf(join(dataDir, 'session-secret'))]).toEqual(['600', '600'])
  chmodSync(dataDir, 0o1777)
  closeDataDir(dataDir)
  expect(modeOf(dataDir)).toBe('777')
})

test.runIf(isRoot)('another account can neither list nor read it', () => {
  const dataDir = place()
  readConfig({ DATA_DIR: dataDir })
  const attempt = `
    const { readFileSync, readdirSync } = require('node:fs')
    for (const look of [() => readdirSync(${JSON.stringify(dataDir)}), () => readFileSync(${JSON.stringify(join(dataDir, 'session-secret'))})])
      try { look(); console.log('open') } catch (error) { console.log(error.code) }`
  const stranger = spawnSync(process.execPath, ['-e', attempt], { uid: 1, gid: 1, cwd: '/', env: {} })
  expect(stranger.stdout.toString().trim().split('\n')).toEqual(['EACCES', 'EACCES'])
})
