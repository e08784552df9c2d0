import type { Role } from '@barkyard/domain/rights'
import type { TokenScope } from '@barkyard/domain/token'
import { sql } from 'kysely'
import { v4 as randomId } from 'uuid'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { lockUser } from '../account/users.ts'
import { roleOf } from '../admins.ts'
import { exists } from '../rows.ts'

export interface SessionRow {
  id: string
  userId: string
  role: Role
  isDemo: boolean
  /** Set only while the user is an admin. */
  impersonatedDogId: string | null
  activeDogId: string | null
  /** Whose place and exclusions a search uses: the impersonated dog's owner, else the user. */
  actingUserId: string
  /** What a token may do; absent: a session, which may do everything. */
  scopes?: readonly TokenScope[]
  /** Set while a moderator suspends the account. */
  suspension: Suspension | null
  lastUsedAt: Date
  /** The passkey that the session was signed in with, or that the token's session was; null: none. */
  passkeyId: string | null
  /** When a token ends; null, or absent: it has no end, or ends with its last use. */
  expiresAt?: Date | null
}

interface Suspension {
  /** When it ends; null: never. */
  until: Date | null
}

export const toSuspension = (row: { suspended_at: Date | null; suspended_until: Date | null }): Suspension | null =>
  row.suspended_at && { until: row.suspended_until }

export interface NewSession {
  userId: string
  /** The browser and system, "Chrome on Android"; null if unknown. */
  device: string | null
  proof: Proof
  /** When the sign-in was. */
  at: Date
  /** The session that the browser had before. If it is the same user's, the pushes to this browser go on. */
  before?: string | undefined
}

/** What a sign-in has shown: the hash that its password was compared with, a subject of a provider, or a passkey. */
export type Proof = { passwordHash: string | null } | { issuer: string; subject: string } | { passkeyId: string }

export const SESSIONS_PER_USER = 100

/**
 * Starts a session and ends the oldest ones beyond 100. 'account-changed': behind the lock of the account its proof no
 * longer holds, or the account is gone. 'passkey-required': a password alone is not enough for the account.
 */
export async function createSession(db: Db, { userId, device, proof, at, before }: NewSession) {
  return inTransaction(db, async trx => {
    const user = await lockUser(trx, userId)
    if (!user || !(await holds(trx, userId, user, proof))) return 'account-changed'
    if ('passwordHash' in proof && user.require_passkey) return 'passkey-required'
    const id = randomId()
    const passkeyId = 'passkeyId' in proof ? proof.passkeyId : null
    // Its last use is by the clock that it is judged by, as of each later use.
    const used = { created_at: at, last_used_at: new Date() }
    await trx
      .insertInto('sessions')
      .values({ id, user_id: userId, device, ...used, passkey_id: passkeyId })
      .execute()
    if (before !== undefined)
      await trx
        .updateTable('push_endpoints')
        .set({ session_id: id })
        .where('user_id', '=', userId)
        .where('session_id', '=', before)
        .execute()
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', 'in', query =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', userId)
          .where('id', '!=', id)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .offset(SESSIONS_PER_USER - 1),
      )
      .returning('id')
      .execute()
    return { id, endedIds: ended.map(session => session.id) }
  })
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Whether a proof still holds behind the lock of its account. */
async function holds(trx: Trx, userId: string, user: LockedUser, proof: Proof): Promise<boolean> {
  if ('passwordHash' in proof) return user.password_hash === proof.passwordHash
  if ('subject' in proof) return user.oidc_issuer === proof.issuer && user.oidc_subject === proof.subject
  const passkey = trx.selectFrom('passkeys').where('id', '=', proof.passkeyId).where('user_id', '=', userId)
  return exists(passkey.where('locked_at', 'is', null))
}

/** What every request needs of its user. */
export const callerColumns = [
  ...(['users.id as userId', 'users.is_admin', 'users.is_moderator', 'users.is_demo as isDemo'] as const),
  ...(['users.active_dog_id as activeDogId', 'users.suspended_at', 'users.suspended_until'] as const),
] as const

const callers = (db: Db | Trx, since: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('dogs', join =>
      join
        .onRef('dogs.id', '=', 'sessions.impersonated_dog_id')
        .on('users.is_admin', '=', true)
        .on('dogs.user_id', 'is not', null),
    )
    .select(callerColumns)
    .select(['sessions.id', 'sessions.last_used_at as lastUsedAt', 'sessions.passkey_id as passkeyId'])
    .select(['dogs.id as impersonatedDogId', 'dogs.user_id as ownerId'])
    .where('sessions.last_used_at', '>', since)

type CallerRow = Awaited<ReturnType<ReturnType<typeof callers>['execute']>>[number]
const toSession = ({
  is_admin,
  is_moderator,
  suspended_at,
  suspended_until,
  ownerId,
  ...row
}: CallerRow): SessionRow => ({
  ...row,
  role: roleOf({ is_admin, is_moderator }),
  actingUserId: ownerId ?? row.userId,
  suspension: toSuspension({ suspended_at, suspended_until }),
})

/**
 * The session with what every request needs of its user, unless it was last used before `since`.
 * @param isKept whether it cannot end before the transaction does.
 */
export async function findSession(db: Db | Trx, id: string, since: Date, { isKept = false } = {}) {
  const row = await callers(db, since)
    .where('sessions.id', '=', id)
    .$if(isKept, query => query.forKeyShare('sessions'))
    .executeTakeFirst()
  return row && toSession(row)
}

/** Those of these sessions that have not ended, as `findSession` returns them. */
export async function findSessions(db: Db, ids: readonly string[], since: Date): Promise<SessionRow[]> {
  const rows = await callers(db, since).where(sql<boolean>`sessions.id = ANY (${ids}::uuid[])`).execute()
  return rows.map(toSession)
}

/** The time of the sign-in; undefined if the session has ended. */
export async function sessionStartedAt(db: Db | Trx, id: string): Promise<Date | undefined> {
  const row = await db.selectFrom('sessions').select('created_at').where('id', '=', id).executeTakeFirst()
  return row?.created_at
}

export const touchSession = (db: Db, id: string) =>
  db.updateTable('sessions').set({ last_used_at: new Date() }).where('id', '=', id).execute()

export const endSession = (db: Db, id: string) => db.deleteFrom('sessions').where('id', '=', id).execute()

/** Makes a session act as a dog. @returns the dog that it acted as before, or why it is refused. */
export async function impersonateDog(trx: Trx, sessionId: string, dogId: string) {
  const dog = await trx.selectFrom('dogs').select('user_id').where('id', '=', dogId).forShare().executeTakeFirst()
  if (!dog) return 'dog-not-found'
  if (dog.user_id === null) return 'unowned-dog'
  const session = await trx
    .selectFrom('sessions')
    .select('impersonated_dog_id')
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await trx.updateTable('sessions').set({ impersonated_dog_id: dogId }).where('id', '=', sessionId).execute()
  return { before: session?.impersonated_dog_id ?? null }
}

export const stopImpersonating = (db: Db, sessionId: string) =>
  db
    .updateTable('sessions')
    .set({ impersonated_dog_id: null })
    .where('id', '=', sessionId)
    .where('impersonated_dog_id', 'is not', null)
    .execute()
