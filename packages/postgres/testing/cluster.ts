import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/embedded.ts'
import { query } from './query.ts'

const TEMPLATE = 'barkyard_template'

/** A separate database. Only a test that creates many needs `drop`, because they all end with the cluster. */
export interface TestDatabase {
  url: string
  drop(): Promise<unknown>
}

/**
 * Starts one fast, temporary PostgreSQL for a test run, with a template database to clone. It ends with the process that
 * started it, however that process ends.
 * @param prepareTemplate fills the template, an empty database, and closes its connections.
 * @returns the connection string of any database of the cluster, for `createDatabaseFrom`, in other processes too.
 */
export async function startTestCluster(prepareTemplate: (url: string) => Promise<unknown>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-test-'))
  // If root runs the tests, the server's account must be able to enter.
  await chmod(dataDir, 0o711)
  const server = await startEmbedded({ dataDir, log: () => {}, temporary: true })
  try {
    await makeTemplate(server.url, prepareTemplate)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: server.url, stop: () => server.stop() }
}

/** Clones the template of the cluster at `clusterUrl`, by its files: through the log it takes four times the CPU. */
export const createDatabaseFrom = (clusterUrl: string): Promise<TestDatabase> =>
  createDatabase(clusterUrl, `template ${TEMPLATE} strategy file_copy`)

/** Creates a database without tables in the cluster at `clusterUrl`. */
export const createEmptyDatabaseAt = (clusterUrl: string): Promise<TestDatabase> => createDatabase(clusterUrl, '')

async function createDatabase(clusterUrl: string, how: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(clusterUrl, `create database ${name} ${how}`)
  return {
    url: withDatabase(clusterUrl, name),
    drop: () => administer(clusterUrl, `drop database if exists ${name} with (force)`),
  }
}

async function makeTemplate(clusterUrl: string, prepare: (url: string) => Promise<unknown>): Promise<void> {
  await administer(clusterUrl, `create database ${TEMPLATE}`)
  await prepare(withDatabase(clusterUrl, TEMPLATE))
  // PostgreSQL does not clone a template that has connections.
  await administer(clusterUrl, `alter database ${TEMPLATE} allow_connections false`)
}

const administer = (clusterUrl: string, statement: string) => query(withDatabase(clusterUrl, 'postgres'), statement)

function withDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}
