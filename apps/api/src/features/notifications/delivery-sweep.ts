import type { Trx } from '@barkyard/db/open'
import {
  type Channel,
  decide,
  putMailJobs,
  putPushJobs,
  undecided,
} from '@barkyard/db/queries/notifications/deliveries'
import { type DigestDue, dueDigests, nextDigests } from '@barkyard/db/queries/notifications/digests'
import { notifyOfQueue } from '@barkyard/db/queries/notifications/notify-cases'
import { notifyReminders, notifyVaccinations } from '@barkyard/db/queries/notifications/notify-reminders'
import { takeFromBudget } from '@barkyard/db/queries/notifications/pair-budget'
import { lookAtSearches } from '@barkyard/db/queries/searches/searches'
import { nextDigestAt } from '@barkyard/domain/preferences'
import { dayOf } from '@barkyard/domain/verification-days'
import type { FastifyBaseLogger } from 'fastify'
import { MAIL, type Mails } from '../../platform/mail/mails.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import type { Effects, Writes } from '../../platform/write.ts'
import { decideDelivery } from './decide-delivery.ts'
import { DIGEST } from './mails.ts'
import type { Presence } from './presence.ts'
import { PUSH } from './push/push-handler.ts'

const EVERY_MS = 15_000
/** New notifications wait this long, so that a burst is handled together. */
const SOON_MS = 250
const BATCH = 500

interface SweepOptions {
  now: () => Date
  log: FastifyBaseLogger
  presence: Presence
  mails: Mails
  /** Whether what one owner causes for another is limited. */
  hasBudgets: boolean
  write: Writes['write']
  /** What the clock alone causes in other features. */
  byClock: readonly ((trx: Trx, effects: Effects, now: Date) => Promise<void>)[]
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
      const { presence, now, write, byClock } = this.#options
      await presence.flush()
      await write(null, async (trx, effects) =>
        effects.event(eventFor(await notifyReminders(trx, now()), { type: 'notifications' })),
      )
      await write(null, async (trx, effects) =>
        effects.event(eventFor(await notifyOfQueue(trx, now()), { type: 'notifications' })),
      )
      const today = dayOf(now())
      await write(null, async (trx, effects) =>
        effects.event(eventFor(await notifyVaccinations(trx, now(), today), { type: 'notifications' })),
      )
      for (const cause of byClock) await write(null, (trx, effects) => cause(trx, effects, now()))
      await this.#lookAtSearches()
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

  async #lookAtSearches(): Promise<void> {
    const { now, write } = this.#options
    for (;;) {
      const looked = await write(null, async (trx, effects) => {
        const { looked, notified } = await lookAtSearches(trx, now(), BATCH)
        effects.event(eventFor(notified, { type: 'notifications' }))
        return looked
      })
      if (looked < BATCH) return
    }
  }

  async #decideAll(channel: Channel): Promise<void> {
    for (;;) {
      const decided = await this.#options.write(null, (trx, effects) => this.#decide(trx, effects, channel))
      if (decided < BATCH) return
    }
  }

  /** @returns how many it has decided. */
  async #decide(trx: Trx, effects: Effects, channel: Channel): Promise<number> {
    const now = this.#options.now()
    const rows = await undecided(trx, channel, now, BATCH)
    if (rows.length === 0) return 0
    const decisions = rows.map(row => ({ row, decision: decideDelivery(channel, row, now) }))
    const sent = decisions
      .filter(({ decision }) => decision === 'send')
      .map(({ row }) => ({ id: row.id, userId: row.user_id, fromId: row.from_id, dueAt: row.due_at ?? now }))
    if (channel === 'push') await putPushJobs(trx, await this.#withinBudget(trx, sent, now), now)
    else if (this.#options.mails.isOn) await putMailJobs(trx, sent, now)
    if (sent.length > 0) effects.after(({ jobs }) => jobs.wake(channel === 'push' ? PUSH : MAIL))
    await decide(
      trx,
      channel,
      decisions.map(({ row, decision }) => ({
        id: row.id,
        until: typeof decision === 'object' ? decision.until : null,
      })),
    )
    return rows.length
  }

  /** Leaves out pushes beyond the budget of two owners. Mails are counted when they are sent, because some are joined. */
  async #withinBudget<N extends { id: string; userId: string; fromId: string | null }>(
    trx: Trx,
    pushes: readonly N[],
    now: Date,
  ): Promise<readonly N[]> {
    if (!this.#options.hasBudgets) return pushes
    const caused = pushes.flatMap(({ id, userId, fromId }) => (fromId === null ? [] : [{ id, fromId, toId: userId }]))
    const granted = await takeFromBudget(trx, 'push', caused, now)
    return pushes.filter(({ id, fromId }) => fromId === null || granted.has(id))
  }

  async #putDigests(): Promise<void> {
    const { now, write, mails } = this.#options
    for (;;) {
      const digests = await write(null, async (trx, effects) => {
        const due: DigestDue[] = await dueDigests(trx, now(), BATCH)
        for (const { userId, dueAt } of due) {
          const at = dueAt.toISOString()
          mails.put(effects, DIGEST, { dueAt: at }, { userId, key: `digest ${userId} ${at}` })
        }
        await nextDigests(
          trx,
          due.map(({ userId, digest, timeZone }) => ({ userId, at: nextDigestAt(digest, timeZone, now()) })),
        )
        return due.length
      })
      if (digests < BATCH) return
    }
  }
}
