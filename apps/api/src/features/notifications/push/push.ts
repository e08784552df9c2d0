import { ECDH } from 'node:crypto'
import type { Db } from '@barkyard/db/open'
import {
  findEndpoint,
  forgetEndpoint,
  keepVapidKeys,
  markRefused,
  type VapidKeys,
} from '@barkyard/db/queries/notifications/push-endpoints'
import { readEmail } from '@barkyard/domain/email'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { NewEndpoint } from '@barkyard/domain/schemas/push'
import webPush from 'web-push'
import { type Config, isNamedSafely } from '../../../config.ts'
import { AppError } from '../../../platform/errors.ts'
import { DeliveryRefused, isTrouble, pauseAfter, SlowHosts, send } from '../../../platform/jobs/deliver.ts'
import type { JobHandler, JobKind } from '../../../platform/jobs/runner.ts'
import { eventFor } from '../../../platform/realtime/bus.ts'
import type { Services } from '../../../services.ts'
import { readToSend } from '../decide-delivery.ts'

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
        if (isTrouble(error)) throw error
        // The service will not accept this push later either.
        times.counts.push.givenUp++
        if (error instanceof DeliveryRefused && REFUSES_US.has(error.status))
          await recordRefused(payload, userId, browser, error)
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

/** The push services of browsers: a host, or all subdomains if it starts with a dot. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]

const REFUSED = 'This is not the address of a push service that we know'

/**
 * Clients can send any address, and without the list they could make the server call any machine that it can reach. It is
 * checked again before each push.
 * @param pushHosts further hosts that the operator named, "host" or "host:port" in lower case.
 * @throws AppError invalid-input, naming the field
 */
export function requireKnownService({ endpoint, keys }: NewEndpoint, pushHosts: readonly string[]): void {
  if (!isKnownService(endpoint, pushHosts)) throw new AppError('invalid-input', { path: 'endpoint', message: REFUSED })
  if (!isPublicKey(keys.p256dh))
    throw new AppError('invalid-input', { path: 'keys', message: 'p256dh is not a public key on the curve P-256' })
}

function isKnownService(endpoint: string, pushHosts: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  // The address must be in its normal form, without credentials or spellings that parsers read differently.
  if (!url || url.href !== endpoint || url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (pushHosts.includes(url.host)) return isNamedSafely(url)
  if (url.protocol !== 'https:' || url.port !== '') return false
  return KNOWN_HOSTS.some(known =>
    known.startsWith('.') ? url.hostname.endsWith(known) && url.hostname.length > known.length : url.hostname === known,
  )
}

function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Push services refuse tokens that are valid for more than a day. */
const TOKEN_VALID_S = 12 * HOUR_S
/** A token is used for less than its time, for services whose clock is ahead. */
const TOKEN_USED_S = 6 * HOUR_S
/** Clients name the services, so their number is limited. */
const TOKENS_MAX = 1_000

/** Names that no public server has (RFC 6761, RFC 6762, RFC 8375, and what routers use). */
const LOCAL_NAME =
  /(^|\.)(local|localhost|localdomain|internal|intranet|lan|home|corp|private|invalid|onion|home\.arpa)\.?$/

const isPublicName = (hostname: string) =>
  hostname.includes('.') && !/^[\d.]+$|^\[/.test(hostname) && !LOCAL_NAME.test(hostname)

/** The keys that identify this installation to push services. Made once, stored in the database, read once per process. */
export class Vapid {
  /** The contact for push services: the address where it is https and a public name, otherwise a mailbox. Apple refuses others. */
  readonly subject: string
  readonly #db: Db
  /** In ms. Not the clock of what is due: push services compare a token's end with the real time. */
  readonly #realTime: () => number
  #keys: Promise<VapidKeys> | undefined
  readonly #tokens = new Map<string, { header: string; signedAt: number }>()

  constructor(db: Db, config: Pick<Config, 'publicUrl' | 'mailFrom'>, realTime: () => number = Date.now) {
    this.#db = db
    this.#realTime = realTime
    const from = (/<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom).trim()
    const isReachable = config.publicUrl.protocol === 'https:' && isPublicName(config.publicUrl.hostname)
    this.subject = isReachable ? config.publicUrl.origin : `mailto:${readEmail(from)?.ascii ?? from}`
  }

  keys(): Promise<VapidKeys> {
    this.#keys ??= keepVapidKeys(this.#db, () => webPush.generateVAPIDKeys()).catch(error => {
      this.#keys = undefined
      throw error
    })
    return this.#keys
  }

  /**
   * The Authorization header for a push service (RFC 8292). A signature costs more CPU than all else of a push, so it is
   * used for hours.
   */
  async authorization(origin: string): Promise<string> {
    const { publicKey, privateKey } = await this.keys()
    const now = Math.floor(this.#realTime() / 1000)
    const known = this.#tokens.get(origin)
    if (known && now >= known.signedAt && now < known.signedAt + TOKEN_USED_S) return known.header
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      this.subject,
      publicKey,
      privateKey,
      'aes128gcm',
      now + TOKEN_VALID_S,
    )
    if (this.#tokens.size >= TOKENS_MAX) this.#tokens.clear()
    this.#tokens.set(origin, { header, signedAt: now })
    return header
  }
}

/** Encrypts a push and sends it. @throws as `send` does. */
async function sendPush(
  vapid: Vapid,
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  payload: object,
  options: webPush.RequestOptions,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(endpoint)
  const authorization = await vapid.authorization(url.origin)
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    { ...options, headers: { authorization } },
  )
  await send(url, { method, headers, body, signal, keepAlive: true })
}
