/* Writes test/releases/NAME.tar.gz, a small installation of this release, which every later release must be able to open:
 * node --import tsx --conditions=source scripts/freeze-release.ts NAME */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAt } from '@barkyard/db/migrate'
import { openDatabase } from '@barkyard/db/open'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { photo, twoMatched } from '../test/client.ts'
import { program } from '../test/faults/processes.ts'

const [name] = process.argv.slice(2)
if (!name) throw new Error('name the release')
const folder = mkdtempSync(join(tmpdir(), 'barkyard-release-'))
chmodSync(folder, 0o711)
const env = { DATA_DIR: join(folder, 'data'), DEMO: '0', LOG_LEVEL: 'fatal', RATE_LIMIT: '0' }

const server = await startEmbedded({ dataDir: env.DATA_DIR, log: () => {} })
await migrateAt(server.url)
const db = openDatabase(server.url)
const app = await buildApp(readConfig(env), { db })
const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
const { first, second, matchId } = await twoMatched(url)
await first.owner.post(`/api/messages/${matchId}`, { body: 'woof, "grrr"\n\\N' })
const whenTs = '2100-01-01T12:00:00.000Z'
await second.owner.post('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park' })
const uploaded = await first.owner.upload(first.dog.id, await photo(600, 400))
const made = await first.owner.post<{ token: string }>('/api/tokens', { name: 'frozen' })
const known = {
  token: made.body.token,
  matchId,
  photo: uploaded.body.urlLarge,
  messages: (await first.owner.get(`/api/messages/${matchId}`)).body,
}
await app.server.close()
await db.destroy()
await server.stop()

const copy = join(folder, 'backup')
execFileSync(process.execPath, program('commands/backup', 'backup', copy, '--portable'), {
  env: { PATH: process.env.PATH, ...env },
})
writeFileSync(join(copy, 'known.json'), JSON.stringify(known))
execFileSync('tar', ['-czf', join(import.meta.dirname, '..', 'test', 'releases', `${name}.tar.gz`), '-C', copy, '.'])
rmSync(folder, { recursive: true, force: true })
