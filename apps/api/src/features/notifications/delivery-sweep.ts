import type { Db } from '@barkyard/db/open'
import { type Channel, decide, putMailJobs, putPushJobs, undecided } from '@barkyard/db/queries/deliveries'
import { type DigestDue, dueDigests, nextDigests } from '@barkyard/db/queries/digests'
import { notifyReminders } from '@barkyard/db/queries/notify-reminders'
import { inTransaction, type Trx } from '@barkyard/db/transaction'
import { nextDigestAt } from '@barkyard/domain/preferences'
import type { FastifyBaseLogger } from 'fastify'
import type { Jobs } from '../jobs/jobs.ts'
import { decideDelivery } from './decisions.ts'
import type { Presence } from './presence.ts'

const EVERY_MS = 15_000
/** New notifications wait this long, so that a burst is handled together. */
const SOON_MS = 250
const BATCH = 500

interface SweepOptions {
  db: Db
  now: () => Date
  log: FastifyBaseLogger
  jobs: Jobs
  presence: Presence
  /** Whether this installation sends mail. */
  hasMail: boolean
  /** Updates the pages of notified users. */
  notified: (userIds: readonly string[]) => void
}

/**
 * Decides about notifications that are due to be pushed or mailed, and puts jobs for those that users want. It also creates
 * reminders and digests. All processes may run it at any time: it locks rows and skips those that another process has
 * locked. Decided deliveries are jobs, which outlive their process.
 */
export class DeliverySweep {
  readonly #options: SweepOptions
  readonly #timer: NodeJS.Timeout
  #soon: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: SweepOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.run(), EVERY_MS)
  }

  /** Call this when there is a new notification to push. */
  soon(): void {
    if (this.#soon || this.#isStopped) return
    this.#soon = setTimeout(() => {
      this.#soon = undefined
      void this.#after(() => this.#decideAll('push'))
    }, SOON_MS)
  }

  /** Handles everything that is due. Resolves once it is done. */
  run(): Promise<void> {
    return this.#after(async () => {
      const { db, presence, now, notified } = this.#options
      await presence.flush()
      notified(await notifyReminders(db, now()))
      await this.#decideAll('push')
      await this.#decideAll('mail')
      await this.#putDigests()
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
    await this.#running
  }

  /** Runs one piece of work at a time. Failed work runs again with the next sweep. */
  #after(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(async () => {
      if (this.#isStopped) return
      await work().catch(error => this.#options.log.warn({ code: error?.code }, 'notifications were not decided'))
    })
    return this.#running
  }

  async #decideAll(channel: Channel): Promise<void> {
    for (;;) {
      const { decided, put } = await inTransaction(this.#options.db, trx => this.#decide(trx, channel))
      if (put > 0) this.#options.jobs.wake(channel)
      if (decided < BATCH) return
    }
  }

  async #decide(trx: Trx, channel: Channel): Promise<{ decided: number; put: number }> {
    const now = this.#options.now()
    const rows = await undecided(trx, channel, now, BATCH)
    if (rows.length === 0) return { decided: 0, put: 0 }
    const decisions = rows.map(row => ({ row, decision: decideDelivery(channel, row, now) }))
    const sent = decisions
      .filter(({ decision }) => decision === 'send')
      .map(({ row }) => ({ id: row.id, userId: row.user_id, dueAt: row.due_at ?? now }))
    if (channel === 'push') await putPushJobs(trx, sent, now)
    else if (this.#options.hasMail) await putMailJobs(trx, sent, now)
    await decide(
      trx,
      channel,
      decisions.map(({ row, decision }) => ({
        id: row.id,
        until: typeof decision === 'object' ? decision.until : null,
      })),
    )
    return { decided: rows.length, put: sent.length }
  }

  async #putDigests(): Promise<void> {
    const { db, now, jobs, hasMail } = this.#options
    for (;;) {
      const digests = await inTransaction(db, async trx => {
        const due: DigestDue[] = await dueDigests(trx, now(), BATCH)
        for (const { userId, dueAt } of due) {
          const digest = { mail: 'digest', dueAt: dueAt.toISOString() } as const
          if (hasMail) await jobs.put(trx, 'mail', digest, { userId, key: `digest ${userId} ${digest.dueAt}` })
        }
        await nextDigests(
          trx,
          due.map(({ userId, digest, timeZone }) => ({ userId, at: nextDigestAt(digest, timeZone, now()) })),
        )
        return due.length
      })
      if (digests > 0) jobs.wake('mail')
      if (digests < BATCH) return
    }
  }
}
