import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILT_APP } from '@barkyard/api/testing/built-app'
import { createDatabaseFrom } from '@barkyard/postgres/testing/cluster'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { until } from '@barkyard/postgres/testing/until'
import { test } from '@playwright/test'

export interface Server {
  /** "http://localhost:PORT" */
  url: string
  databaseUrl: string
  /** Kills the process (it can be started again on the same database and port). */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops it for good. */
  close(): Promise<void>
}

/** The page that the landing page's footer links to. */
export const CONTACT_URL = 'https://operator.example/contact'

/**
 * The built app as a separate process, on its own database.
 * @param fill fills the database before the app starts
 */
export async function startServer(
  env: Record<string, string> = {},
  fill: (databaseUrl: string) => Promise<unknown> = async () => {},
): Promise<Server> {
  const cluster = process.env.TEST_CLUSTER_URL
  if (!cluster) throw new Error('Run the browser tests with `pnpm --filter @barkyard/e2e test`')
  const database = await createDatabaseFrom(cluster)
  await fill(database.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  let end = async () => {}

  async function start() {
    const child = spawn(process.execPath, BUILT_APP, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'fatal',
        RATE_LIMIT: '0',
        // Chance decides which pages measure themselves: what they load and send would differ.
        VITALS: '0',
        // There is no tile server here: the map must be readable without tiles.
        TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
        CONTACT_URL,
        ...env,
      },
    })
    const exited = new Promise<never>((_, reject) =>
      child.on('exit', code => reject(new Error(`the server ended with ${code}`))),
    )
    exited.catch(() => {})
    await Promise.race([untilHealthy(url), exited])
    end = async () => {
      child.kill('SIGTERM')
      await exited.catch(() => {})
    }
  }

  await start()
  return {
    url,
    databaseUrl: database.url,
    start,
    stop: () => end(),
    async close() {
      await end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const untilHealthy = (url: string) =>
  until<number | string>(() => fetch(`${url}/api/health`).then(({ status }) => status, String), 200)

/** Tests of the whole demo, whose photos take a while. */
export const demoTest = test.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await startServer({ DEMO: '1' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
