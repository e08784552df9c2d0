import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Home } from './home.ts'

/** Run by a process of its own. Arguments: the pid file, then the directories to remove. */
const SCRIPT = `
const { readFileSync, rmSync } = require('node:fs')
const [pidFile, ...directories] = process.argv.slice(1)
process.stdin.resume()
process.stdin.on('end', () => {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\\n')[0]), 'SIGQUIT')
  } catch {}
  setTimeout(() => {
    for (const path of directories) rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }, 300)
})
`

/**
 * For a database that must not outlive us, whatever ends us: another process waits for the end of its standard
 * input, which a kill -9 of ours closes too, then ends the server and removes its directories.
 */
export function watchTemporary(home: Home, directories: readonly string[]): void {
  const child = spawn(process.execPath, ['-e', SCRIPT, join(home.data, 'postmaster.pid'), ...directories], {
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
}
