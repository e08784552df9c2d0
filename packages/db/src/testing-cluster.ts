import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import { startEmbedded } from './embedded.ts'
import { migrateToLatest } from './migrate.ts'

const TEMPLATE = 'barkyard_template'

/** A database of its own. `drop` is for those who make many; at the end of the run all go anyway. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

export interface TestCluster {
  /** Any database of the cluster; `createDatabaseFrom` takes it, in another process too. */
  url: string
  createDatabase(): Promise<TestDatabase>
  stop(): Promise<void>
}

/**
 * One fast, temporary PostgreSQL for a run of tests, with a migrated template to clone. It ends with the process that
 * started it, however that ends.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-test-'))
  // The server's account must get through, when root runs the tests.
  await chmod(dataDir, 0o711)
  const lines: string[] = []
  const server = await startEmbedded({ dataDir, log: line => lines.push(line), temporary: true })
  try {
    await makeTemplate(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: server.url, createDatabase: () => createDatabaseFrom(server.url), stop: () => server.stop() }
}

/** Clones the template of the cluster at `clusterUrl`. */
export async function createDatabaseFrom(clusterUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(clusterUrl, `create database ${name} template ${TEMPLATE}`)
  return {
    url: withDatabase(clusterUrl, name),
    drop: () => administer(clusterUrl, `drop database if exists ${name} with (force)`),
  }
}

/** A database without any table, in the cluster at `clusterUrl`. */
export async function createEmptyDatabaseAt(clusterUrl: string): Promise<{ url: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(clusterUrl, `create database ${name}`)
  return { url: withDatabase(clusterUrl, name) }
}

async function makeTemplate(clusterUrl: string): Promise<void> {
  await administer(clusterUrl, `create database ${TEMPLATE}`)
  const pool = new Pool({ connectionString: withDatabase(clusterUrl, TEMPLATE), max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
  // A template that anybody is connected to cannot be cloned.
  await administer(clusterUrl, `alter database ${TEMPLATE} allow_connections false`)
}

async function administer(clusterUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: withDatabase(clusterUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}
