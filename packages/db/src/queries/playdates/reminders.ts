import { REMINDER_LEADS_MS, type ReminderLead } from '@barkyard/domain/reminder'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'

/**
 * A due reminder for the owner of one of the two dogs. `userId`, `playdateId`, `when` and `lead` identify it: it is sent
 * once, and a moved playdate gets a new one.
 */
export interface DueReminder {
  userId: string
  playdateId: string
  when: Date
  lead: ReminderLead
  /** The owner's own dog. */
  dog: { id: string; name: string }
  otherDog: { id: string; name: string }
  parkName: string
  /** null: from before parks had one. */
  timeZone: string | null
  /** As the proposer typed them; empty = none. */
  notes: string
}

/** The playdate after which the next page begins. */
export interface ReminderPosition {
  when: Date
  playdateId: string
}

const laterBy = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** Whether the two dogs of a playdate see each other. Otherwise nobody is reminded. */
const bothSee = sql<boolean>`EXISTS (
  SELECT FROM dogs one, dogs other
  WHERE one.id = playdates.proposer_dog_id AND other.id = playdates.invited_dog_id
    AND ${sees(dogIn('one'), 'other')}
    AND ${sees(dogIn('other'), 'one')})`

/**
 * The reminders that are due at `now` for at most `limit` agreed playdates, by time: one a day before, unless it was
 * agreed later than that, and one two hours before. Once the second is due, the first is no longer sent. A user who owns
 * both dogs is reminded once.
 */
export async function dueReminders(
  db: Db,
  { now, limit, after }: { now: Date; limit: number; after?: ReminderPosition },
): Promise<DueReminder[]> {
  const [soon, tomorrow] = [laterBy(now, REMINDER_LEADS_MS.hours), laterBy(now, REMINDER_LEADS_MS.day)]
  const rows = await db
    .selectFrom(
      db
        .selectFrom('playdates')
        .select(['id', 'when_ts', 'park_name', 'time_zone', 'notes', 'proposer_dog_id', 'invited_dog_id'])
        .where('status', '=', sql.lit('accepted'))
        .where(bothSee)
        .where('when_ts', '>', now)
        .where('when_ts', '<=', tomorrow)
        .where(eb =>
          eb.or([
            eb('when_ts', '<=', soon),
            sql<boolean>`coalesce(agreed_at, created_at) <= when_ts - interval '24 hours'`,
          ]),
        )
        .$if(after !== undefined, query =>
          query.where(sql<boolean>`(when_ts, id) > (${after?.when}::timestamptz, ${after?.playdateId}::uuid)`),
        )
        .orderBy('when_ts')
        .orderBy('id')
        .limit(limit)
        .as('due'),
    )
    .innerJoin('dogs as proposer', 'proposer.id', 'due.proposer_dog_id')
    .innerJoin('dogs as invited', 'invited.id', 'due.invited_dog_id')
    .select([
      'due.id',
      'due.when_ts',
      'due.park_name',
      'due.time_zone',
      'due.notes',
      'proposer.id as proposer_id',
      'proposer.name as proposer_name',
      'invited.id as invited_id',
      'invited.name as invited_name',
      'proposer.user_id as proposer_user_id',
      'invited.user_id as invited_user_id',
    ])
    .orderBy('due.when_ts')
    .orderBy('due.id')
    .execute()
  return rows.flatMap(row => {
    const proposer = { id: row.proposer_id, name: row.proposer_name }
    const invited = { id: row.invited_id, name: row.invited_name }
    const reminder = {
      playdateId: row.id,
      when: row.when_ts,
      parkName: row.park_name,
      timeZone: row.time_zone,
      notes: row.notes,
      lead: row.when_ts <= soon ? ('hours' as const) : ('day' as const),
    }
    const sides = [
      { userId: row.proposer_user_id, dog: proposer, otherDog: invited },
      { userId: row.invited_user_id, dog: invited, otherDog: proposer },
    ]
    const reminded = row.proposer_user_id === row.invited_user_id ? sides.slice(0, 1) : sides
    return reminded.flatMap(({ userId, ...dogs }) => (userId === null ? [] : [{ ...reminder, userId, ...dogs }]))
  })
}
