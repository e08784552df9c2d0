import type { NewWebhook, Webhook, WebhookDelivery } from '@barkyard/domain/schemas/webhook'
import { DELIVERIES_KEPT, WEBHOOKS_PER_USER } from '@barkyard/domain/webhook'
import type { Selectable } from 'kysely'
import type { Db } from '../../open.ts'
import type { Database } from '../../schema.ts'
import type { Trx } from '../../transaction.ts'
import { isId, newId } from '../ids.ts'

/** All webhooks of a user, newest first. */
export async function listWebhooks(db: Db, userId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'created_at', 'disabled_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(WEBHOOKS_PER_USER)
    .execute()
  return rows.map(row => ({
    id: row.id,
    url: row.url,
    events: row.events,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
  }))
}

/**
 * Stores a webhook, behind the lock of its account.
 * @param tokenHash the token that creates it, with which it ends; null: a session does.
 */
export async function createWebhook(
  trx: Trx,
  { userId, tokenHash }: { userId: string; tokenHash: Buffer | null },
  { url, events }: NewWebhook,
  now: Date,
): Promise<{ id: string } | 'webhooks-full'> {
  const { count } = await trx
    .selectFrom('webhooks')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= WEBHOOKS_PER_USER) return 'webhooks-full'
  const token =
    tokenHash && (await trx.selectFrom('tokens').select('id').where('hash', '=', tokenHash).executeTakeFirstOrThrow())
  const id = newId()
  await trx
    .insertInto('webhooks')
    .values({ id, user_id: userId, token_id: token?.id ?? null, url, events, created_at: now })
    .execute()
  return { id }
}

export async function deleteWebhook(db: Db | Trx, userId: string, id: string): Promise<'webhook-not-found' | null> {
  if (!isId(id)) return 'webhook-not-found'
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 0n ? 'webhook-not-found' : null
}

/** Ends all webhooks of a user: whoever takes an account back must not be listened to. */
export const deleteWebhooksOf = (trx: Trx, userId: string) =>
  trx.deleteFrom('webhooks').where('user_id', '=', userId).execute()

/** The users who have a webhook. */
export async function webhookOwners(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('webhooks').select('user_id').distinct().execute()
  return rows.map(row => row.user_id)
}

const toDelivery = (
  row: Omit<Selectable<Database['webhook_deliveries']>, 'webhook_id' | 'match_id' | 'body'>,
): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  attemptedAt: row.attempted_at?.toISOString() ?? null,
})

/** The last deliveries of a webhook, newest first. */
export async function listDeliveries(
  db: Db | Trx,
  userId: string,
  webhookId: string,
): Promise<WebhookDelivery[] | 'webhook-not-found'> {
  if (!isId(webhookId)) return 'webhook-not-found'
  const webhook = await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', webhookId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!webhook) return 'webhook-not-found'
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'state', 'attempts', 'status', 'error', 'created_at', 'attempted_at'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(DELIVERIES_KEPT)
    .execute()
  return rows.map(toDelivery)
}
