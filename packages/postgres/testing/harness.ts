import { once } from 'node:events'
import { startEmbedded } from '../src/embedded.ts'

/**
 * A process that uses the embedded database, for tests that end it in every way. It writes its log and when it is ready
 * to standard output, as lines of JSON, and stops on SIGTERM.
 */
const [dataDir = '', mode] = process.argv.slice(2)
const tell = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)
const stopAsked = once(process, 'SIGTERM')
// Ends this process with the tests, even if they are killed, and keeps it running until then.
process.stdin.on('end', () => process.exit(1)).resume()
try {
  const log = (line: string) => tell({ log: line })
  const server = await startEmbedded({ dataDir, log, temporary: mode === 'temporary' })
  tell({ up: { url: server.url, dataDir: server.dataDir } })
  await stopAsked
  if (mode !== 'careless') await server.stop()
  process.exitCode = 0
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
if (mode === 'careless') process.exit()
process.stdin.destroy()
