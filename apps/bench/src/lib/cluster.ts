import { fileURLToPath } from 'node:url'
import { type EmbeddedPostgres, startEmbedded } from '@barkyard/postgres/embedded'
import pg from 'pg'

/** Kept between runs, and ignored by git. */
const DATA_DIR = fileURLToPath(new URL('../../.data', import.meta.url))

let server: Promise<EmbeddedPostgres> | undefined

/** The embedded PostgreSQL as the product starts it, with normal durability. Only the log's size is set, for bulk loads. */
function cluster(): Promise<EmbeddedPostgres> {
  server ??= startEmbedded({
    dataDir: DATA_DIR,
    log: line => console.log(line),
    settings: { max_wal_size: '4GB' },
  })
  return server
}

export const stopCluster = async () => (await server)?.stop()

export async function urlOf(database: string): Promise<string> {
  const url = new URL((await cluster()).url)
  url.pathname = `/${database}`
  return url.href
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs statements outside the databases (create, drop). */
export const administer = async (...statements: string[]) =>
  withClient(await urlOf('postgres'), async client => {
    for (const statement of statements) await client.query(statement)
  })
