import { MAIL_AFTER_SECONDS, type NotificationKind } from '@barkyard/domain/notification'
import { type Channels, nextDigestAt, withDefaults } from '@barkyard/domain/preferences'
import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { WALKS_TOLD_KM_DEFAULT } from '@barkyard/domain/walk'
import { type Selectable, sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { moveLooks } from '../searches/searches.ts'

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

const toPreferences = (row: Omit<Row, 'user_id'> = DEFAULTS): Preferences => ({
  timeZone: row.time_zone,
  quiet: quietOf(row),
  kinds: withDefaults(row.kinds),
  reminders: { day: row.remind_day, hours: row.remind_hours },
  digest: row.digest,
  units: row.units,
  showFirstName: row.show_first_name,
  showTyping: row.show_typing,
  walksNearKm: row.walks_near_km,
})

export const quietOf = ({ quiet_from, quiet_to }: { quiet_from: string | null; quiet_to: string | null }) =>
  quiet_from !== null && quiet_to !== null ? { from: quiet_from, to: quiet_to } : null

export async function findPreferences(db: Db, userId: string): Promise<Preferences> {
  const row = await db.selectFrom('preferences').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return toPreferences(row)
}

/** Changes the fields that are sent. Kinds and reminders are merged too. */
export async function editPreferences(db: Db, userId: string, edit: PreferencesEdit, now: Date): Promise<Preferences> {
  return inTransaction(db, async trx => {
    // Locks the row, so that simultaneous edits are merged one after the other.
    const { user_id: _, ...row } = await trx
      .insertInto('preferences')
      .values({ user_id: userId })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet({ user_id: userId }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const changed: Omit<Row, 'user_id'> = {
      ...row,
      ...(edit.timeZone !== undefined && { time_zone: edit.timeZone }),
      ...(edit.quiet !== undefined && { quiet_from: edit.quiet?.from ?? null, quiet_to: edit.quiet?.to ?? null }),
      kinds: mergeKinds(row.kinds, edit.kinds),
      remind_day: edit.reminders?.day ?? row.remind_day,
      remind_hours: edit.reminders?.hours ?? row.remind_hours,
      digest: edit.digest ?? row.digest,
      units: edit.units ?? row.units,
      show_first_name: edit.showFirstName ?? row.show_first_name,
      show_typing: edit.showTyping ?? row.show_typing,
      walks_near_km: edit.walksNearKm === undefined ? row.walks_near_km : edit.walksNearKm,
    }
    const isDigestMoved = changed.digest !== row.digest || changed.time_zone !== row.time_zone
    await trx
      .updateTable('preferences')
      .set({
        ...changed,
        kinds: JSON.stringify(changed.kinds),
        ...(isDigestMoved && { digest_at: nextDigestAt(changed.digest, changed.time_zone, now) }),
      })
      .where('user_id', '=', userId)
      .execute()
    if (edit.quiet !== undefined || edit.timeZone !== undefined) await decideAgain(trx, userId, now)
    if (changed.time_zone !== row.time_zone) await moveLooks(trx, userId, changed.time_zone, now)
    return toPreferences(changed)
  })
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
  db: Db,
  userId: string,
  what: NotificationKind | 'digest',
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async trx => {
    const user = await trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().executeTakeFirst()
    if (!user) return false
    const off: PreferencesEdit = what === 'digest' ? { digest: 'none' } : { kinds: { [what]: { mail: false } } }
    await editPreferences(trx, userId, off, now)
    return true
  })
}
