import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkData } from '@barkyard/db/check'
import { migrateAt } from '@barkyard/db/migrate'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { isWhole } from '@barkyard/db/testing/explore'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { hasOtherMajor, startOtherMajor } from '@barkyard/postgres/testing/other-major'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { ownerWithDog, photo, twoMatched } from '../client.ts'
import { runProgram } from './processes.ts'
import { schemaOf } from './schema-of.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barkyard-portable-'))
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dataDir = (name: string) => join(folder, name)
const command = (words: string[], env: Record<string, string>) =>
  runProgram('commands/backup', words, { NODE_NO_WARNINGS: '1', ...env })

/** Whether the database is of PostgreSQL 17, the major before ours. */
const isOther = isWhole && (hasOtherMajor || process.env.CI !== undefined)
if (!isOther)
  console.log('SKIPPED: what is carried over from PostgreSQL 17. `EXPLORE=whole .ci/run` fetches and tests it')

// Within a major version: backup.test.ts and daily-backup.test.ts.
test.runIf(isOther)('rows and photos of another database are carried over', async () => {
  const old = await startOtherMajor(dataDir('old'))
  await migrateAt(old.url)
  const app = await startApp(old.url, { DATA_DIR: dataDir('old') })
  const { first, matchId } = await twoMatched(app.url)
  await first.owner.post(`/api/messages/${matchId}`, { body: 'tab\there, "quotes", \\N and a\nnew line 🐕' })
  const { owner, dog } = await ownerWithDog(app.url)
  const uploaded = await owner.upload(dog.id, await photo())
  const messages = (await first.owner.get(`/api/messages/${matchId}`)).body
  const { stdout } = await command(['backup', dataDir('copy'), '--portable', '--with-secret'], {
    DATABASE_URL: old.url,
    DATA_DIR: dataDir('old'),
  })
  expect(stdout).toContain('Backed up')
  await app.server.close()
  await app.services.db.destroy()
  await old.stop()
  // The files themselves are refused, and the way is named.
  const refused = await command(['backup', dataDir('files')], { DATA_DIR: dataDir('old') }).catch(error => error)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^.*is of PostgreSQL 17.*--portable.*\n$/)])

  await command(['restore', dataDir('copy'), '--keep-sessions'], { DATA_DIR: dataDir('new') })
  const server = await startEmbedded({ dataDir: dataDir('new'), log: () => {} })
  const restored = await startApp(server.url, { DATA_DIR: dataDir('new') })
  Object.assign(first.owner, { url: restored.url })
  expect((await first.owner.get(`/api/messages/${matchId}`)).body).toEqual(messages)
  expect((await first.owner.post(`/api/messages/${matchId}`, { body: 'woof' })).status).toBe(200)
  expect((await fetch(`${restored.url}${uploaded.body.urlLarge}`)).status).toBe(200)
  expect((await checkData(restored.services.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  await restored.server.close()
  await restored.services.db.destroy()

  expect(await schemaOf(server.url)).toEqual(await schemaOf((await createTestDatabase()).url))
  await server.stop()
})
