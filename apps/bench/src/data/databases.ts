import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrateToLatest } from '@barkyard/db/migrate'
import { openDatabase } from '@barkyard/db/open'
import type pg from 'pg'
import { administer, urlOf, withClient } from '../lib/cluster.ts'
import { fillChats, type Size } from './fill-chats.ts'
import { fillDogs } from './fill-dogs.ts'

/** The one for the chat's lines. */
export const WITH_CHATS: Size = 100_000

const folders = [new URL('.', import.meta.url), new URL('../../../../packages/db/src/migrations/', import.meta.url)]

/** Changes whenever the schema or the generator does: then the data is made anew. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const folder of folders.map(url => fileURLToPath(url)))
    for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The database with so many dogs, made at the first call and kept. @returns its connection string. */
export async function dogsDatabase(dogs: Size): Promise<string> {
  const name = `dogs_${dogs}`
  const url = await urlOf(name)
  const made = await withClient(await urlOf('postgres'), async client => {
    const { rows } = await client.query(
      `SELECT shobj_description(oid, 'pg_database') AS made FROM pg_database WHERE datname = $1`,
      [name],
    )
    return rows[0]?.made
  })
  if (made === fingerprint()) return url
  const began = performance.now()
  console.log(`Making ${dogs.toLocaleString('en')} dogs …`)
  await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`)
  const db = openDatabase(url, { max: 2 })
  await migrateToLatest(db)
  await db.destroy()
  await withClient(url, async client => {
    await client.query(
      `SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`,
    )
    await withoutIndexes(client, async () => {
      await fillDogs(client, dogs)
      await fillChats(client, dogs)
    })
    await client.query('VACUUM (ANALYZE)')
    await client.query('CHECKPOINT')
  })
  await administer(`COMMENT ON DATABASE ${name} IS '${fingerprint()}'`)
  console.log(`Made (${((performance.now() - began) / 1000).toFixed(0)} s)`)
  return url
}

/** A copy of a database that may be written to; made anew at each call. */
export async function copyOf(dogs: Size, name: string): Promise<string> {
  await dogsDatabase(dogs)
  await administer(
    `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
    `CREATE DATABASE ${name} TEMPLATE dogs_${dogs} STRATEGY FILE_COPY`,
  )
  return urlOf(name)
}

/** Runs `work` without the indexes that are no constraint, and makes them again: far faster than keeping them. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT c.oid::regclass::text AS name, pg_get_indexdef(c.oid) AS definition
    FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)`)
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}
