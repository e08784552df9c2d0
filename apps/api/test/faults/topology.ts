import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { ROOT, readCompose } from './compose-file.ts'
import { newFolder, removeFolder } from './folder.ts'
import { metricOf, newProcess, statusOf } from './processes.ts'
import { startRedis } from './redis-server.ts'
import { findProgram, Spawned } from './spawned.ts'

const program = findProgram('nginx')
const configuration = `${ROOT}apps/api/balancer.conf`

/** Whether the balancer of docker-compose.yml can run here. With CI set its tests fail without it. */
export const hasNginx = program !== undefined || process.env.CI !== undefined

export type Topology = Awaited<ReturnType<typeof startTopology>>

/** What docker-compose.yml starts, started by hand with the settings it gives: only addresses and keys are others. */
export async function startTopology() {
  const redis = await startRedis()
  const folder = await newFolder('topology')
  const port = await freePort()
  const { services } = readCompose({
    SESSION_SECRET: 'a secret that all processes of a test share',
    POSTGRES_PASSWORD: 'unused',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  const addresses = {
    DATABASE_URL: (await createTestDatabase()).url,
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    BACKUP_DIR: join(folder, 'backups'),
    TRUST_PROXY: '127.0.0.1/32',
  }
  // Both processes have the same ones: image.test.ts.
  const { environment = {} } = services['api-1'] ?? {}
  for (const key of Object.keys(addresses))
    if (!(key in environment)) throw new Error(`docker-compose.yml does not set ${key}`)
  // The first two are the image's.
  const env = { NODE_ENV: 'production', HOST: '127.0.0.1', ...environment, ...addresses }
  const metricsPorts = [await freePort(), await freePort()]
  const processes = await Promise.all(metricsPorts.map(port => newProcess({ ...env, METRICS_PORT: `${port}` })))
  await Promise.all(processes.map(one => one.start()))
  const balancer = await startNginx(port, processes)
  return {
    url: balancer.url,
    processes,
    /** The number of open sockets in each process. */
    sockets: () => Promise.all(metricsPorts.map(port => metricOf(port, 'barkyard_sockets_open'))),
    async stop() {
      await balancer.stop()
      await Promise.all(processes.map(one => one.end('SIGKILL')))
      await redis.stop()
      await removeFolder(folder)
    },
  }
}

/** nginx with the configuration that docker-compose.yml mounts, except for the addresses. */
async function startNginx(
  port: number,
  targets: readonly { port: number }[],
): Promise<{ url: string; stop(): Promise<void> }> {
  if (program === undefined) throw new Error('nginx is not installed')
  const folder = await newFolder('nginx')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    one => `${one}_temp_path ${folder}/${one};`,
  )
  const main = join(folder, 'nginx.conf')
  await writeFile(
    main,
    `daemon off;
    worker_processes 2;
    pid ${folder}/pid;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temporary.join('\n')}
      ${addressed(await readFile(configuration, 'utf8'), port, targets)}
    }`,
  )
  const nginx = new Spawned(program, ['-e', 'stderr', '-c', main])
  const url = `http://127.0.0.1:${port}`
  await nginx.up(async () => (await statusOf(`${url}/api/live`)) === 200)
  return {
    url,
    async stop() {
      await nginx.end('SIGTERM')
      await removeFolder(folder)
    },
  }
}

/** Replaces the names that Docker resolves, and the port, by local addresses. Resolving names again is removed. */
function addressed(text: string, port: number, targets: readonly { port: number }[]): string {
  const changed = text
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace(/server api-(\d):3000 resolve /g, (_, n) => `server 127.0.0.1:${targets[Number(n) - 1]?.port} `)
  if (/\b(8080|3000)\b|api-\d|undefined/.test(changed))
    throw new Error(`balancer.conf has addresses unknown here: ${changed}`)
  return changed
}
