import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { readCompose } from './compose-file.ts'
import { startNginx } from './nginx-server.ts'
import { type ApiProcess, newProcess } from './processes.ts'
import { startRedis } from './redis-server.ts'

export interface Topology {
  /** The balancer's address. */
  url: string
  processes: readonly ApiProcess[]
  /** The number of open sockets in each process. */
  sockets(): Promise<number[]>
  stop(): Promise<void>
}

/** What docker-compose.yml starts, started by hand with the settings it gives: only addresses and keys are others. */
export async function startTopology(): Promise<Topology> {
  const redis = await startRedis()
  const folder = await mkdtemp(join(tmpdir(), 'barkyard-topology-'))
  const port = await freePort()
  const { services } = readCompose({
    SESSION_SECRET: 'a secret that all processes of a test share',
    POSTGRES_PASSWORD: 'unused',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  const given = Object.keys(services).filter(name => /^api-\d$/.test(name))
  const addresses: Record<string, string> = {
    DATABASE_URL: (await createTestDatabase()).url,
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    BACKUP_DIR: join(folder, 'backups'),
    TRUST_PROXY: '127.0.0.1/32',
  }
  const processes: ApiProcess[] = []
  const metrics: string[] = []
  for (const name of given) {
    const { environment = {} } = services[name] ?? {}
    for (const key of Object.keys(addresses))
      if (!(key in environment)) throw new Error(`docker-compose.yml does not set ${key}`)
    const metricsPort = await freePort()
    metrics.push(`http://127.0.0.1:${metricsPort}/metrics`)
    // The first two are the image's.
    const image = { NODE_ENV: 'production', HOST: '127.0.0.1' }
    const env = { ...image, ...environment, ...addresses, METRICS_PORT: `${metricsPort}` }
    processes.push(await newProcess(env))
  }
  await Promise.all(processes.map(one => one.start()))
  const balancer = await startNginx(port, processes)
  return {
    url: balancer.url,
    processes,
    sockets: () =>
      Promise.all(
        metrics.map(async url => Number(/^barkyard_sockets_open (\d+)$/m.exec(await (await fetch(url)).text())?.[1])),
      ),
    async stop() {
      await balancer.stop()
      await Promise.all(processes.map(one => one.end('SIGKILL')))
      await redis.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
