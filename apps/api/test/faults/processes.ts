import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { startLine } from '@barkyard/postgres/testing/line'
import { BUILT_APP } from '../../testing/built-app.ts'
import { Spawned } from './spawned.ts'

const folder = join(import.meta.dirname, '../..')

const DEFAULTS = {
  LOG_LEVEL: 'fatal',
  RATE_LIMIT: '0',
  SESSION_SECRET: 'a secret that all processes of a test share',
  DATA_DIR: '/nonexistent',
}

export type ApiProcess = Awaited<ReturnType<typeof newProcess>>

/** A separate api process, as in a container, not started yet. When restarted it listens on the same port. */
export async function newProcess(env: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const starts: Spawned[] = []
  return {
    port,
    url,
    /** Resolves once its health check succeeds. One that runs is left alone. */
    async start() {
      if (starts.at(-1)?.hasEnded === false) return
      const options = { cwd: folder, env: { PATH: process.env.PATH, ...DEFAULTS, ...env, PORT: `${port}` } }
      const started = new Spawned(process.execPath, BUILT_APP, options)
      started.child.stderr?.pipe(process.stderr)
      starts.push(started)
      await started.up(async () => (await statusOf(`${url}/api/health`)) === 200)
    },
    /** Its log so far, of all starts. */
    log: () => starts.map(({ printed }) => printed).join(''),
    /** Resolves with the exit code (null if a signal ended it). */
    end: async (signal: 'SIGTERM' | 'SIGKILL') => starts.at(-1)?.end(signal) ?? null,
  }
}

/** The status that a GET is answered with, 0 if it is not answered. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

/** A number of the metrics that are served at a port. */
export async function metricOf(port: number, name: string): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(page)?.[1])
}

/** The node arguments that run a built program: "main", "admin" … */
export const program = (name: string, ...words: string[]): string[] => [join(folder, 'dist', `${name}.js`), ...words]

/** Runs a built program to its end. @throws the error of `execFile`, with the exit code and what it has printed. */
export const runProgram = (name: string, words: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, program(name, ...words), { env: { PATH: process.env.PATH, ...env } })

/** Distributes connections in turn and skips processes that refuse them: a balancer without sticky sessions. */
export async function startBalancer(targets: readonly { port: number }[]) {
  let turn = 0
  const line = await startLine(async () => {
    for (const _ of targets) {
      const socket = connect(targets[turn++ % targets.length]?.port ?? 0, '127.0.0.1')
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      if (isOpen) return socket
    }
    return undefined
  })
  return { url: `http://127.0.0.1:${line.port}`, stop: line.stop }
}
