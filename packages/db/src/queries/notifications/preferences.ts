import { MAIL_AFTER_SECONDS, type NotificationKind } from '@barkyard/domain/notification'
import { type Channels, nextDigestAt, withDefaults } from '@barkyard/domain/preferences'
import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { WALKS_TOLD_KM_DEFAULT } from '@barkyard/domain/walk'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { exists } from '../rows.ts'
import { moveLooks } from '../searches/searches.ts'
import { shapeOf } from '../shape.ts'

type Row = Selectable<Database['preferences']>

/** The preferences of a user who has changed nothing. */
const DEFAULTS: Omit<Row, 'user_id'> = {
  time_zone: null,
  quiet_from: null,
  quiet_to: null,
  kinds: {},
  remind_day: true,
  remind_hours: true,
  digest: 'none',
  digest_at: null,
  units: 'km',
  show_first_name: true,
  show_typing: true,
  walks_near_km: WALKS_TOLD_KM_DEFAULT,
}

const shape = shapeOf(
  'preferences',
  ...(['time_zone', 'digest', 'units', 'show_first_name', 'show_typing', 'walks_near_km'] as const),
)

const toPreferences = (row: Omit<Row, 'user_id'> = DEFAULTS): Preferences => ({
  ...shape.of(row),
  quiet: quietOf(row),
  kinds: withDefaults(row.kinds),
  reminders: { day: row.remind_day, hours: row.remind_hours },
})

export const quietOf = ({ quiet_from, quiet_to }: { quiet_from: string | null; quiet_to: string | null }) =>
  quiet_from !== null && quiet_to !== null ? { from: quiet_from, to: quiet_to } : null

export async function findPreferences(db: Db, userId: string): Promise<Preferences> {
  const row = await db.selectFrom('preferences').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return toPreferences(row)
}

/** Changes the fields that are sent. Kinds and reminders are merged too. */
export async function editPreferences(
  trx: Trx,
  userId: string,
  edit: PreferencesEdit,
  now: Date,
): Promise<Preferences> {
  // Locks the row, so that simultaneous edits are merged one after the other.
  const row = await trx
    .insertInto('preferences')
    .values({ user_id: userId })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const { timeZone = row.time_zone, digest = row.digest, quiet } = edit
  const isDigestMoved = digest !== row.digest || timeZone !== row.time_zone
  const changed = await trx
    .updateTable('preferences')
    .set({
      time_zone: timeZone,
      ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
      kinds: JSON.stringify(mergeKinds(row.kinds, edit.kinds)),
      remind_day: edit.reminders?.day,
      remind_hours: edit.reminders?.hours,
      digest,
      units: edit.units,
      show_first_name: edit.showFirstName,
      show_typing: edit.showTyping,
      walks_near_km: edit.walksNearKm,
      ...(isDigestMoved && { digest_at: nextDigestAt(digest, timeZone, now) }),
    })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (quiet !== undefined || edit.timeZone !== undefined) await decideAgain(trx, userId, now)
  if (timeZone !== row.time_zone) await moveLooks(trx, userId, timeZone, now)
  return toPreferences(changed)
}

/** Makes what the former quiet hours hold back due, so that it is decided by the new ones. */
const decideAgain = (trx: Trx, userId: string, now: Date) =>
  sql`
    UPDATE notifications
    SET push_at = CASE WHEN push_at IS NOT NULL THEN least(push_at, ${now}) END,
        mail_at = CASE WHEN mail_at IS NOT NULL
                       THEN least(mail_at, notified_at + ${MAIL_AFTER_SECONDS} * interval '1 second') END
    WHERE user_id = ${userId} AND seen_at IS NULL AND (push_at > ${now} OR mail_at > ${now})
  `.execute(trx)

function mergeKinds(kinds: Row['kinds'], edit: PreferencesEdit['kinds'] = {}): Row['kinds'] {
  const merged: Row['kinds'] = { ...kinds }
  for (const [kind, channels] of Object.entries(edit) as [NotificationKind, Partial<Channels> | undefined][]) {
    const sent = Object.fromEntries(Object.entries(channels ?? {}).filter(([, isOn]) => isOn !== undefined))
    merged[kind] = { ...merged[kind], ...sent }
  }
  return merged
}

/** Turns off mails of one kind, or digests, after a click in a mail. @returns false if there is no such user. */
export async function turnMailOff(
  trx: Trx,
  userId: string,
  what: NotificationKind | 'digest',
  now: Date,
): Promise<boolean> {
  if (!(await exists(trx.selectFrom('users').where('id', '=', userId).forKeyShare()))) return false
  const off: PreferencesEdit = what === 'digest' ? { digest: 'none' } : { kinds: { [what]: { mail: false } } }
  await editPreferences(trx, userId, off, now)
  return true
}
