import { freePort } from '@barkyard/postgres/testing/free-port'
// @ts-expect-error comes without types
import S3rver from 's3rver'
import { newFolder, removeFolder } from './folder.ts'

/** The part of s3rver that is used here. */
interface Server {
  run(): Promise<unknown>
  close(): Promise<void>
}

export async function startS3() {
  const directory = await newFolder('s3')
  const port = await freePort()
  let running: Server | null = null
  const server = {
    /** The S3_… settings of an app that stores its photos here, in a bucket that does not exist yet. */
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
      await removeFolder(directory)
    },
  }
  await server.start()
  return server
}
