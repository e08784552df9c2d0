import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrateAt } from '@barkyard/db/migrate'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { isWhole } from '@barkyard/db/testing/explore'
import { hasOtherMajor, startOtherMajor } from '@barkyard/postgres/testing/other-major'
import { query } from '@barkyard/postgres/testing/query'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../app.ts'
import { ownerWithDog, photo, twoMatched } from '../client.ts'
import { Script } from '../tokens.ts'
import { testFolder } from './folder.ts'
import { runProgram } from './processes.ts'
import { startRestored } from './restored.ts'

const releases = join(import.meta.dirname, '..', 'releases')
const folder = await testFolder('carried-over')
const command = (words: string[], env: Record<string, string>) =>
  runProgram('commands/backup', words, { NODE_NO_WARNINGS: '1', ...env })

/** What `scripts/freeze-release.ts` noted of the installation. */
interface Known {
  token: string
  matchId: string
  photo: string
  messages: unknown[]
}

/** The definitions of everything in the schema, in the words of its server. */
const schemaOf = (url: string) =>
  query(
    url,
    `SELECT 'column' AS kind, table_name || '.' || column_name AS name, concat(data_type, column_default, is_nullable) AS what
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'trigger', tgname, concat(pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'constraint', conname, concat(pg_get_constraintdef(oid), convalidated)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT 'function', proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1, 2, 3`,
  )

/** Restores a backup with its sessions. @returns an app on it, until the test has ended. */
async function restored(copy: string, dataDir: string) {
  await command(['restore', copy, '--keep-sessions'], { DATA_DIR: dataDir })
  const app = await startRestored(dataDir)
  onTestFinished(() => app.stop())
  expect(await schemaOf(app.databaseUrl)).toEqual(await schemaOf((await createTestDatabase()).url))
  return app
}

test.each(await readdir(releases))('an installation of release %s is opened with everything in it', async name => {
  const copy = join(folder, name)
  await mkdir(copy)
  await promisify(execFile)('tar', ['-xzf', join(releases, name), '-C', copy])
  const known = JSON.parse(await readFile(join(copy, 'known.json'), 'utf8')) as Known
  const app = await restored(copy, join(folder, `data-${name}`))
  const script = new Script(app.url, known.token)
  expect(await script.get(`/api/messages/${known.matchId}`)).toMatchObject({ status: 200, body: known.messages })
  expect((await script.get('/api/playdates')).body).toMatchObject([{ parkName: 'Dolores Park', status: 'proposed' }])
  expect((await fetch(`${app.url}${known.photo}`)).headers.get('content-type')).toBe('image/webp')
})

/** Whether the database is of PostgreSQL 17, the major before ours. */
const isOther = isWhole && (hasOtherMajor || process.env.CI !== undefined)
if (!isOther)
  console.log('SKIPPED: what is carried over from PostgreSQL 17. `EXPLORE=whole .ci/run` fetches and tests it')

// Within a major version: backup.test.ts and daily-backup.test.ts.
test.runIf(isOther)('rows and photos of another database are carried over', async () => {
  const dataDir = join(folder, 'old')
  const old = await startOtherMajor(dataDir)
  await migrateAt(old.url)
  const app = await startApp(old.url, { DATA_DIR: dataDir })
  const { first, matchId } = await twoMatched(app.url)
  const messages = () => first.owner.get<unknown[]>(`/api/messages/${matchId}`)
  await first.owner.post(`/api/messages/${matchId}`, { body: 'tab\there, "quotes", \\N and a\nnew line 🐕' })
  const { owner, dog } = await ownerWithDog(app.url)
  const uploaded = await owner.upload(dog.id, await photo())
  const { body: before } = await messages()
  const copy = join(folder, 'copy')
  const backUp = ['backup', copy, '--portable', '--with-secret']
  expect((await command(backUp, { DATABASE_URL: old.url, DATA_DIR: dataDir })).stdout).toContain('Backed up')
  await app.stop()
  await old.stop()
  // The files themselves are refused, and the way is named.
  const refused = await command(['backup', join(folder, 'files')], { DATA_DIR: dataDir }).catch(error => error)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^.*is of PostgreSQL 17.*--portable.*\n$/)])

  const { url } = await restored(copy, join(folder, 'new'))
  Object.assign(first.owner, { url })
  expect((await messages()).body).toEqual(before)
  expect((await first.owner.post(`/api/messages/${matchId}`, { body: 'woof' })).status).toBe(200)
  expect((await fetch(`${url}${uploaded.body.urlLarge}`)).status).toBe(200)
})
