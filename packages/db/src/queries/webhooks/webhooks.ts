import type { NewWebhook, Webhook } from '@barkyard/domain/schemas/webhook'
import {
  DELIVERIES_KEPT,
  DELIVERIES_WAITING_MAX,
  type DeliveryState,
  WEBHOOKS_PER_USER,
  type WebhookEvent,
} from '@barkyard/domain/webhook'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { affectsRows, countOf, exists, sweepRows } from '../rows.ts'
import { shapeOf } from '../shape.ts'

const webhook = shapeOf('webhooks', 'id', 'url', 'events', 'created_at', 'disabled_at')

export async function listWebhooks(db: Db, userId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(webhook.columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(WEBHOOKS_PER_USER)
    .execute()
  return rows.map(webhook.of)
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
  const count = await countOf(trx.selectFrom('webhooks').where('user_id', '=', userId))
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
  const webhook = db.deleteFrom('webhooks').where('id', '=', id).where('user_id', '=', userId)
  return (await affectsRows(webhook)) ? null : 'webhook-not-found'
}

/** Deletes the webhooks whose token has expired. */
export const sweepWebhooks = (db: Db, now: Date) =>
  sweepRows(
    db,
    'webhooks',
    'id',
    sql`SELECT webhooks.id FROM webhooks JOIN tokens ON tokens.id = token_id WHERE expires_at <= ${now}`,
  )

export async function webhookOwners(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('webhooks').select('user_id').distinct().execute()
  return rows.map(row => row.user_id)
}

const delivery = shapeOf(
  'webhook_deliveries',
  ...(['id', 'type', 'state', 'attempts', 'status', 'error', 'created_at', 'attempted_at'] as const),
)

/** The last deliveries of a webhook, newest first. */
export async function listDeliveries(db: Db | Trx, userId: string, webhookId: string) {
  const own = db.selectFrom('webhooks').where('id', '=', webhookId).where('user_id', '=', userId)
  if (!(await exists(own))) return 'webhook-not-found'
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(delivery.columns)
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(DELIVERIES_KEPT)
    .execute()
  return rows.map(delivery.of)
}

/** Webhooks that want an event, and how many deliveries wait for each: at most one more than may. */
export const webhooksFor = (db: Db | Trx, userIds: readonly string[], type: WebhookEvent) =>
  db
    .selectFrom('webhooks')
    .select(['webhooks.id', 'webhooks.user_id'])
    .select(
      sql<number>`(SELECT count(*) FROM (
        SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state = 'waiting' LIMIT ${DELIVERIES_WAITING_MAX + 1}) AS some_of_them)`.as(
        'waiting',
      ),
    )
    .where('webhooks.user_id', '=', sql<string>`ANY (${userIds}::uuid[])`)
    .where('webhooks.disabled_at', 'is', null)
    .where(sql<boolean>`${type} = ANY (webhooks.events)`)
    .execute()

export interface NewDelivery {
  webhookId: string
  type: WebhookEvent | 'test'
  /** The match that it is about, with which it goes; null: none. */
  matchId: string | null
  body: string
  now: Date
}

/** Stores what is to be sent. @returns its id; null if its webhook or match is gone by now. */
export async function addDelivery(db: Db | Trx, { webhookId, type, matchId, body, now }: NewDelivery) {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO webhook_deliveries (id, webhook_id, type, match_id, body, created_at)
    SELECT ${newId()}::uuid, id, ${type}, ${matchId}::uuid, ${body}, ${now}::timestamptz FROM webhooks
    WHERE id = ${webhookId}::uuid
      AND (${matchId}::uuid IS NULL OR EXISTS (SELECT FROM matches WHERE id = ${matchId}::uuid FOR KEY SHARE))
    FOR KEY SHARE OF webhooks
    RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** A delivery that waits, with its webhook and owner; undefined if it is over. */
export async function findDelivery(db: Db, id: string) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .innerJoin('users', 'users.id', 'webhooks.user_id')
    .leftJoin('tokens', 'tokens.id', 'webhooks.token_id')
    .select(['webhook_deliveries.id', 'webhook_deliveries.type', 'webhook_deliveries.body'])
    .select(['webhooks.id as webhook_id', 'webhooks.user_id', 'webhooks.url', 'webhooks.disabled_at'])
    .select(['users.suspended_at', 'users.suspended_until', 'tokens.expires_at'])
    .where('webhook_deliveries.id', '=', id)
    .where('webhook_deliveries.state', '=', 'waiting')
    .executeTakeFirst()
}

interface Attempt {
  state: DeliveryState
  /** Of the response; null: none, or nothing was sent. */
  status: number | null
  error: string | null
  /** When it was sent; null: it was not. */
  at: Date | null
}

/** Notes an attempt, or the end of a delivery. Of those that are over, the last ones are kept. */
export async function recordAttempt(
  db: Db | Trx,
  { id, webhookId }: { id: string; webhookId: string },
  { state, status, error, at }: Attempt,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set(eb => ({
      state,
      ...(at && { status, error, attempted_at: at, attempts: eb('attempts', '+', 1) }),
      ...(state !== 'waiting' && { match_id: null, body: '' }),
    }))
    .where('id', '=', id)
    .execute()
  if (state === 'waiting') return
  await sql`
    DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_deliveries WHERE webhook_id = ${webhookId}::uuid AND state <> 'waiting'
      ORDER BY id DESC OFFSET ${sql.lit(DELIVERIES_KEPT)}))
  `.execute(db)
}

/** Switches a webhook off, or on again. @returns its owner; undefined if it was so already, or is gone. */
export async function switchWebhook(db: Db | Trx, id: string, disabledAt: Date | null) {
  return db
    .updateTable('webhooks')
    .set({ disabled_at: disabledAt })
    .where('id', '=', id)
    .where('disabled_at', disabledAt ? 'is' : 'is not', null)
    .returning('user_id as userId')
    .executeTakeFirst()
}
