import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '../src/embedded.ts'

const TEMPLATE = 'barkyard_template'

/** A database of its own. `drop` is for a test that makes many: all of them go with the cluster. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

export interface TestCluster {
  /** Any database of the cluster; `createDatabaseFrom` takes it, in another process too. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts one fast, temporary PostgreSQL for a run of tests, with a template to clone. It ends with the process that
 * started it, however that process ends.
 * @param prepareTemplate fills the template, an empty database, and closes its connections.
 */
export async function startTestCluster(prepareTemplate: (url: string) => Promise<unknown>): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-test-'))
  // The server's account must get through, when root runs the tests.
  await chmod(dataDir, 0o711)
  const lines: string[] = []
  const server = await startEmbedded({ dataDir, log: line => lines.push(line), temporary: true })
  try {
    await makeTemplate(server.url, prepareTemplate)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: server.url, stop: () => server.stop() }
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

async function makeTemplate(clusterUrl: string, prepare: (url: string) => Promise<unknown>): Promise<void> {
  await administer(clusterUrl, `create database ${TEMPLATE}`)
  await prepare(withDatabase(clusterUrl, TEMPLATE))
  // PostgreSQL does not clone a template that has connections.
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
