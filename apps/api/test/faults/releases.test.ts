import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkData } from '@barkyard/db/check'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../app.ts'
import { runProgram } from './processes.ts'
import { schemaOf } from './schema-of.ts'

const run = promisify(execFile)
const releases = join(import.meta.dirname, '..', 'releases')

/** What `scripts/freeze-release.ts` noted of the installation. */
interface Known {
  token: string
  matchId: string
  photo: string
  messages: unknown[]
}

test.each(await readdir(releases))('an installation of release %s is opened with everything in it', async name => {
  const folder = await mkdtemp(join(tmpdir(), 'barkyard-releases-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const [copy, dataDir] = [join(folder, 'copy'), join(folder, 'data')]
  await mkdir(copy)
  await run('tar', ['-xzf', join(releases, name), '-C', copy])
  const known = JSON.parse(await readFile(join(copy, 'known.json'), 'utf8')) as Known
  await runProgram('commands/backup', ['restore', copy, '--keep-sessions'], { DATA_DIR: dataDir })

  const server = await startEmbedded({ dataDir, log: () => {} })
  onTestFinished(() => server.stop())
  const app = await startApp(server.url, { DATA_DIR: dataDir })
  onTestFinished(() => app.stop())
  const get = (path: string) => fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${known.token}` } })
  const messages = await get(`/api/messages/${known.matchId}`)
  expect([messages.status, await messages.json()]).toEqual([200, known.messages])
  expect(await (await get('/api/playdates')).json()).toMatchObject([{ parkName: 'Dolores Park', status: 'proposed' }])
  expect((await fetch(`${app.url}${known.photo}`)).headers.get('content-type')).toBe('image/webp')
  expect((await checkData(app.services.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  expect(await schemaOf(server.url)).toEqual(await schemaOf((await createTestDatabase()).url))
})
