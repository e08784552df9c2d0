import { findEndpoint, forgetEndpoint, markRefused } from '@barkyard/db/queries/notifications/push-endpoints'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { DeliveryRefused, isTrouble, pauseAfter, SlowHosts } from '../../../platform/jobs/deliver.ts'
import type { JobHandler, JobKind } from '../../../platform/jobs/runner.ts'
import { eventFor } from '../../../platform/realtime/bus.ts'
import type { Services } from '../../../services.ts'
import { readToSend } from '../decide-delivery.ts'
import { isKnownService, sendPush } from './push-service.ts'

const PUSHES_AT_ONCE = 32
const GONE = new Set([404, 410])
const HOUR_S = 60 * 60
/** How long a push service keeps a push, and how long it is tried: later it is useless. */
const TTL_S = 24 * HOUR_S
const URGENT_TTL_S = HOUR_S

interface PushJob {
  endpointId: string
  /** null: the test that the settings offer. */
  notificationId: string | null
  /** When it was due, in ISO 8601. */
  dueAt: string
}
export const PUSH: JobKind<PushJob> = { name: 'push' }

/** What the service worker gets of a notification. Of the texts it is only the title. */
type Shown = Pick<Notification, 'id' | 'kind' | 'title' | 'path' | 'dogId'>

const TEST: Shown = {
  id: '',
  kind: 'account',
  title: 'Barkyard can reach you here',
  path: '/settings/notifications',
  dogId: null,
}

type Browser = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>

/** The service does not accept who we are: our key, or the contact in our token. */
const REFUSES_US = new Set([401, 403])
/** Clients name the services, so their number is limited. */
const SERVICES_MAX = 100

export function pushHandler(services: Services): JobHandler<PushJob> {
  const { db, now, vapid, config, log, carryOut, deliveryTimes: times } = services
  const hosts = new SlowHosts(now)
  const refusing = new Set<string>()
  return {
    kind: PUSH,
    atOnce: PUSHES_AT_ONCE,
    async run({ payload, userId }, signal) {
      const browser = await findEndpoint(db, payload.endpointId, userId)
      // It was signed out, or belongs to another user now.
      if (!browser || !isKnownService(browser.endpoint, config.pushHosts)) return undefined
      const found =
        payload.notificationId === null
          ? { notification: TEST, row: { is_urgent: true } }
          : await readToSend(db, 'push', payload.notificationId, now())
      if (found === null) return undefined
      if ('until' in found) return found
      const busyUntil = hosts.busyUntil(userId ?? '', browser.endpoint)
      if (busyUntil) return { until: busyUntil }
      const isUrgent = found.row.is_urgent
      const age = Math.max(0, now().getTime() - Date.parse(payload.dueAt)) / 1000
      const ttl = Math.floor((isUrgent ? URGENT_TTL_S : TTL_S) - age)
      if (ttl <= 0) {
        times.counts.push.givenUp++
        return undefined
      }
      const { id, kind, title, path, dogId } = found.notification
      const tag = tagOf(found.notification)
      const options = { TTL: ttl, topic: topicOf(tag), urgency: isUrgent ? ('high' as const) : ('normal' as const) }
      try {
        await hosts.run(userId ?? '', browser.endpoint, () =>
          sendPush(vapid, browser, { id, title, path, dogId, kind, tag }, options, signal),
        )
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
            await recordRefused(payload, userId, browser, error)
          return undefined
        }
        throw error
      }
      return undefined
    },
    pauseAfter: (attempt, ageMs, error) => times.countGivenUp('push', pauseAfter(attempt, ageMs, error)),
  }

  /** Tells the operator once a service, and the owner in their settings. */
  async function recordRefused(
    { endpointId }: PushJob,
    userId: string | null,
    { endpoint, refused_at }: Browser,
    { status }: DeliveryRefused,
  ): Promise<void> {
    const service = new URL(endpoint).origin
    if (!refusing.has(service))
      log.error({ service, status, contact: vapid.subject }, 'a push service refuses our pushes')
    if (refusing.size < SERVICES_MAX) refusing.add(service)
    if (refused_at === null) await markRefused(db, endpointId, now())
    if (userId !== null) await carryOut(effects => effects.event(eventFor([userId], { type: 'notifications' })))
  }
}

/** Notifications with the same tag replace each other: those of a chat, and a notification that is sent twice. */
const tagOf = ({ id, kind, path }: Shown) => (kind === 'message' || kind === 'match' ? path : id || 'test')

/** Push services accept at most 32 base64url characters. */
const topicOf = (tag: string) => tag.replaceAll(/[^\w-]/g, '').slice(-32)
