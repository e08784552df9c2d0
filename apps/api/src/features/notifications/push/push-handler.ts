import type { Db } from '@barkyard/db/open'
import { findEndpoint, findToPush, isReminderTrue, type PushJob } from '@barkyard/db/queries/notifications/deliveries'
import { toNotification } from '@barkyard/db/queries/notifications/notifications'
import { forgetEndpoint, markRefused } from '@barkyard/db/queries/notifications/push-endpoints'
import { zoneOf } from '@barkyard/domain/preferences'
import type { Notification } from '@barkyard/domain/schemas/notification'
import webPush from 'web-push'
import type { Config } from '../../../config.ts'
import { redactError } from '../../../platform/errors.ts'
import { send } from '../../../platform/http/send.ts'
import type { JobHandler, JobKind } from '../../../platform/jobs/runner.ts'
import { DeliveryRefused, isTrouble, pauseAfter, SlowHosts } from '../../../platform/jobs/slow-hosts.ts'
import type { DeliveryTimes } from '../../../platform/operation/delivery-times.ts'
import { eventFor } from '../../../platform/realtime/bus.ts'
import type { PlatformServices } from '../../../platform/write.ts'
import { decideDelivery } from '../decide-delivery.ts'
import { isKnownService } from './endpoint-rules.ts'
import type { Vapid } from './vapid.ts'

/** Concurrent pushes of each process. */
const PUSHES_AT_ONCE = 32
/** The browser is no longer subscribed. */
const GONE = new Set([404, 410])
const HOUR_S = 60 * 60
/** How long a push service keeps a push, and how long it is tried: later it is useless. */
const TTL_S = 24 * HOUR_S
const URGENT_TTL_S = HOUR_S

export const PUSH: JobKind<PushJob> = { name: 'push' }

type PushContext = Pick<PlatformServices, 'log' | 'carryOut'> & {
  db: Db
  now: () => Date
  vapid: Vapid
  config: Pick<Config, 'pushHosts'>
  deliveryTimes: DeliveryTimes
}

/** The data for the service worker. Of the texts it contains only the title. */
const payloadOf = (
  { id, title, path, dogId, kind }: Pick<Notification, 'id' | 'title' | 'path' | 'dogId' | 'kind'>,
  tag: string,
) => ({
  id,
  title,
  path,
  dogId,
  kind,
  tag,
})

const TEST = {
  id: '',
  kind: 'account',
  title: 'Barkyard can reach you here',
  path: '/settings/notifications',
  dogId: null,
  matchId: null,
} as const

/** The service does not accept who we are: our key, or the contact in our token. */
const REFUSES_US = new Set([401, 403])
/** Clients name the services, so their number is limited. */
const SERVICES_MAX = 100

interface ToPush {
  browser: { endpoint: string; p256dh: string; auth: string; refused_at: Date | null }
  notification: Notification
  isUrgent: boolean
}
interface Later {
  until: Date
}

/** Sends the push of a job, if it is still wanted. */
export function pushHandler({
  db,
  now,
  vapid,
  config,
  log,
  carryOut,
  deliveryTimes: times,
}: PushContext): JobHandler<PushJob> {
  const hosts = new SlowHosts(now)
  /** Services whose refusal is in the log already. */
  const refusing = new Set<string>()
  return {
    kind: PUSH,
    atOnce: PUSHES_AT_ONCE,
    async run({ payload, userId }, signal) {
      const found = await find(payload, userId)
      // It was seen, or the browser was signed out or belongs to another user now.
      if (found === null) return undefined
      if ('until' in found) return found
      const { browser, notification, isUrgent } = found
      if (!isKnownService(browser.endpoint, config.pushHosts)) return undefined
      const busyUntil = hosts.busyUntil(userId ?? '', browser.endpoint)
      if (busyUntil) return { until: busyUntil }
      const age = Math.max(0, now().getTime() - Date.parse(payload.dueAt)) / 1000
      const ttl = Math.floor((isUrgent ? URGENT_TTL_S : TTL_S) - age)
      if (ttl <= 0) {
        times.counts.push.givenUp++
        return undefined
      }
      const tag = tagOf(notification)
      const push = {
        endpoint: browser.endpoint,
        keys: { p256dh: browser.p256dh, auth: browser.auth },
        payload: payloadOf(notification, tag),
        ttl,
        topic: topicOf(tag),
        isUrgent,
      }
      try {
        await hosts.run(userId ?? '', browser.endpoint, () => sendPush(vapid, push, signal))
        times.sent('push', now().getTime() - Date.parse(payload.dueAt))
        if (browser.refused_at) await markRefused(db, payload.endpointId, null)
      } catch (error) {
        if (error instanceof DeliveryRefused && GONE.has(error.status)) {
          await forgetEndpoint(db, { id: payload.endpointId, auth: browser.auth })
          return undefined
        }
        times.counts.push.failed++
        if (!isTrouble(error)) {
          // The service will not accept this push later either.
          times.counts.push.givenUp++
          if (error instanceof DeliveryRefused && REFUSES_US.has(error.status))
            await noteRefused(payload, userId, browser, error)
          return undefined
        }
        throw error
      }
      return undefined
    },
    pauseAfter: (attempt, ageMs, error) => times.countGivenUp('push', pauseAfter(attempt, ageMs, error)),
    redact: redactError,
  }

  /** Tells the operator once a service, and the owner in their settings. */
  async function noteRefused(
    { endpointId }: PushJob,
    userId: string | null,
    { endpoint, refused_at }: ToPush['browser'],
    { status }: DeliveryRefused,
  ): Promise<void> {
    const service = new URL(endpoint).origin
    if (!refusing.has(service))
      log.error({ service, status, contact: vapid.subject }, 'a push service refuses our pushes')
    if (refusing.size < SERVICES_MAX) refusing.add(service)
    if (refused_at === null) await markRefused(db, endpointId, now())
    if (userId !== null) await carryOut(effects => effects.event(eventFor([userId], { type: 'notifications' })))
  }

  /** The browser and the current content of the push; null if it is no longer needed. */
  async function find({ notificationId, endpointId }: PushJob, userId: string | null): Promise<ToPush | Later | null> {
    if (notificationId === null) {
      const browser = userId === null ? undefined : await findEndpoint(db, endpointId, userId)
      const notification = { ...TEST, body: '', createdAt: now().toISOString(), seenAt: null }
      return browser ? { browser, notification, isUrgent: true } : null
    }
    const row = await findToPush(db, notificationId, endpointId)
    if (!row || row.seen_at) return null
    const decision = decideDelivery('push', row, now())
    if (decision === 'drop') return null
    if (decision !== 'send') return decision
    const notification = toNotification(row, now(), zoneOf(row.time_zone))
    if (!notification) return null
    if (notification.kind === 'reminder' && !(await isReminderTrue(db, row, now()))) return null
    return { browser: row, notification, isUrgent: row.is_urgent }
  }
}

/** Notifications with the same tag replace each other: those of a chat, and a notification that is sent twice. */
const tagOf = ({ id, kind, path }: Notification) => (kind === 'message' || kind === 'match' ? path : id || 'test')

/** Push services accept at most 32 base64url characters. */
const topicOf = (tag: string) => tag.replaceAll(/[^\w-]/g, '').slice(-32)

interface Push {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** JSON for the service worker. */
  payload: object
  /** How long the push service keeps it for an offline browser, in seconds. */
  ttl: number
  /** A later one with the same topic replaces this one; 32 base64url characters at most. */
  topic: string
  isUrgent: boolean
}

/**
 * Encrypts a push and sends it to its service. Redirects are not followed, because they could lead anywhere.
 * @throws DeliveryRefused, or a connection error that does not contain the endpoint.
 */
async function sendPush(vapid: Vapid, push: Push, signal: AbortSignal): Promise<void> {
  const url = new URL(push.endpoint)
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint: push.endpoint, keys: push.keys },
    JSON.stringify(push.payload),
    {
      TTL: push.ttl,
      topic: push.topic,
      urgency: push.isUrgent ? 'high' : 'normal',
      headers: { authorization: await vapid.authorization(url.origin) },
    },
  )
  const answer = await send(url, { method, headers, body, signal, keepAlive: true })
  if (answer.status < 200 || answer.status > 299) throw new DeliveryRefused(answer)
}
