import { once } from 'node:events'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { migrateAt } from '@barkyard/db/migrate'
import { isServed, openDatabase } from '@barkyard/db/open'
import { DEMO_PASSWORD } from '@barkyard/domain/user'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { readConfig } from './config.ts'
import { closeDataDir } from './data-dir.ts'
import { loadCities } from './features/location/gazetteer/city-file.ts'
import { loadAreas } from './features/location/gazetteer/known-areas.ts'
import type { ServicesOptions } from './make-services.ts'
import { serveMetrics } from './platform/operation/metrics.ts'
import type { Services } from './services.ts'
import { ConfigError } from './settings.ts'

interface Address {
  name: 'PORT' | 'METRICS_PORT'
  port: number
  host: string
}

/** Runs work that listens on an address. @throws ConfigError with the setting to change if that is impossible. */
async function listening<T>({ name, port, host }: Address, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `${name} ${port} is taken: something else listens on ${host} already. Choose another ${name}`,
      )
    if (code === 'EACCES') throw new ConfigError(`${name} ${port} needs more rights: choose one of 1024 or more`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new ConfigError(`HOST must be an address of this machine; ${host} is none`)
    throw error
  }
}

/** Fails at once if nobody may listen there, rather than after the database has been prepared. */
const checkAddress = (address: Address): Promise<void> =>
  listening(address, async () => {
    const probe = createServer().listen(address.port, address.host)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
  })

/** The longest time that running work may take after the signal to stop. */
const STOP_WITHIN_MS = 9_700

/** Runs a step of the start, and logs its result and how long it took. */
async function step<T>(what: string | ((result: T) => string), work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(
    `${typeof what === 'string' ? what : what(result)} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  )
  return result
}

/** Fills the database with the demo's owners, dogs, photos, chats and playdates, unless it has them already. */
async function fillDemo({ db, photos, passwords }: Services): Promise<boolean> {
  const { seedDemo } = await import('@barkyard/db/demo/seed')
  // Here, because the app's own drawings are no danger.
  const { makeDrawingFiles } = await import('./platform/storage/photo-image.ts')
  return seedDemo(db, {
    now: new Date(),
    hashPassword: password => passwords.hash(password),
    atOnce: availableParallelism(),
    log: line => console.log(`  ${line}`),
    savePhoto: async (key, svg) => photos.save(key, await makeDrawingFiles(svg)),
  })
}

/** Prepares the database and serves the app until a signal. */
export async function start(options?: Pick<ServicesOptions, 'passwordCost'>): Promise<void> {
  const config = readConfig(process.env)
  closeDataDir(config.dataDir)
  const address: Address = { name: 'PORT', port: config.port, host: config.host }
  await checkAddress(address)
  // While the database starts; and not for a start that cannot succeed.
  const loading = import('./app.ts')
  // It logs its own progress.
  const embedded =
    config.databaseUrl === null
      ? await startEmbedded({ dataDir: config.dataDir, log: line => console.log(line) })
      : null
  const url = config.databaseUrl ?? embedded?.url ?? ''
  // Not while it connects: on a busy machine that would take too long because of the loading alone.
  const { buildApp } = await loading
  await step(
    ({ length }) => (length === 0 ? 'Tables are up to date' : `Tables made: ${length} migrations`),
    () => migrateAt(url, { log: line => console.log(line) }),
  )
  await step('Cities are read', async () => {
    loadCities()
    loadAreas()
  })
  const db = openDatabase(url, { ...config.pool, isApp: true })
  if (config.redisUrl === null && (await isServed(db))) {
    console.warn(
      'Another process already serves this database. Without REDIS_URL live updates do not pass between them',
    )
  }
  const app = await buildApp(config, { db, ...options })
  const { server, services } = app
  if (config.mail?.kind === 'outbox') console.log(`Mail is kept as files in ${config.mail.folder}`)
  if (config.demo) await step('Demo ready', () => fillDemo(services))

  const { metricsPort, host } = config
  const metrics =
    metricsPort === null
      ? null
      : await listening({ name: 'METRICS_PORT', port: metricsPort, host }, () => serveMetrics(app, metricsPort, host))
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    console.log(`${signal}: finishing what is under way`)
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await server.close()
    metrics?.close()
    await db.destroy()
    await embedded?.stop()
    console.log('Stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

  const bound = await listening(address, () => server.listen({ port: config.port, host }))
  // PORT=0: the machine chose one.
  if (config.publicUrl.port === '0') config.publicUrl.port = new URL(bound).port
  console.log(`\nBarkyard runs at ${config.publicUrl.origin}`)
  if (config.demo) console.log(`Sign in as owner@demo.test or admin@demo.test, password ${DEMO_PASSWORD}`)
}
