import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '@barkyard/postgres/testing/until'
import { findProgram } from './find-program.ts'

const program = findProgram('nginx')
const configuration = fileURLToPath(new URL('../../balancer.conf', import.meta.url))

/** Whether the balancer of docker-compose.yml can run here. Without nginx its tests print that they are skipped, or fail with CI set. */
export const hasNginx = program !== undefined || process.env.CI !== undefined
if (program === undefined && !process.env.CI)
  console.log('SKIPPED: what is tested behind the real balancer needs nginx')

/** nginx with the configuration that docker-compose.yml mounts, except for the addresses. */
export async function startNginx(
  port: number,
  targets: readonly { port: number }[],
): Promise<{ url: string; stop(): Promise<void> }> {
  if (program === undefined) throw new Error('nginx is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'barkyard-nginx-'))
  // If it is started as root, its workers run as another account, which needs access.
  await chmod(folder, 0o711)
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
  const child = spawn(program, ['-e', 'stderr', '-c', main], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', chunk => {
    output += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${output}`)
    return fetch(`${url}/api/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    url,
    async stop() {
      if (child.exitCode === null) {
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
      }
      await rm(folder, { recursive: true, force: true })
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
