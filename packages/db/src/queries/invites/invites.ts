import { type Inviter, isInviteCode } from '@barkyard/domain/invite'
import { ownerAs } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { sees, seesDog } from '../blocks/visibility.ts'
import { notifyEach } from '../notify.ts'

/** The code in a user's link for invitations. It is made at the first call. */
export async function inviteCode(db: Db, userId: string, newCode: string): Promise<string> {
  await db
    .insertInto('invites')
    .values({ user_id: userId, code: newCode })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
  const { code } = await db.selectFrom('invites').select('code').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return code
}

/** Who stands behind a link: told to everybody who has it. The dog is the owner's acting one, else one that is not hidden. */
export async function findInviter(db: Db, code: string): Promise<Inviter | null> {
  if (!isInviteCode(code)) return null
  const row = await db
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.user_id')
    .innerJoin('dogs', 'dogs.user_id', 'users.id')
    .select(['users.first_name', 'dogs.name', 'dogs.photos'])
    .where('invites.code', '=', code)
    .where('dogs.unseen', '=', false)
    .orderBy(sql`dogs.id = users.active_dog_id`, order => order.desc().nullsLast())
    .orderBy('dogs.id')
    .limit(1)
    .executeTakeFirst()
  return row ? { firstName: row.first_name, dogName: row.name, photo: row.photos[0] ?? null } : null
}

/** Gives a user another code. The former one is nobody's. */
export async function renewInviteCode(trx: Trx, userId: string, newCode: string): Promise<void> {
  await trx
    .insertInto('invites')
    .values({ user_id: userId, code: newCode })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ code: newCode }))
    .execute()
}

/** Remembers who invited a new user. An unknown code is nobody's. */
export async function recordInvited(trx: Trx, userId: string, code: unknown): Promise<void> {
  if (!isInviteCode(code)) return
  await trx
    .insertInto('invited_users')
    .columns(['user_id', 'inviter_id'])
    .expression(
      trx
        .selectFrom('invites')
        .select([sql<string>`${userId}::uuid`.as('user_id'), 'invites.user_id as inviter_id'])
        .where('code', '=', code)
        .where('invites.user_id', '!=', userId),
    )
    .execute()
}

/**
 * Notifies an invited user and who invited them of each other's dog, when the first dog is made. Owners who do not see each
 * other are not notified. @returns the notified users.
 */
export async function welcomeInvited(trx: Trx, userId: string, dogId: string, now: Date): Promise<string[]> {
  const invited = await trx
    .deleteFrom('invited_users')
    .where('user_id', '=', userId)
    .returning('inviter_id')
    .executeTakeFirst()
  if (!invited) return []
  const inviterId = invited.inviter_id
  const theirs = await trx
    .selectFrom('dogs')
    .innerJoin('users', 'users.id', 'dogs.user_id')
    .select('dogs.id')
    .where('users.id', '=', inviterId)
    .where(sees({ kind: 'dog', userId, dogId }))
    .orderBy(sql`dogs.id = users.active_dog_id`, order => order.desc().nullsLast())
    .orderBy('dogs.id')
    .executeTakeFirst()
  if (!(await seesDog(trx, ownerAs(inviterId, theirs?.id ?? null), dogId))) return []
  const own = theirs?.id ?? null
  const bell = trx.selectFrom('notifications').select(['event', 'seen_at']).where('user_id', '=', inviterId)
  const latest = await bell.orderBy('notified_at', 'desc').orderBy('id', 'desc').limit(20).execute()
  // Whoever has the link could make a phone ring a hundred times.
  const isPushed = !latest.some(({ event, seen_at }) => event === 'friend-joined' && seen_at === null)
  const ofJoining = { event: 'friend-joined', details: {}, isPushed } as const
  const joined = { ...ofJoining, userId: inviterId, dogId: own, otherDogId: dogId }
  const found = { event: 'inviter-found', details: {}, userId, dogId, otherDogId: own } as const
  return notifyEach(trx, theirs ? [joined, found] : [joined], now)
}
