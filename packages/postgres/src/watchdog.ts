import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** Runs in a separate process, which reads directories from its standard input. */
const SCRIPT = `
const { readFileSync, rmSync } = require('node:fs')
let received = ''
process.stdin.setEncoding('utf8').on('data', (text) => (received += text)).on('end', () => {
  const directories = received.split('\\n').filter(Boolean)
  for (const path of directories) {
    try {
      process.kill(Number(readFileSync(path + '/data/postmaster.pid', 'utf8').split('\\n')[0]), 'SIGQUIT')
    } catch {}
  }
  setTimeout(() => {
    for (const path of directories) rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }, 300)
})
`

/**
 * Starts a process that cleans up after this one, however this one ends: it waits for the end of its standard input,
 * which a kill -9 closes too, then stops the servers whose `data` is in the directories, and removes the directories.
 * @returns a function that adds a directory.
 */
export function startWatchdog(): (directory: string) => void {
  const child = spawn(process.execPath, ['-e', SCRIPT], {
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  // It ended before this process, and nothing can be done about it.
  child.stdin.on('error', () => undefined)
  return directory => child.stdin.write(`${directory}\n`)
}
