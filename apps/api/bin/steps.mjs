import { spawn } from 'node:child_process'

/** An error that the user can do something about. Only its message is printed, without a stack. */
export class Failure extends Error {}

/** The running children, so that a signal can end them and everything they started. */
const running = new Set()

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/**
 * Runs a program and returns {code, output} after its end. It has its own process group, so Ctrl-C reaches only this
 * process, which then ends the whole group. `onOutput` receives the output as it comes.
 */
export function run(program, args, { cwd, env, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    const take = chunk => {
      output += chunk
      onOutput?.(chunk)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? 1, signal, output })
    })
  })
}

export function lastLines(output, count = 25) {
  return output.trimEnd().split('\n').slice(-count).join('\n')
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** From now on a signal ends the running children, then this process with the exit code. @returns a function that undoes this. */
export function endOnSignals(exitCode) {
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    const leave = () => process.exit(exitCode)
    if (running.size === 0) leave()
    for (const child of running) {
      child.once('close', () => running.size === 0 && leave())
      kill(-child.pid, 'SIGTERM')
      setTimeout(() => kill(-child.pid, 'SIGKILL'), 5_000)
    }
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
    // It has ended already.
  }
}

/** Runs the body of a command. A Failure becomes its message and exit code 1. */
export async function command(body) {
  try {
    await body()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  }
}
