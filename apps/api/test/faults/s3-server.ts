import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@barkyard/postgres/testing/free-port'
// @ts-expect-error comes without types
import S3rver from 's3rver'

/** The part of s3rver that is used here. */
interface Server {
  run(): Promise<unknown>
  close(): Promise<void>
}

export interface S3Server {
  /** The S3_… settings of an app that stores its photos here, in a bucket that does not exist yet. */
  env: Record<string, string>
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'barkyard-s3-'))
  const port = await freePort()
  let running: Server | null = null
  const server: S3Server = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async start() {
      running = new S3rver({ address: '127.0.0.1', port, directory, silent: true }) as Server
      await running.run()
    },
    async stop() {
      await running?.close()
      running = null
    },
    async remove() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}
