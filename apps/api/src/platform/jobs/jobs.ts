import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Trx } from '@barkyard/db/open'
import { type JobStats, jobStats, type NewJob, putJobs } from '@barkyard/db/queries/jobs/jobs'
import type { PlatformServices } from '../write.ts'
import { type JobHandler, type JobKind, JobRunner, type RunnerCounts } from './runner.ts'

/** How long a stopping app waits for running jobs. */
const STOP_WITHIN_MS = 8_000

export type PutOptions = Omit<Partial<NewJob>, 'kind' | 'payload' | 'createdAt'>
/** A job that is due now, unless its options say otherwise. */
export type JobToPut = Pick<NewJob, 'kind' | 'payload'> & PutOptions

export const newJob = <P>(kind: JobKind<P>, payload: NoInfer<P>, options?: PutOptions): JobToPut => ({
  kind: kind.name,
  payload,
  ...options,
})

export interface PutsJobs {
  job<P>(kind: JobKind<P>, payload: NoInfer<P>, options?: PutOptions): void
}

interface JobsOptions extends Pick<PlatformServices, 'db' | 'now' | 'log'> {
  wakeAll: (kind: string) => void
}

/**
 * Work for later: rows of one table. A job is put in the transaction that causes it, and one process at a time runs it.
 * Call `wake()` after the commit.
 */
export class Jobs {
  readonly #options: JobsOptions
  readonly #runners = new Map<string, JobRunner<unknown>>()
  #stopping: Promise<void> | undefined

  constructor(options: JobsOptions) {
    this.#options = options
  }

  async put(trx: Db | Trx, jobs: readonly JobToPut[]): Promise<void> {
    const createdAt = this.#options.now()
    if (jobs.length > 0)
      await putJobs(
        trx,
        jobs.map(job => ({ dueAt: createdAt, ...job, createdAt })),
      )
  }

  /** Makes every process look for new jobs of a kind. Call it after the commit; otherwise they wait up to 15 s. */
  wake(kind: JobKind<unknown>): void {
    this.#options.wakeAll(kind.name)
  }

  /** Called by the bus: there are new jobs of a kind, or of any kind. */
  wakeRunners(kind?: string): void {
    if (kind !== undefined) this.#runners.get(kind)?.wake()
    else for (const runner of this.#runners.values()) runner.wake()
  }

  start(handlers: readonly JobHandler<unknown>[]): void {
    for (const handler of handlers) this.#runners.set(handler.kind.name, new JobRunner({ ...this.#options, handler }))
  }

  /** Takes no more jobs, and waits at most 8 s for the running ones; another process repeats the rest. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    const ended = Promise.all([...this.#runners.values()].map(runner => runner.stop()))
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
  }

  /** Jobs that this process has run since it started, by kind. */
  counts(): ReadonlyMap<string, RunnerCounts> {
    return new Map([...this.#runners].map(([kind, { counts }]) => [kind, counts]))
  }

  stats(): Promise<JobStats[]> {
    return jobStats(this.#options.db, this.#options.now())
  }
}
