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

/** A separate api process, as in a container. When restarted it listens on the same port. */
export class ApiProcess {
  readonly port: number
  readonly url: string
  readonly #env: Record<string, string>
  readonly #starts: Spawned[] = []

  constructor(port: number, env: Record<string, string>) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#env = env
  }

  /** Resolves once its health check succeeds. One that runs is left alone. */
  async start(): Promise<void> {
    if (this.#starts.at(-1)?.hasEnded === false) return
    const env = { PATH: process.env.PATH, ...DEFAULTS, ...this.#env, PORT: `${this.port}` }
    const started = new Spawned(process.execPath, BUILT_APP, { cwd: folder, env })
    started.child.stderr?.pipe(process.stderr)
    this.#starts.push(started)
    await started.up(async () => (await statusOf(`${this.url}/api/health`)) === 200)
  }

  /** Its log so far, of all starts. */
  get log(): string {
    return this.#starts.map(({ printed }) => printed).join('')
  }

  /** Resolves with the exit code (null if a signal ended it). */
  end = async (signal: 'SIGTERM' | 'SIGKILL') => this.#starts.at(-1)?.end(signal) ?? null
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

export async function newProcess(env: Record<string, string>): Promise<ApiProcess> {
  return new ApiProcess(await freePort(), env)
}

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
