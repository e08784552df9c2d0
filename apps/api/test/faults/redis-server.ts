import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { Redis } from 'ioredis'
import { findProgram } from './find-program.ts'

const program = findProgram('redis-server', 'valkey-server')

/** Whether tests that need Redis can run here. Without it they print that they are skipped, or fail with CI set. */
export const hasRedis = program !== undefined || process.env.CI !== undefined
if (program === undefined && !process.env.CI) console.log('SKIPPED: these tests need redis-server or valkey-server')

/** A Redis for a test, which can be killed, frozen and restarted. */
export interface RedisServer {
  url: string
  kill(): Promise<void>
  start(): Promise<void>
  freeze(): void
  thaw(): void
  /** Stops it permanently. */
  stop(): Promise<void>
}

export async function startRedis(): Promise<RedisServer> {
  if (program === undefined) throw new Error('redis-server is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'barkyard-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  const server: RedisServer = {
    url,
    async start() {
      const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
      child = spawn(program, args, { stdio: 'ignore' })
      await answers(url)
    },
    async kill() {
      if (!child) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      child = null
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async stop() {
      await server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

async function answers(url: string): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null })
  redis.on('error', () => undefined)
  await redis.ping()
  redis.disconnect()
}
