import type { Db } from '@barkyard/db/open'
import { type JobStats, jobStats, putJob } from '@barkyard/db/queries/jobs'
import type { Trx } from '@barkyard/db/transaction'
import type { FastifyBaseLogger } from 'fastify'
import type { JobKind, JobPayloads } from './kinds.ts'
import { type JobHandler, Lane, type LaneCounts } from './lane.ts'

/** How long a stopping app waits for running jobs. */
const STOP_WITHIN_MS = 8_000

export type JobHandlers = { [K in JobKind]: JobHandler<JobPayloads[K]> }

export interface PutOptions {
  /** While a job of this kind and key exists, putting another changes nothing. */
  key?: string
  /** The account that the job is about: the job is deleted with it. */
  userId?: string | null
  /** Default: now. */
  dueAt?: Date
}

interface JobsOptions {
  db: Db
  /** The clock that decides which jobs are due. */
  now: () => Date
  log: FastifyBaseLogger
  /** Whether this installation sends mail. */
  hasMail: boolean
  /** Notifies all processes of new jobs of a kind. */
  wakeAll: (kind: JobKind) => void
}

/**
 * Work for later: rows of one table. A job is put in the transaction that causes it, and one process at a time runs it.
 * Call `wake()` after the commit.
 */
export class Jobs {
  readonly #options: JobsOptions
  readonly #lanes = new Map<string, { wake(): void; stop(): Promise<void>; counts: LaneCounts }>()
  #stopping: Promise<void> | undefined

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /** @returns false if a job with the same key exists. */
  put<K extends JobKind>(trx: Db | Trx, kind: K, payload: JobPayloads[K], options: PutOptions = {}): Promise<boolean> {
    const createdAt = this.#options.now()
    const { key = null, userId = null, dueAt = createdAt } = options
    return putJob(trx, { kind, payload, key, userId, dueAt, createdAt })
  }

  /** Puts a mail job, if this installation sends mail. */
  async putMail(trx: Db | Trx, mail: JobPayloads['mail'], options: PutOptions = {}): Promise<void> {
    if (this.#options.hasMail) await this.put(trx, 'mail', mail, options)
  }

  /** Makes every process look for new jobs of a kind. Call it after the commit; otherwise they wait up to 15 s. */
  wake(kind: JobKind): void {
    this.#options.wakeAll(kind)
  }

  /** Called by the bus: there are new jobs of a kind, or of any kind. */
  wakeLanes(kind?: JobKind): void {
    if (kind !== undefined) this.#lanes.get(kind)?.wake()
    else for (const lane of this.#lanes.values()) lane.wake()
  }

  /** Starts to run jobs. */
  start(handlers: JobHandlers): void {
    const startLane = <K extends JobKind>(kind: K, handler: JobHandlers[K]) =>
      this.#lanes.set(kind, new Lane<JobPayloads[K]>({ ...this.#options, kind, handler }))
    for (const kind of Object.keys(handlers) as JobKind[]) startLane(kind, handlers[kind])
  }

  /**
   * Takes no more jobs and waits at most 8 s for the running ones. Another process repeats those that have not finished.
   * A second call waits for the same end.
   */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    const ended = Promise.all([...this.#lanes.values()].map(lane => lane.stop()))
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>(resolve => {
      timer = setTimeout(resolve, STOP_WITHIN_MS)
    })
    await Promise.race([ended, tooLong])
    clearTimeout(timer)
  }

  /** Jobs that this process has run since it started, by kind. */
  counts(): ReadonlyMap<string, LaneCounts> {
    return new Map([...this.#lanes].map(([kind, { counts }]) => [kind, counts]))
  }

  /** The waiting jobs in the table, by kind. */
  stats(): Promise<JobStats[]> {
    return jobStats(this.#options.db, this.#options.now())
  }
}
