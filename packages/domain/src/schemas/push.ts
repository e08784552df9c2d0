import { z } from 'zod'
import { flag, id, part, shape, text, textOrNull, time, whole } from './fields.ts'

const base64url = (bytes: number) =>
  z
    .string()
    .max(2 * bytes)
    .regex(/^[\w-]+={0,2}$/, 'Must be base64url')
    .refine(text => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes, `Must be ${bytes} bytes`)

export const pushKeySchema = shape('PushKey', 'What a browser needs to subscribe.', {
  key: text('The application server key (VAPID), base64url.'),
})

export const newEndpointSchema = shape('NewPushEndpoint', 'The result of `toJSON()` of a browser’s PushSubscription.', {
  endpoint: z
    .string()
    .min(1)
    .max(1_000)
    .describe('The address at the browser’s push service: https, of a known service.'),
  keys: part('The keys with which its pushes are encrypted.', {
    p256dh: base64url(65).describe('The browser’s public key, base64url.'),
    auth: base64url(16).describe('The browser’s secret for this subscription, base64url.'),
  }),
})
export type NewEndpoint = z.infer<typeof newEndpointSchema>

export const endpointSchema = shape('PushEndpoint', 'A browser that gets pushes.', {
  id: id.describe('The id of the subscription.'),
})

export const endpointListSchema = z.array(
  shape('PushBrowser', 'One of your browsers that get pushes.', {
    id: id.describe('The id of the subscription.'),
    device: textOrNull('Browser and system, "Chrome on Android". null: unknown.'),
    current: flag('Whether it belongs to the session of this call.'),
    createdAt: time('When it subscribed. ISO 8601 in UTC.'),
    refused: flag('Whether its push service refuses what this installation sends.'),
  }),
)

export const testPushSchema = shape('TestPush', 'A test push that is on its way.', {
  sentTo: whole(1, 'The number of browsers.'),
})
