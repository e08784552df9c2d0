import { createHash, createHmac } from 'node:crypto'
import type { Db } from '@barkyard/db/open'
import { isOwnDog } from '@barkyard/db/queries/dogs/dogs'
import { findMatch } from '@barkyard/db/queries/matches/matches'
import { notifyUser } from '@barkyard/db/queries/notify'
import { isSuspendedRow } from '@barkyard/db/queries/reports/moderation'
import { findDelivery, recordAttempt, switchWebhook } from '@barkyard/db/queries/webhooks/webhooks'
import { dayOf } from '@barkyard/domain/verification-days'
import { Webhook } from 'standardwebhooks'
import type { Config } from '../../config.ts'
import { DeliveryRefused, pauseAfter, SlowHosts, send } from '../../platform/jobs/deliver.ts'
import { growingPause, type JobHandler } from '../../platform/jobs/runner.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'
import { addressFault, NotPublic, publicLookup } from './address.ts'
import { type EventData, matchOf, WEBHOOK, type WebhookJob } from './webhooks.ts'

const AT_ONCE = 16
const GONE = 410

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** The secret of a webhook. It is not stored: a copy of the database signs nothing. */
export function secretOf({ sessionSecret }: Pick<Config, 'sessionSecret'>, webhookId: string): string {
  const key = createHash('sha256').update(`barkyard webhook ${sessionSecret}`).digest()
  return `whsec_${createHmac('sha256', key).update(webhookId).digest('base64')}`
}

/** Sends a message to a webhook, if it is still wanted and still true. */
export function webhookHandler({ db, config, now, write }: Services): JobHandler<WebhookJob> {
  const hosts = new SlowHosts(now)
  return {
    kind: WEBHOOK,
    atOnce: AT_ONCE,
    async run({ payload, attempt, createdAt }, signal) {
      const delivery = await findDelivery(db, payload.deliveryId)
      if (!delivery) return undefined
      const note = { id: delivery.id, webhookId: delivery.webhook_id }
      if (isOff(delivery, now()) || !(await isStillTrue(db, delivery, now()))) {
        await recordAttempt(db, note, { state: 'dropped', status: null, error: null, at: null })
        return undefined
      }
      // Nothing is awaited between asking for a place and taking it, or two jobs would take the last one.
      const busyUntil = hosts.busyUntil(delivery.user_id, delivery.url)
      if (busyUntil) return { until: busyUntil }
      try {
        const status = await hosts.run(delivery.user_id, delivery.url, () => post(delivery, signal))
        await recordAttempt(db, note, { state: 'delivered', status, error: null, at: now() })
        if (delivery.disabled_at) await switchWebhook(db, delivery.webhook_id, null)
      } catch (error) {
        const status = error instanceof DeliveryRefused ? error.status : null
        const isGivenUp = status === GONE || growingPause(attempt, now().getTime() - createdAt.getTime()) === null
        // A test is sent once: whoever asked for it looks at its result.
        const state = isGivenUp || delivery.type === 'test' ? 'failed' : 'waiting'
        await recordAttempt(db, note, { state, status, error: wordsOf(error), at: now() })
        if (state === 'waiting') throw error
        if (isGivenUp) await switchOff(delivery)
      }
      return undefined
    },
    pauseAfter,
  }

  /** @returns the status. @throws DeliveryRefused, NotPublic or a connection error. */
  async function post({ id, webhook_id, url, body }: Delivery, signal: AbortSignal): Promise<number> {
    if (addressFault(url, config.webhookHosts) !== null) throw new NotPublic()
    const target = new URL(url)
    const at = now()
    return send(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Barkyard-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': Math.floor(at.getTime() / 1000),
        'webhook-signature': new Webhook(secretOf(config, webhook_id)).sign(id, at, body),
      },
      body,
      signal,
      // What the operator named need not be public.
      ...(!config.webhookHosts.includes(target.host) && { lookup: publicLookup }),
    })
  }

  async function switchOff({ webhook_id, url }: Delivery): Promise<void> {
    await write(null, async (trx, effects) => {
      const owner = await switchWebhook(trx, webhook_id, now())
      if (!owner) return
      const details = { host: new URL(url).host }
      await notifyUser(trx, { event: 'webhook-off', details, userId: owner.userId }, now())
      notified(effects, [owner.userId])
    })
  }
}

/** Whether nothing may be sent: it is switched off, its token is over, or its owner is suspended. */
function isOff({ type, disabled_at, expires_at, ...owner }: Delivery, now: Date): boolean {
  return (
    isSuspendedRow(owner, now) ||
    (expires_at !== null && expires_at <= now) ||
    (disabled_at !== null && type !== 'test')
  )
}

/** Whether the match that an event is about is still there: a block or a deletion may have come since. */
async function isStillTrue(db: Db, { user_id, body }: Delivery, now: Date): Promise<boolean> {
  const { data } = JSON.parse(body) as { data: EventData }
  const matchId = matchOf(data)
  if (!data.dogId || matchId === null) return true
  const viewer = { kind: 'dog', userId: user_id, dogId: data.dogId } as const
  const [isOwn, match] = await Promise.all([
    isOwnDog(db, user_id, data.dogId),
    findMatch(db, viewer, matchId, dayOf(now)),
  ])
  return isOwn && match !== undefined
}

/** Why an attempt failed, for the owner. A library's own words are not shown. */
function wordsOf(error: unknown): string {
  if (error instanceof DeliveryRefused) return `The receiver responded ${error.status}`
  if (error instanceof NotPublic) return 'The address is not public'
  if (error instanceof Error && /abort|timeout/i.test(error.name)) return 'No response within 10 seconds'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[A-Z_]{3,40}$/.test(code) ? `No connection (${code})` : 'No connection'
}
