import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { closeAtEnd } from './opened.ts'

/** A child process that answers each message with one message, in order. It ends with the benchmark. */
export class Child<Ask, Answer> {
  readonly #process: ChildProcess
  readonly #ready: Promise<unknown>

  /** @param script beside this folder, "servers/floor.ts"; its first message says that it is ready. */
  constructor(script: string, args: string[] = []) {
    this.#process = fork(fileURLToPath(new URL(`../${script}`, import.meta.url)), args, {
      // tsx loads the benchmark. The product runs as built, because its sources would run slower under a loader.
      execArgv: [
        '--import=tsx',
        '--expose-gc',
        ...(process.env.PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROF}`] : []),
      ],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#ready = this.#next()
    closeAtEnd(() => this.stop())
  }

  /** The message that it sent when it was ready. */
  ready<T>(): Promise<T> {
    return this.#ready as Promise<T>
  }

  async ask(message: Ask): Promise<Answer> {
    await this.#ready
    const answer = this.#next()
    this.#process.send(message as object)
    return answer as Promise<Answer>
  }

  /** Sends a message that the script must not answer. */
  tell(message: Ask): void {
    this.#process.send(message as object)
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = new Promise(resolve => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    await ended
  }

  #next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`a process of the benchmark ended (${code})`))
      this.#process.once('exit', ended)
      this.#process.once('message', message => {
        this.#process.off('exit', ended)
        resolve(message)
      })
    })
  }
}

/** Runs in a child: reports that it is ready, and answers messages. undefined = no answer. */
export function serve<Ask, Answer>(ready: unknown, answer: (ask: Ask) => Promise<Answer | undefined>): void {
  process.on('message', message => {
    void answer(message as Ask).then(reply => {
      if (reply !== undefined) process.send?.(reply as object)
    })
  })
  process.on('SIGTERM', () => process.exit(0))
  process.on('disconnect', () => process.exit(0))
  process.send?.(ready as object)
}
