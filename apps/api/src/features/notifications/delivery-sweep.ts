import type { Trx } from '@barkyard/db/open'
import { type Channel, decide, takeFromBudget, undecided } from '@barkyard/db/queries/notifications/deliveries'
import { dueDigests, nextDigests } from '@barkyard/db/queries/notifications/digests'
import { notifyOfQueue } from '@barkyard/db/queries/notifications/notify-cases'
import { notifyReminders, notifyVaccinations } from '@barkyard/db/queries/notifications/notify-reminders'
import { lookAtSearches } from '@barkyard/db/queries/searches/searches'
import { nextDigestAt } from '@barkyard/domain/preferences'
import { eventFor } from '../../platform/realtime/bus.ts'
import type { Effects, PlatformServices } from '../../platform/write.ts'
import { decideDelivery } from './decide-delivery.ts'
import { DIGEST, NOTIFICATION } from './mails.ts'
import type { Presence } from './presence.ts'
import { PUSH } from './push/push.ts'

const EVERY_MS = 15_000
/** New notifications wait this long, so that a burst is handled together. */
const SOON_MS = 250
const BATCH = 500

interface SweepOptions extends Pick<PlatformServices, 'config' | 'now' | 'log' | 'mails' | 'write'> {
  presence: Presence
  byClock: readonly ((trx: Trx, effects: Effects, now: Date) => Promise<void>)[]
}

const told = (effects: Effects, userIds: readonly string[]) =>
  effects.event(eventFor(userIds, { type: 'notifications' }))

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
      for (const notify of [notifyReminders, notifyOfQueue, notifyVaccinations])
        await write(null, async (trx, effects) => told(effects, await notify(trx, now())))
      for (const cause of byClock) await write(null, (trx, effects) => cause(trx, effects, now()))
      await this.#inBatches(async (trx, effects) => {
        const { looked, notified } = await lookAtSearches(trx, now(), BATCH)
        told(effects, notified)
        return looked
      })
      await this.#decideAll('push')
      await this.#decideAll('mail')
      await this.#inBatches((trx, effects) => this.#putDigests(trx, effects))
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

  /** @param work handles at most BATCH, in a transaction of its own, and returns how many. */
  async #inBatches(work: (trx: Trx, effects: Effects) => Promise<number>): Promise<void> {
    while ((await this.#options.write(null, work)) === BATCH);
  }

  #decideAll(channel: Channel): Promise<void> {
    return this.#inBatches((trx, effects) => this.#decide(trx, effects, channel))
  }

  async #decide(trx: Trx, effects: Effects, channel: Channel): Promise<number> {
    const { mails, config } = this.#options
    const now = this.#options.now()
    const rows = await undecided(trx, channel, now, BATCH)
    if (rows.length === 0) return 0
    const decided = rows.map(row => ({ ...row, decision: decideDelivery(channel, row, now) }))
    const sent = decided.filter(({ decision }) => decision === 'send')
    // Mails are counted when they are sent, because some are joined.
    const granted = channel === 'push' && config.rateLimit ? await takeFromBudget(trx, channel, sent, now) : null
    for (const { id, user_id: userId, due_at, endpoint_ids, is_urgent } of sent) {
      if (granted && !granted.has(id)) continue
      const about = { notificationId: id, dueAt: (due_at ?? now).toISOString() }
      if (channel === 'mail') mails.put(effects, NOTIFICATION, about, { userId, key: `notification ${id}` })
      else
        for (const endpointId of endpoint_ids)
          effects.job(
            PUSH,
            { endpointId, ...about },
            { userId, key: `${id} ${endpointId}`, priority: Number(is_urgent) },
          )
    }
    const outcomes = decided.map(({ id, decision }) => ({
      id,
      until: (decision !== 'send' && decision?.until) || null,
    }))
    await decide(trx, channel, outcomes)
    return rows.length
  }

  async #putDigests(trx: Trx, effects: Effects): Promise<number> {
    const { now, mails } = this.#options
    const due = await dueDigests(trx, now(), BATCH)
    for (const { user_id: userId, digest_at } of due) {
      const dueAt = (digest_at ?? now()).toISOString()
      mails.put(effects, DIGEST, { dueAt }, { userId, key: `digest ${userId} ${dueAt}` })
    }
    const next = due.map(({ user_id, digest, time_zone }) => ({ user_id, at: nextDigestAt(digest, time_zone, now()) }))
    await nextDigests(trx, next)
    return due.length
  }
}
