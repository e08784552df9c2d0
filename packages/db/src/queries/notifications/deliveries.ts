import { PER_PAIR_AN_HOUR } from '@barkyard/domain/notification'
import { dayOf } from '@barkyard/domain/verification-days'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { sweepOlder } from '../rows.ts'
import { type NotificationRow, notificationsWithFacts } from './notifications.ts'
import { isThere } from './notify-reminders.ts'

/** The columns that decide, together with the notification, whether and when it is sent. */
const WANTS = [
  'preferences.time_zone',
  'preferences.quiet_from',
  'preferences.quiet_to',
  'preferences.kinds',
  'presence.seen_at as last_seen_at',
  'presence.visible_until',
  'users.suspended_at',
  'users.email',
  'users.email_verified_at',
] as const

export type Channel = keyof typeof PER_PAIR_AN_HOUR

/** The owner of the other dog that a notification is about; null: no other owner causes it. Reminders and looks at searches are the app's own. */
const causedBy = sql<string | null>`(
  SELECT other.user_id FROM dogs other
  WHERE other.id = coalesce(notifications.other_dog_id, (
      SELECT match_dogs.other_dog_id FROM match_dogs
      WHERE match_dogs.match_id = notifications.match_id AND match_dogs.dog_id = notifications.dog_id))
    AND notifications.event NOT LIKE '%reminder-%' AND notifications.event <> 'dog-found')`

/**
 * Unseen notifications whose push or mail is to be decided at `now`, oldest first. They are locked until the transaction
 * ends. Those that another process has locked are left out.
 */
export const undecided = (trx: Trx, channel: Channel, now: Date, limit: number) =>
  trx
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'notifications.user_id')
    .leftJoin('presence', 'presence.user_id', 'notifications.user_id')
    .select([
      'notifications.id',
      'notifications.user_id',
      'notifications.event',
      'notifications.is_urgent',
      'notifications.notified_at',
      `notifications.${channel}_at as due_at`,
      ...WANTS,
      causedBy.as('from_id'),
      sql<string[]>`ARRAY(SELECT id::text FROM push_endpoints WHERE push_endpoints.user_id = notifications.user_id)`.as(
        'endpoint_ids',
      ),
    ])
    .where(`notifications.${channel}_at`, '<=', now)
    .orderBy(`notifications.${channel}_at`)
    .limit(limit)
    .forUpdate('notifications')
    .skipLocked()
    .execute()

/** Postpones the decision about a channel, or ends it (null). */
export async function decide(trx: Trx, channel: Channel, outcomes: readonly { id: string; until: Date | null }[]) {
  const column = sql.ref(`${channel}_at`)
  await sql`
    UPDATE notifications SET ${column} = outcome.until
    FROM unnest(${outcomes.map(({ id }) => id)}::uuid[], ${outcomes.map(({ until }) => until)}::timestamptz[])
      AS outcome (id, until)
    WHERE notifications.id = outcome.id
  `.execute(trx)
}

const HOUR_MS = 60 * 60 * 1000

/** A notification to deliver. */
interface Delivery {
  id: string
  user_id: string
  /** The owner who causes it; null: no other owner does. */
  from_id: string | null
}

/**
 * Counts deliveries, as many as the budget of each pair of owners allows in the last hour. Whoever counts for a pair at the
 * same time waits for the end of this transaction.
 * @returns the ids of the notifications that may be delivered: also all that no owner causes.
 */
export async function takeFromBudget(
  trx: Trx,
  channel: Channel,
  wanted: readonly Delivery[],
  now: Date,
): Promise<Set<string>> {
  const caused = wanted.filter(({ from_id }) => from_id !== null)
  const free = wanted.filter(({ from_id }) => from_id === null).map(({ id }) => id)
  if (caused.length === 0) return new Set(free)
  const pairs = [...new Set(caused.map(({ from_id, user_id }) => `${channel} ${from_id} ${user_id}`))].sort()
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(pair, 0)) FROM unnest(${pairs}::text[]) AS pair`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    WITH wanted AS (
      SELECT one.*, row_number() OVER (PARTITION BY from_id, to_id ORDER BY nth) AS place
      FROM unnest(${caused.map(({ id }) => id)}::uuid[], ${caused.map(row => row.from_id)}::uuid[], ${caused.map(row => row.user_id)}::uuid[])
        WITH ORDINALITY AS one (id, from_id, to_id, nth)
    ), granted AS (
      SELECT wanted.* FROM wanted
      JOIN users sender ON sender.id = wanted.from_id
      JOIN users reader ON reader.id = wanted.to_id
      WHERE place <= ${PER_PAIR_AN_HOUR[channel]} - (
        SELECT count(*) FROM pair_deliveries sent
        WHERE sent.to_id = wanted.to_id AND sent.from_id = wanted.from_id AND sent.channel = ${channel}
          AND sent.sent_at > ${new Date(now.getTime() - HOUR_MS)})
    ), counted AS (
      INSERT INTO pair_deliveries (id, from_id, to_id, channel, sent_at)
      SELECT gen_random_uuid(), from_id, to_id, ${channel}, ${now} FROM granted
    )
    SELECT id FROM granted
  `.execute(trx)
  return new Set([...free, ...rows.map(({ id }) => id)])
}

/** Deletes deliveries that count no longer. */
export const sweepPairDeliveries = (db: Db, now: Date) =>
  sweepOlder(db, 'pair_deliveries', 'sent_at', new Date(now.getTime() - HOUR_MS))

/** Reads a notification just before it is sent; undefined if it is gone. */
export const findToSend = (db: Db, id: string) =>
  notificationsWithFacts(db)
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .leftJoin('presence', 'presence.user_id', 'notifications.user_id')
    .select([...WANTS, 'users.first_name'])
    .where('notifications.id', '=', id)
    .executeTakeFirst()

export type ToSend = NonNullable<Awaited<ReturnType<typeof findToSend>>>

/**
 * Records which job mails a notification. A match is mailed once until it is read, so its bark and its messages are
 * recorded together.
 * @param budget when mails from one owner to another are limited: the time that counts.
 * @param isAllowed asked last, and not of a mail that is tried again.
 * @returns false if another job mailed them, the budget of the two owners is used up, or it is not allowed: then nothing counts.
 */
export async function recordMailed(
  db: Db,
  { id, event, matchId, dogId }: Pick<ToSend, 'id' | 'event' | 'matchId' | 'dogId'>,
  mailId: string,
  { budget, isAllowed }: { budget: Date | null; isAllowed: () => Promise<boolean> },
): Promise<boolean> {
  const undone = new Error('a mail is not allowed')
  const chat = event === 'bark' || event === 'messages' ? matchId : null
  return inTransaction(db, async trx => {
    const rows = await trx
      .selectFrom('notifications')
      .select(['id', 'mail_id', 'user_id', causedBy.as('from_id')])
      .where(
        sql<boolean>`(id = ${id}::uuid OR match_id = ${chat}::uuid AND dog_id = ${dogId}::uuid
          AND seen_at IS NULL AND event IN ('bark', 'messages'))`,
      )
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.length === 0 || rows.some(({ mail_id }) => mail_id !== null && mail_id !== mailId)) return false
    if (rows.every(({ mail_id }) => mail_id === null)) {
      const caused = rows.filter(row => row.id === id)
      if (budget && !(await takeFromBudget(trx, 'mail', caused, budget)).has(id)) return false
      if (!(await isAllowed())) throw undone
    }
    await trx
      .updateTable('notifications')
      .set({ mail_id: mailId, mail_at: null })
      .where(sql<boolean>`id = ANY (${rows.map(row => row.id)}::uuid[])`)
      .execute()
    return true
  }).catch(error => {
    if (error === undone) return false
    throw error
  })
}

/**
 * Whether a notification is still right: its walk still takes place, a reminder's with the dog, or its vaccination record has
 * neither been replaced nor run out, or its playdate is accepted; and the walk or playdate has not been moved and is still to
 * come. Or its search is open and still ends then, or no other of the dog has begun. All others stay right.
 */
export async function isStillTrue(
  db: Db,
  { event, details, walkId, dogId }: Pick<NotificationRow, 'event' | 'details' | 'walkId' | 'dogId'>,
  now: Date,
): Promise<boolean> {
  const { playdateId, whenTs, expiresOn, lostId, endsAt } = details
  const isToCome = sql`when_ts = ${String(whenTs)}::timestamptz AND when_ts > ${now}`
  const walk = sql`
    SELECT FROM walks
    JOIN dogs host ON host.id = walks.host_dog_id
    JOIN dogs own ON own.id = ${dogId}::uuid
    WHERE walks.id = ${walkId}::uuid AND ${isThere} AND ${isToCome}`
  const joined = sql`${walk} AND EXISTS (SELECT FROM walk_dogs WHERE walk_id = walks.id AND walk_dogs.dog_id = own.id)`
  const record = sql`
    SELECT FROM dogs WHERE id = ${dogId}::uuid AND vaccinated_until = ${expiresOn}::date AND vaccinated_until >= ${dayOf(now)}::date`
  const playdate = sql`SELECT FROM playdates WHERE id = ${playdateId}::uuid AND status = 'accepted' AND ${isToCome}`
  const lost = sql`
    SELECT FROM lost_cases WHERE id = ${lostId}::uuid AND state = 'open' AND ends_at = ${endsAt}::timestamptz AND ends_at > ${now}`
  const looks: Partial<Record<string, RawBuilder<unknown>>> = {
    'reminder-day': playdate,
    'reminder-hours': playdate,
    'reminder-vaccination': record,
    'walk-reminder-day': joined,
    'walk-reminder-hours': joined,
    'walk-near': walk,
    'walk-next': walk,
    'lost-ends': lost,
    'lost-ended': sql`SELECT WHERE NOT EXISTS (SELECT FROM lost_cases WHERE dog_id = ${dogId}::uuid AND ended_at IS NULL)`,
  }
  const look = looks[event]
  return !look || (await look.execute(db)).rows.length > 0
}
