import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import type { AdminPark, Park } from '@barkyard/domain/schemas/park'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { beforeAll, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { inHours } from '../calls.ts'
import { ownerWithDog, type Person } from '../client.ts'
import { adminCommand } from '../command.ts'

const app = testApp()

let admin: Person
beforeAll(async () => {
  admin = await newAdmin(app)
})

const FILE = 'utrecht.geojson'
type Row = [id: string, properties: object, at?: [number, number]]

/** Runs `pnpm admin parks import` on a file of these rows, without a terminal. */
async function importRows(rows: readonly Row[] | string, ...words: string[]) {
  const file = join(app.dataDir, FILE)
  const features =
    typeof rows === 'string'
      ? []
      : rows.map(([id, properties, coordinates = [5.1, 52.1]]) => ({
          type: 'Feature',
          id,
          properties: { leisure: 'dog_park', ...properties },
          geometry: { type: 'Point', coordinates },
        }))
  await writeFile(file, typeof rows === 'string' ? rows : JSON.stringify({ type: 'FeatureCollection', features }))
  return adminCommand(app, ['parks', 'import', file, ...words])
}

const listed = async (state: 'open' | 'closed', query = 'veld') =>
  (await admin.get<AdminPark[]>(`/api/admin/parks?state=${state}&query=${query}`)).body

/** Twenty fields in Utrecht. */
const FIELDS: Row[] = Array.from({ length: 20 }, (_, nth) => [`node/${nth + 1}`, { name: `Veld ${nth + 1}` }])

test('a file adds its parks with zone, facts and attribution, and says what it leaves out', async () => {
  const rows: Row[] = [...FIELDS, ['n1', { name: 'Twice' }], ['node/90', {}]]
  const { code, out } = await importRows(rows, '--dry-run')
  expect([code, out.includes('Nothing was written.'), await listed('open')]).toEqual([0, true, []])

  const { out: said } = await importRows(rows)
  expect(said).toContain(`${FILE}: 20 added, 0 changed, 0 reopened, 0 unchanged, 0 closed, 2 left out.`)
  expect(said).toContain('Left out node/1: its id is in the file twice.')
  expect(said).toContain('Left out node/90: it has no name')
  const { body } = await admin.get<Park[]>('/api/parks?lat=52.1&lng=5.1')
  expect(body).toHaveLength(20)
  expect(body[0]).toMatchObject({
    timeZone: 'Europe/Amsterdam',
    source: 'import',
    attribution: '© OpenStreetMap contributors',
  })

  expect((await importRows(rows)).out).toContain('0 added, 0 changed, 0 reopened, 20 unchanged, 0 closed')
  expect((await importRows([['w5', {}]], '--set', 'other', '--all-unnamed')).out).toContain('other: 1 added')
  // A dry run left no entry.
  const entries = (await admin.get<AuditEntry[]>('/api/admin/audit?search=imported')).body
  const none = { added: 0, changed: 0, reopened: 0, closed: 0 }
  expect(entries.map(({ adminEmail, detail }) => [adminEmail, detail])).toEqual([
    [null, { commandLine: true, name: 'other', parks: { ...none, added: 1 } }],
    [null, { commandLine: true, name: FILE, parks: none }],
    [null, { commandLine: true, name: FILE, parks: { ...none, added: 20 } }],
  ])
})

test('a later file changes, closes and reopens, and asks before it closes more than a tenth', async () => {
  const [first, ...others] = FIELDS
  const { owner: host } = await ownerWithDog(app.url)
  const gone = (await listed('open', 'Veld 1')).find(({ name }) => name === 'Veld 1')
  const fields = { parkId: gone?.id, whenTs: inHours(30), title: 'Slow walk', maxDogs: 3, repeats: 'weekly' }
  const { body: walk } = await host.post<Walk>('/api/walks', fields)
  expect(walk.repeats).toBe('weekly')
  const renamed: Row[] = [['n2', { name: 'Veld twee', fenced: 'yes' }], ...others.slice(1)]
  expect((await importRows(renamed)).out).toContain('0 added, 1 changed, 0 reopened, 18 unchanged, 1 closed')
  expect(await listed('closed')).toMatchObject([
    { name: 'Veld 1', closed: true, reason: expect.stringContaining('file') },
  ])
  expect((await host.get<Walk>(`/api/walks/${walk.id}`)).body).toMatchObject({ cancelledAt: null, repeats: null })
  expect(await listed('open', 'veld twee')).toMatchObject([{ facts: { fenced: true }, version: 2 }])

  const few = [...FIELDS.slice(0, 12)]
  const { code, err } = await importRows(few)
  expect([code, err]).toEqual([1, expect.stringContaining('closes 8 of the 19 open parks')])
  expect(await listed('open')).toHaveLength(19)
  for (const broken of ['{"features":[', '{"type":"Feature"}'])
    expect(await importRows(broken)).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was written') })
  expect((await importRows(few, '--yes')).out).toContain('0 added, 1 changed, 1 reopened, 10 unchanged, 8 closed')
  expect((await importRows([first as Row, ...others])).out).toContain('8 reopened')
})

test('what an admin edited or closed stays as it is, and the import says so', async () => {
  const [edited, closed] = await listed('open')
  await admin.patch(`/api/admin/parks/${edited?.id}`, { name: 'Veld of the dogs', version: edited?.version })
  await admin.post(`/api/admin/parks/${closed?.id}/close`, { version: closed?.version, reason: 'Flooded' })
  const { out } = await importRows(FIELDS)
  expect(out).toMatch(/^node\/\d+ "Veld of the dogs" stays as it is: an admin edited it\.$/m)
  expect(out).toMatch(/^node\/\d+ "Veld \d+" stays as it is: an admin closed it\.$/m)
  expect(await listed('open', 'of the dogs')).toHaveLength(1)
  expect(await listed('closed')).toMatchObject([{ reason: 'Flooded' }])
})
