import { freePort } from '@barkyard/postgres/testing/free-port'
import { newFolder, removeFolder } from './folder.ts'
import { findProgram, Spawned } from './spawned.ts'

const program = findProgram('redis-server', 'valkey-server')

/** Whether tests that need Redis can run here. With CI set they fail without it. */
export const hasRedis = program !== undefined || process.env.CI !== undefined

/** A Redis for a test, which can be killed, frozen and restarted. */
export async function startRedis() {
  if (program === undefined) throw new Error('redis-server is not installed')
  const folder = await newFolder('redis')
  const port = `${await freePort()}`
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const start = async () => {
    const started = new Spawned(program, args)
    await started.up(() => started.printed.includes('Ready to accept connections'))
    return started
  }
  let running = await start()
  const kill = () => running.end('SIGKILL')
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      running = await start()
    },
    kill,
    freeze: () => void running.child.kill('SIGSTOP'),
    thaw: () => void running.child.kill('SIGCONT'),
    /** Stops it permanently. */
    async stop() {
      await kill()
      await removeFolder(folder)
    },
  }
}
