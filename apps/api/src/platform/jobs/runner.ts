import { randomUUID } from 'node:crypto'
import type { Trx } from '@barkyard/db/open'
import {
  abandonJob,
  type ClaimedJob,
  claimJobs,
  finishJob,
  nextJobAt,
  postponeJob,
  runAnew,
} from '@barkyard/db/queries/jobs/jobs'
import { redactError } from '../errors.ts'
import type { Effects, PlatformServices } from '../write.ts'

/** Another process takes over the job of a killed one after this time. */
const LEASE_SECONDS = 60
/** A handler that takes longer has failed, well before another process may take the job. */
const RUN_WITHIN_MS = 50_000
/** A runner that is not woken looks for jobs this often. */
const LOOK_EVERY_MS = 15_000
const LOOK_AGAIN_MS = 100

/** A kind of job, defined by the feature that puts it, with a payload P as JSON. */
export interface JobKind<P> {
  name: string
  /** Only for the type. */
  payload?: P
}

export interface Job<P> extends Omit<ClaimedJob, 'payload'> {
  payload: P
}

export interface JobHandler<P> {
  kind: JobKind<P>
  atOnce: number
  /**
   * Does the work. A job may run twice, if its process died before recording the end, so whatever it sends must be
   * recognisable as a repeat. Throws to be tried again.
   * @returns a time to postpone the job until then.
   * @param signal aborts when the time for the job is over.
   */
  run(job: Job<P>, signal: AbortSignal): Promise<{ until: Date } | undefined>
  /** Milliseconds until the next try; null gives the job up. @param attempt 1 after the first failure. */
  pauseAfter(attempt: number, ageMs: number, error: unknown): number | null
  /** The part of an error that may be logged. Default: as of any other. */
  redact?(error: unknown): object
}

const WRITE_AGAIN_MS = 10_000

/** The handler of jobs that are one write each, tried until it succeeds. */
export const writeJob =
  <P>(kind: JobKind<P>, work: (trx: Trx, effects: Effects, payload: P, now: Date) => Promise<unknown>) =>
  ({ write, now }: Pick<PlatformServices, 'write' | 'now'>): JobHandler<P> => ({
    kind,
    atOnce: 2,
    async run({ payload }) {
      await write(null, (trx, effects) => work(trx, effects, payload, now()))
      return undefined
    },
    pauseAfter: () => WRITE_AGAIN_MS,
  })

export interface RunnerCounts {
  done: number
  failed: number
  givenUp: number
}

type RunnerOptions<P> = Pick<PlatformServices, 'db' | 'now' | 'log'> & { handler: JobHandler<P> }

/** Runs the jobs of one kind. A slow kind delays no other. */
export class JobRunner<P> {
  readonly counts: RunnerCounts = { done: 0, failed: 0, givenUp: 0 }
  readonly #options: RunnerOptions<P>
  readonly #running = new Set<Promise<void>>()
  readonly #loop: Promise<void>
  #failures = 0
  #isStopped = false
  #isWoken = false
  #endSleep = () => {}

  constructor(options: RunnerOptions<P>) {
    this.#options = options
    this.#loop = this.#run()
  }

  wake(): void {
    this.#isWoken = true
    this.#endSleep()
  }

  /** Takes no more jobs. Resolves once the running ones have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endSleep()
    await this.#loop
    await Promise.all(this.#running)
  }

  async #run(): Promise<void> {
    const { handler } = this.#options
    while (!this.#isStopped) {
      const free = handler.atOnce - this.#running.size
      this.#isWoken = false
      const claimed = free > 0 ? await this.#claim(free) : 0
      // A full runner looks again when a job ends; one that got all it asked for looks again at once.
      if (claimed === free && free > 0) continue
      const pause = free === 0 || claimed === null ? LOOK_EVERY_MS : await this.#untilNext()
      if (!this.#isWoken && !this.#isStopped) await this.#sleep(pause)
    }
  }

  /** @returns the number of jobs taken; null if the database is unavailable. */
  async #claim(limit: number): Promise<number | null> {
    const { db, handler, now, log } = this.#options
    const kind = handler.kind.name
    const leaseId = randomUUID()
    try {
      const jobs = await claimJobs(db, { kind, now: now(), limit, leaseId, leaseSeconds: LEASE_SECONDS })
      for (const job of jobs) {
        const work = this.#work({ ...job, payload: job.payload as P }, leaseId).then(isPostponed => {
          const wasFull = this.#running.size === this.#options.handler.atOnce
          this.#running.delete(work)
          // A runner with free places has taken every job that was due, so it looks only for what is due next.
          if (wasFull || isPostponed) this.wake()
        })
        this.#running.add(work)
      }
      this.#failures = 0
      return jobs.length
    } catch (error) {
      // Once is not worth a warning: a database that fails over or has just restarted is there again at the next look.
      if (++this.#failures === 2) log.warn({ kind, error: redactError(error) }, 'jobs cannot be read')
      return null
    }
  }

  async #untilNext(): Promise<number> {
    const { db, handler, now } = this.#options
    const next = await nextJobAt(db, handler.kind.name).catch(() => null)
    if (!next) return LOOK_EVERY_MS
    return Math.min(LOOK_EVERY_MS, Math.max(LOOK_AGAIN_MS, next.getTime() - now().getTime()))
  }

  #sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Never throws. @returns whether the job waits for another time. */
  async #work(job: Job<P>, leaseId: string): Promise<boolean> {
    const { db, handler, now, log } = this.#options
    const kind = handler.kind.name
    const held = { id: job.id, leaseId }
    const postpone = (dueAt: Date, isFailure: boolean) =>
      this.#record(job.id, true, () => postponeJob(db, held, { dueAt, isFailure }))
    try {
      const outcome = await withTimeout(signal => handler.run(job, signal))
      this.counts.done++
      return outcome ? postpone(outcome.until, false) : this.#record(job.id, false, () => finishJob(db, held))
    } catch (error) {
      this.counts.failed++
      const pause = handler.pauseAfter(job.attempt, now().getTime() - job.createdAt.getTime(), error)
      log.warn(
        { kind, attempt: job.attempt, error: (handler.redact ?? redactError)(error) },
        pause === null ? 'a job was given up' : 'a job failed; it is tried again',
      )
      if (pause === null) this.counts.givenUp++
      return pause === null
        ? this.#record(job.id, false, () => abandonJob(db, held, now()))
        : postpone(new Date(now().getTime() + pause), true)
    }
  }

  /** Stores how a job ended. If the database is unavailable, the job runs again after its lease. @returns whether it waits. */
  async #record(id: string, waits: boolean, write: () => Promise<boolean>): Promise<boolean> {
    const { db, handler, log } = this.#options
    try {
      return (!(await write()) && (await runAnew(db, id))) || waits
    } catch {
      log.warn({ kind: handler.kind.name }, 'the end of a job was not recorded')
      return waits
    }
  }
}

/** Runs work with a timeout, even if the work ignores the signal. */
function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(RUN_WITHIN_MS)
  const tooLong = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work(signal), tooLong])
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const GIVE_UP_AFTER_MS = 2 * DAY_MS

/** When to look again at what this release does not know: a process of a newer one may have come meanwhile. null: never. */
export const untilKnown = (since: Date, now: Date): { until: Date } | null =>
  now.getTime() - since.getTime() < DAY_MS ? { until: new Date(now.getTime() + MINUTE_MS) } : null

/** Pauses of 15 s, 30 s, 1 min … up to 6 hours, for two days. */
export function growingPause(attempt: number, ageMs: number): number | null {
  if (ageMs >= GIVE_UP_AFTER_MS) return null
  return Math.min(15_000 * 2 ** (attempt - 1), 6 * 60 * MINUTE_MS)
}
