export const WEBHOOKS_PER_USER = 5
export const WEBHOOK_URL_MAX = 1_000
/** The deliveries of a webhook that are listed. Older ones are deleted. */
export const DELIVERIES_KEPT = 50
/** Events that wait for a webhook. Beyond these, one `refresh` stands for all others. */
export const DELIVERIES_WAITING_MAX = 1_000
/** A receiver must respond within this time, in seconds. */
export const WEBHOOK_ANSWERS_WITHIN_S = 10

/** Events of `GET /events` that a webhook can ask for. `started` belongs to a stream alone. */
export const WEBHOOK_EVENTS = [
  'message',
  'seen',
  'playdate',
  'walk',
  'lost',
  'sighting',
  'notifications',
  'reports',
  'refresh',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
