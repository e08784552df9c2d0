import { z } from 'zod'
import { id } from './text.ts'

const base64url = (bytes: number) =>
  z
    .string()
    .max(2 * bytes)
    .regex(/^[\w-]+={0,2}$/, 'Must be base64url')
    .refine(text => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes, `Must be ${bytes} bytes`)

export const pushKeySchema = z
  .object({ key: z.string().describe('The application server key (VAPID), base64url.') })
  .meta({ id: 'PushKey', description: 'What a browser needs to subscribe.' })

export const newEndpointSchema = z
  .object({
    endpoint: z
      .string()
      .min(1)
      .max(1_000)
      .describe('The address at the browser’s push service: https, of a known service.'),
    keys: z
      .object({
        p256dh: base64url(65).describe('The browser’s public key, base64url.'),
        auth: base64url(16).describe('The browser’s secret for this subscription, base64url.'),
      })
      .describe('The keys with which its pushes are encrypted.'),
  })
  .meta({ id: 'NewPushEndpoint', description: 'The result of `toJSON()` of a browser’s PushSubscription.' })
export type NewEndpoint = z.infer<typeof newEndpointSchema>

export const endpointSchema = z
  .object({ id: id.describe('The id of the subscription.') })
  .meta({ id: 'PushEndpoint', description: 'A browser that gets pushes.' })

/** Browsers that receive pushes. */
export const endpointListSchema = z.array(
  z
    .object({
      id: id.describe('The id of the subscription.'),
      device: z.string().nullable().describe('Browser and system, "Chrome on Android". null: unknown.'),
      current: z.boolean().describe('Whether it belongs to the session of this call.'),
      createdAt: z.iso.datetime().describe('When it subscribed. ISO 8601 in UTC.'),
      refused: z.boolean().describe('Whether its push service refuses what this installation sends.'),
    })
    .meta({ id: 'PushBrowser', description: 'One of your browsers that get pushes.' }),
)

export const testPushSchema = z
  .object({ sentTo: z.number().int().min(1).describe('The number of browsers.') })
  .meta({ id: 'TestPush', description: 'A test push that is on its way.' })
