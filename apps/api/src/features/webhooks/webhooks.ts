import type { Db, Trx } from '@barkyard/db/open'
import { addDelivery, type NewDelivery, webhookOwners, webhooksFor } from '@barkyard/db/queries/webhooks/webhooks'
import { forDog, type LiveEvent } from '@barkyard/domain/schemas/live'
import { DELIVERIES_WAITING_MAX, WEBHOOK_EVENTS, type WebhookEvent } from '@barkyard/domain/webhook'
import { redactError } from '../../platform/errors.ts'
import { newJob } from '../../platform/jobs/jobs.ts'
import type { JobKind } from '../../platform/jobs/runner.ts'
import type { BusMessage } from '../../platform/realtime/bus.ts'
import type { EventQueue, PlatformServices } from '../../platform/write.ts'

export interface WebhookJob {
  deliveryId: string
}
export const WEBHOOK: JobKind<WebhookJob> = { name: 'webhook' }

const RELOAD_EVERY_MS = 30_000

type Options = Pick<PlatformServices, 'db' | 'jobs' | 'now' | 'log'>

const isWebhookEvent = (type: string): type is WebhookEvent => (WEBHOOK_EVENTS as readonly string[]).includes(type)

/** The JSON of a message, by the convention of Standard Webhooks. */
const bodyOf = (type: string, data: object, now: Date): string =>
  JSON.stringify({ type, timestamp: now.toISOString(), data })

/** The part of an event's data that tells what it is about. */
export interface EventData {
  dogId?: string | null
  matchId?: string
  message?: { matchId: string }
  playdate?: { matchId: string }
}

export const matchOf = ({ matchId, message, playdate }: EventData): string | null =>
  matchId ?? message?.matchId ?? playdate?.matchId ?? null

/** Puts events into the queues of webhooks. Most users have none, so whoever may have one is kept in memory. */
export class Webhooks implements EventQueue {
  readonly kind = WEBHOOK
  readonly #options: Options
  readonly #owners = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(options: Options) {
    this.#options = options
    this.#timer = setInterval(() => void this.reload(), RELOAD_EVERY_MS)
  }

  /** Reads who has webhooks. Users who have none any more cost a query for each event, until the process ends. */
  async reload(): Promise<void> {
    const { db, log } = this.#options
    try {
      for (const userId of await webhookOwners(db)) this.#owners.add(userId)
    } catch (error) {
      log.warn({ error: redactError(error) }, 'the owners of webhooks cannot be read')
    }
  }

  created(userIds: readonly string[]): void {
    for (const userId of userIds) this.#owners.add(userId)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  concerns(messages: readonly BusMessage[]): boolean {
    return this.#owners.size > 0 && messages.some(message => this.#ownersOf(message).length > 0)
  }

  /** Stores the events for the webhooks that want them, with a job for each. Wake `WEBHOOK` after the commit. */
  async put(trx: Db | Trx, messages: readonly BusMessage[]): Promise<void> {
    for (const message of messages) {
      const userIds = this.#ownersOf(message)
      if (message.type !== 'event' || !isWebhookEvent(message.event.type) || userIds.length === 0) continue
      for (const { id, user_id, waiting } of await webhooksFor(trx, userIds, message.event.type)) {
        const room = DELIVERIES_WAITING_MAX - Number(waiting ?? 0)
        if (room < 0) continue
        // The last place is for the event that stands for all that find no room.
        const event: LiveEvent =
          room === 0 ? { type: 'refresh' } : forDog(message.event, message.ownDogs?.[user_id] ?? null)
        await this.putDelivery(trx, user_id, id, event)
      }
    }
  }

  async putDelivery(
    trx: Db | Trx,
    userId: string,
    webhookId: string,
    { type, ...data }: LiveEvent | { type: 'test' },
  ): Promise<string | null> {
    const now = this.#options.now()
    const delivery = {
      webhookId,
      type: type as NewDelivery['type'],
      matchId: matchOf(data),
      body: bodyOf(type, data, now),
      now,
    }
    const deliveryId = await addDelivery(trx, delivery)
    if (deliveryId !== null)
      await this.#options.jobs.put(trx, [newJob(WEBHOOK, { deliveryId }, { userId, key: deliveryId })])
    return deliveryId
  }

  #ownersOf(message: BusMessage): string[] {
    return message.type === 'event' ? message.audience.userIds.filter(userId => this.#owners.has(userId)) : []
  }
}
