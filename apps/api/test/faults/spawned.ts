import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { until } from '@barkyard/postgres/testing/until'

/** Directories of installed servers, which a user's PATH may lack. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin']

/** The path of the first of these programs that is installed. Without one its tests are skipped, which is printed. */
export function findProgram(...names: string[]): string | undefined {
  const found = names
    .flatMap(name => FOLDERS.map(folder => join(folder, name)))
    .find(path => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  if (found === undefined && !process.env.CI) console.log(`SKIPPED: these tests need ${names.join(' or ')}`)
  return found
}

/** A program that a test has started. */
export class Spawned {
  readonly child: ChildProcess
  /** What it has printed so far, and what of it as errors. */
  printed = ''
  errors = ''
  /** Resolves with the exit code, null if a signal ended it, once it has ended and everything that it printed is read. */
  readonly ended: Promise<number | null>

  constructor(file: string, args: readonly string[], options: Omit<SpawnOptions, 'stdio'> = {}) {
    this.child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child.stdout?.on('data', chunk => {
      this.printed += chunk
    })
    this.child.stderr?.on('data', chunk => {
      this.printed += chunk
      this.errors += chunk
    })
    this.ended = new Promise(resolve => this.child.once('close', resolve))
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Resolves once it is up. @throws what it has printed if it ends before. */
  async up(isUp: () => boolean | Promise<boolean>): Promise<void> {
    await until(() => {
      if (this.hasEnded) throw new Error(`${this.child.spawnfile} ended: ${this.printed}`)
      return isUp()
    })
  }

  /** Resolves as `ended` does. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.hasEnded) this.child.kill(signal)
    return this.ended
  }
}
