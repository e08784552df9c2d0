import { dayOf } from '@barkyard/domain/verification-days'
import { sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { type NotificationRow, notificationsWithFacts } from './notifications.ts'
import { isWalkReminderTrue } from './notify-reminders.ts'
import { takeFromBudget } from './pair-budget.ts'

/** The columns that decide, together with the notification, whether and when it is sent. */
const WANTS = [
  'preferences.time_zone',
  'preferences.quiet_from',
  'preferences.quiet_to',
  'preferences.kinds',
  'presence.seen_at as last_seen_at',
  'presence.visible_until',
  'users.suspended_at',
] as const

export type Channel = 'push' | 'mail'

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
      'users.email',
      'users.email_verified_at',
      `notifications.${channel}_at as due_at`,
      ...WANTS,
      causedBy.as('from_id'),
    ])
    .where(`notifications.${channel}_at`, '<=', now)
    .orderBy(`notifications.${channel}_at`)
    .limit(limit)
    .forUpdate('notifications')
    .skipLocked()
    .execute()

export type Undecided = Awaited<ReturnType<typeof undecided>>[number]

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

/** The payload of a job that pushes to a browser. */
export interface PushJob {
  endpointId: string
  /** null: the test that the settings offer. */
  notificationId: string | null
  /** When it was due, in ISO 8601. */
  dueAt: string
}

/** The payload of a job that mails a notification. */
export interface NotificationMail {
  notificationId: string
  dueAt: string
}

const PUSH_JOB = {
  notificationId: sql`n.id`,
  endpointId: sql`e.id`,
  dueAt: sql`wanted.due_at`,
} satisfies Record<keyof PushJob, unknown>
const pushJob = sql.join(Object.entries(PUSH_JOB).flatMap(([field, value]) => [sql.lit(field), value]))

/** Puts a job for each browser of the users who get these notifications. */
export async function putPushJobs(trx: Trx, notifications: readonly { id: string; dueAt: Date }[], now: Date) {
  await sql`
    INSERT INTO jobs (id, kind, key, user_id, payload, due_at, created_at)
    SELECT gen_random_uuid(), 'push', n.id || ' ' || e.id, n.user_id,
           jsonb_build_object(${pushJob}), ${now}, ${now}
    FROM unnest(${notifications.map(({ id }) => id)}::uuid[], ${notifications.map(({ dueAt }) => dueAt.toISOString())}::text[])
      AS wanted (id, due_at)
    JOIN notifications n ON n.id = wanted.id
    JOIN push_endpoints e ON e.user_id = n.user_id
    ON CONFLICT (kind, key) WHERE given_up_at IS NULL DO NOTHING
  `.execute(trx)
}

/** Puts a job that mails each of these notifications. */
export async function putMailJobs(
  trx: Trx,
  notifications: readonly { id: string; userId: string; dueAt: Date }[],
  now: Date,
) {
  if (notifications.length === 0) return
  await trx
    .insertInto('jobs')
    .values(
      notifications.map(({ id, userId, dueAt }) => ({
        id: newId(),
        kind: 'mail',
        key: `notification ${id}`,
        user_id: userId,
        due_at: now,
        created_at: now,
        payload: JSON.stringify({
          mail: 'notification',
          notificationId: id,
          dueAt: dueAt.toISOString(),
        } satisfies NotificationMail & { mail: string }),
      })),
    )
    .onConflict(conflict => conflict.columns(['kind', 'key']).where('given_up_at', 'is', null).doNothing())
    .execute()
}

const toSend = (db: Db, id: string) =>
  notificationsWithFacts(db)
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'notifications.user_id')
    .leftJoin('presence', 'presence.user_id', 'notifications.user_id')
    .select([...WANTS, 'users.email', 'users.first_name', 'users.email_verified_at'])
    .where('notifications.id', '=', id)

/** Reads a notification just before it is mailed; undefined if it is gone. */
export const findToMail = (db: Db, id: string) => toSend(db, id).executeTakeFirst()

/** Reads a notification just before it is pushed to a browser of its user; undefined if one of them is gone. */
export const findToPush = (db: Db, id: string, endpointId: string) =>
  toSend(db, id)
    .innerJoin('push_endpoints', 'push_endpoints.user_id', 'notifications.user_id')
    .select(['push_endpoints.endpoint', 'push_endpoints.p256dh', 'push_endpoints.auth', 'push_endpoints.refused_at'])
    .where('push_endpoints.id', '=', endpointId)
    .executeTakeFirst()

export type ToSend = NonNullable<Awaited<ReturnType<typeof findToMail>>>

/** A browser of a user; undefined if it is gone. */
export const findEndpoint = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('push_endpoints')
    .select(['endpoint', 'p256dh', 'auth', 'refused_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/**
 * Whether a reminder is still right: its playdate is accepted, has not been moved and is still to come; or its vaccination
 * record has neither been replaced nor run out; or its walk still takes place with the dog.
 */
export async function isReminderTrue(
  db: Db,
  { details, walk_id: walkId, dog_id: dogId }: Pick<NotificationRow, 'details' | 'walk_id' | 'dog_id'>,
  now: Date,
): Promise<boolean> {
  const { playdateId, whenTs, expiresOn } = details
  if (walkId !== null && dogId !== null) return isWalkReminderTrue(db, { walkId, dogId, whenTs: String(whenTs) }, now)
  if (expiresOn !== undefined) {
    const dog = await db
      .selectFrom('dogs')
      .select('id')
      .where('id', '=', dogId)
      .where('vaccinated_until', '=', String(expiresOn))
      .where('vaccinated_until', '>=', dayOf(now))
      .executeTakeFirst()
    return dog !== undefined
  }
  const row = await db
    .selectFrom('playdates')
    .select('id')
    .where('id', '=', String(playdateId))
    .where('status', '=', 'accepted')
    .where('when_ts', '=', new Date(String(whenTs)))
    .where('when_ts', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records which job mails a notification. A match is mailed once until it is read, so its bark and its messages are
 * recorded together.
 * @param budget when mails from one owner to another are limited: the time that counts.
 * @param isAllowed asked last, and not of a mail that is tried again.
 * @returns false if another job mailed them, the budget of the two owners is used up, or it is not allowed: then nothing counts.
 */
export async function noteMailed(
  db: Db,
  { id, matchId, dogId }: { id: string; matchId: string | null; dogId: string | null },
  mailId: string,
  { budget, isAllowed }: { budget: Date | null; isAllowed: () => Promise<boolean> },
): Promise<boolean> {
  const undone = new Error('a mail is not allowed')
  return inTransaction(db, async trx => {
    const rows = await trx
      .selectFrom('notifications')
      .select(['id', 'mail_id', 'user_id', causedBy.as('from_id')])
      .where(eb =>
        eb.or([
          eb('id', '=', id),
          eb.and([
            eb('match_id', '=', matchId),
            eb('dog_id', '=', dogId),
            eb('seen_at', 'is', null),
            eb('event', 'in', ['bark', 'messages']),
          ]),
        ]),
      )
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.length === 0 || rows.some(({ mail_id }) => mail_id !== null && mail_id !== mailId)) return false
    const isRepeat = rows.some(({ mail_id }) => mail_id === mailId)
    const caused = rows.flatMap(row =>
      row.id === id && row.from_id !== null ? [{ id, fromId: row.from_id, toId: row.user_id }] : [],
    )
    if (budget && !isRepeat && caused.length > 0 && !(await takeFromBudget(trx, 'mail', caused, budget)).has(id))
      return false
    if (!isRepeat && !(await isAllowed())) throw undone
    await trx
      .updateTable('notifications')
      .set({ mail_id: mailId, mail_at: null })
      .where(
        'id',
        'in',
        rows.map(row => row.id),
      )
      .execute()
    return true
  }).catch(error => {
    if (error === undone) return false
    throw error
  })
}
