import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { startLine } from '@barkyard/postgres/testing/line'
import { until } from '@barkyard/postgres/testing/until'
import { BUILT_APP } from '../../testing/built-app.ts'

const folder = join(import.meta.dirname, '../..')

/** A separate api process, as in a container. When restarted it listens on the same port. */
export class ApiProcess {
  readonly port: number
  readonly url: string
  readonly #env: Record<string, string>
  /** Its log so far, of all starts. */
  log = ''
  #child: ChildProcess | null = null

  constructor(port: number, env: Record<string, string>) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#env = env
  }

  /** Resolves once its health check succeeds. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, BUILT_APP, {
      cwd: folder,
      env: { PATH: process.env.PATH, LOG_LEVEL: 'fatal', ...this.#env, PORT: `${this.port}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', chunk => {
      this.log += chunk
    })
    this.#child = child
    await until<number | string>(() => {
      if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`)
      return fetch(`${this.url}/api/health`).then(({ status }) => status, String)
    }, 200)
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Resolves with the exit code (null if a signal ended it). */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
    return child.exitCode
  }
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
