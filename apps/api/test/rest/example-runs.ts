import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startLine } from '@barkyard/postgres/testing/line'
import { onTestFinished, test } from 'vitest'

const EXAMPLES_FOLDER = join(import.meta.dirname, '../../examples')
export const run = promisify(execFile)

/** Runs an example. @param env its settings, beside this process's own. */
export const runExample = ([program = '', ...options]: string[], env: NodeJS.ProcessEnv) =>
  run(program, options, { cwd: EXAMPLES_FOLDER, env: { ...process.env, ...env } })

/** Starts a program that keeps running until the test ends. @returns what it has printed, as it grows. */
export function start(file: string, env: NodeJS.ProcessEnv, cwd = EXAMPLES_FOLDER) {
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const options = { cwd, stdio: 'pipe', env: { ...process.env, ...env } } as const
  const program: ChildProcess = spawn(process.execPath, ['--import', tsx, file], options)
  onTestFinished(() => void program.kill())
  let text = ''
  for (const stream of [program.stdout, program.stderr])
    stream?.on('data', chunk => {
      text += chunk
    })
  return { output: () => text, program }
}

/** A test that needs a program. It is skipped where that is missing. With CI set, what is missing is a failure. */
export function testWith(program: string) {
  const isThere = spawnSync(program, ['--version']).status === 0
  if (!isThere) console.log(`SKIPPED: examples. Install ${program}.`)
  return test.skipIf(!isThere && !process.env.CI)
}

const REFUSAL = 'HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/**
 * A proxy to the server that refuses calls for a second, from the first one on, and that can be cut: open and new
 * connections break. @param begins how the calls begin that it refuses.
 */
export async function limitedLine(server: string, begins: string) {
  const { hostname, port } = new URL(server)
  let refused = 0
  let firstRefusal: number | undefined
  let isCut = false
  const line = await startLine(
    () => (isCut ? undefined : connect(Number(port), hostname)),
    (near, far) => {
      near.on('data', (chunk: Buffer) => {
        const isLimited = chunk.toString('latin1').startsWith(begins)
        // Read from a clock: in a busy process a timer of a second comes after the client that waited a second.
        const now = performance.now()
        if (isLimited) firstRefusal ??= now
        if (isLimited && now < (firstRefusal ?? 0) + 990) {
          refused++
          near.end(REFUSAL)
        } else far.write(chunk)
      })
      far.pipe(near)
    },
  )
  return {
    url: `http://127.0.0.1:${line.port}`,
    refused: () => refused,
    cut() {
      isCut = true
      line.cut()
    },
    mend() {
      isCut = false
    },
    stop: line.stop,
  }
}
