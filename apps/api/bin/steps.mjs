import { spawn } from 'node:child_process'

/** Something the user can do something about: printed as it is, without a stack. */
export class Failure extends Error {}

/** The child that runs now, so that a signal can end it with everything it started. */
let running = null

/** Runs `work` and says what it does and how long it took. `work` may answer a text that replaces `done`. */
export async function step(title, done, work) {
  const began = performance.now()
  console.log(`${title} …`)
  const told = await work()
  console.log(`${typeof told === 'string' ? told : done} (${seconds(performance.now() - began)})`)
}

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/**
 * Runs a program to its end and answers {code, output}. In a process group of its own: Ctrl-C reaches us alone, and
 * we end the whole group. `onOutput` sees the output as it comes.
 */
export function run(program, args, { cwd, env, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    running = child
    let output = ''
    const take = chunk => {
      output += chunk
      onOutput?.(chunk)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      running = null
      resolve({ code: code ?? 1, signal, output })
    })
  })
}

/** The last lines of what a failed program said. */
export function lastLines(output, count = 25) {
  return output.trimEnd().split('\n').slice(-count).join('\n')
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Until the answered function is called a signal ends what runs, and then us with the exit code. */
export function endOnSignals(exitCode) {
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    const leave = () => process.exit(exitCode)
    if (!running) leave()
    const group = -running.pid
    running.once('close', leave)
    kill(group, 'SIGTERM')
    setTimeout(() => kill(group, 'SIGKILL'), 5_000)
    setTimeout(leave, 7_000)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, end)
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}

/** Runs a command's body: failures become one message and exit code 1. */
export async function command(body) {
  try {
    await body()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  }
}
