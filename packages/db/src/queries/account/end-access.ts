import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { endLinkMails } from './links.ts'

/** Tables with rows of a user, a session or a token, which neither open an account nor tell of it. */
type OpensNothing =
  | 'dogs'
  | 'created_dogs'
  | 'presence'
  | 'notifications'
  | 'preferences'
  | 'invites'
  | 'invited_users'
  | 'searches'
  | 'blocks'
  | 'verifications'
  | 'walk_tellings'
  | 'lost_cases'
  | 'lost_openings'
  | 'lost_tellings'
  | 'lost_sightings'
  | 'lost_phones_shown'
  | 'audit_log'
  | 'idempotency_keys'
  // The mails in it that carry links end with these.
  | 'jobs'

type Owner = 'user_id' | 'session_id' | 'token_id'
type Owned = { [Table in keyof Database]: Extract<keyof Database[Table], Owner> extends never ? never : Table }
type Lasting = Exclude<Owned[keyof Database], OpensNothing>

/** What ends access. A suspension ends none: whoever reads it asks whether its owner is suspended. */
const EVENTS = [
  'session ended',
  'other sessions ended',
  'new password',
  'passkey removed',
  'take-over',
  'backup restored',
] as const
type AccessEvent = (typeof EVENTS)[number]

/** `goes along`: its rows end with the session, token or passkey that they belong to. */
type Part = 'stays' | 'goes along' | 'all' | 'these' | 'all but these' | 'made with these' | 'all but to verify'

type Each<Events extends readonly AccessEvent[]> = { readonly [Event in keyof Events]: Part }

/**
 * Everything that outlives the call that makes it, and what each event ends of it, in their order. A new table is named here
 * or above. Passkeys stay with a new password, whose mail lists them, and go with a take-over: they are the previous holder's.
 */
const ENDS: Record<Lasting, Each<typeof EVENTS>> = {
  sessions: ['these', 'all but these', 'all but these', 'made with these', 'all', 'all'],
  tokens: ['stays', 'stays', 'all', 'made with these', 'all', 'all'],
  push_endpoints: ['goes along', 'goes along', 'goes along', 'goes along', 'goes along', 'goes along'],
  passkey_challenges: ['goes along', 'goes along', 'goes along', 'goes along', 'goes along', 'all'],
  calendar_feeds: ['stays', 'stays', 'all', 'stays', 'all', 'all'],
  webhooks: ['stays', 'stays', 'all', 'goes along', 'all', 'all'],
  account_links: ['stays', 'stays', 'all but to verify', 'stays', 'all but to verify', 'all'],
  passkeys: ['stays', 'stays', 'stays', 'these', 'all', 'stays'],
}

/** Access that has ended: sessions by id, tokens by hash. */
export interface EndedAccess {
  sessionIds: string[]
  tokenHashes: Buffer[]
}

/**
 * Ends what an event ends of a user's access, behind the lock of the account.
 * @param userId null: of all users, of whom nothing is returned.
 * @param ids the sessions or passkeys that end; with other sessions and a new password, the session that stays.
 */
export async function endAccess(
  trx: Trx,
  event: AccessEvent,
  userId: string | null,
  ids: readonly string[] = [],
): Promise<EndedAccess> {
  const theirs = userId === null ? sql`true` : sql`user_id = ${userId}`
  const wheres: Partial<Record<Part, RawBuilder<unknown>>> = {
    all: theirs,
    these: sql`${theirs} AND id = ANY (${ids}::uuid[])`,
    'all but these': sql`${theirs} AND id <> ALL (${ids}::uuid[])`,
    'made with these': sql`${theirs} AND passkey_id = ANY (${ids}::uuid[])`,
    'all but to verify': sql`${theirs} AND purpose <> 'verify-email'`,
  }
  // By name: with * a prepared statement fails once a migration adds a column.
  const returned: Record<string, string> = userId === null ? {} : { sessions: 'RETURNING id', tokens: 'RETURNING hash' }
  const ended: EndedAccess = { sessionIds: [], tokenHashes: [] }
  for (const [table, parts] of Object.entries(ENDS)) {
    const where = wheres[parts[EVENTS.indexOf(event)] ?? 'stays']
    if (!where) continue
    const { rows } = await sql<{ id: string; hash: Buffer }>`
      DELETE FROM ${sql.table(table)} WHERE ${where} ${sql.raw(returned[table] ?? '')}`.execute(trx)
    if (table === 'sessions') ended.sessionIds = rows.map(({ id }) => id)
    if (table === 'tokens') ended.tokenHashes = rows.map(({ hash }) => hash)
  }
  if (userId !== null && (event === 'new password' || event === 'take-over')) await endLinkMails(trx, userId)
  return ended
}
