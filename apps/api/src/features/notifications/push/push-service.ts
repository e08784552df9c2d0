import webPush from 'web-push'
import { send } from '../../../platform/http/send.ts'
import { DeliveryRefused } from '../../../platform/jobs/slow-hosts.ts'
import type { Vapid } from './vapid.ts'

export interface Push {
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
export async function sendPush(vapid: Vapid, push: Push, signal: AbortSignal): Promise<void> {
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
