import type { DeliveryState, WebhookEvent } from '@barkyard/domain/webhook'
import type { Generated } from 'kysely'

/** Webhooks of scripts. */
export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}

interface WebhooksTable {
  id: string
  user_id: string
  /** The token that created it, with which it ends. null: a session did. */
  token_id: string | null
  url: string
  events: WebhookEvent[]
  created_at: Date
  /** When it was switched off; null: it is on. */
  disabled_at: Date | null
}

interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  type: WebhookEvent | 'test'
  /** The match that it is about, while it waits; null: none. */
  match_id: string | null
  /** The JSON that is sent, the same in each attempt. Empty once it is over: others' words are not kept. */
  body: string
  state: Generated<DeliveryState>
  attempts: Generated<number>
  /** Of the last attempt. */
  status: number | null
  error: string | null
  created_at: Date
  attempted_at: Date | null
}
