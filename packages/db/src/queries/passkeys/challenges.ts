import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'
import { isId, newId } from '../ids.ts'
import { sweepOlder } from '../sweep.ts'

interface NewChallenge {
  challenge: string
  /** The session that adds a passkey, in place of its earlier challenge; null: somebody signs in. */
  sessionId: string | null
  expiresAt: Date
}

/** Keeps a challenge until it is answered. @returns its id. */
export async function keepChallenge(db: Db | Trx, { challenge, sessionId, expiresAt }: NewChallenge): Promise<string> {
  const id = newId()
  await db
    .insertInto('passkey_challenges')
    .values({ id, challenge, session_id: sessionId, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('session_id').doUpdateSet({ id, challenge, expires_at: expiresAt }))
    .execute()
  return id
}

/**
 * Takes a challenge, which is good once.
 * @param of the session that adds a passkey, or the id that the browser keeps while it signs in.
 */
export async function takeChallenge(
  db: Db | Trx,
  of: { sessionId: string } | { id: string },
  now: Date,
): Promise<string | null> {
  const taken = db.deleteFrom('passkey_challenges').returning(['challenge', 'expires_at'])
  if ('id' in of && !isId(of.id)) return null
  const row = await ('id' in of
    ? taken.where('id', '=', of.id).where('session_id', 'is', null)
    : taken.where('session_id', '=', of.sessionId)
  ).executeTakeFirst()
  return row && row.expires_at > now ? row.challenge : null
}

/** Removes challenges that nobody has answered in time. */
export const sweepChallenges = (db: Db, now: Date) => sweepOlder(db, 'passkey_challenges', 'expires_at', now)
