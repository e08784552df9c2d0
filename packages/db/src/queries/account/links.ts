import { mailboxOf } from '@barkyard/domain/email'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import type { LinkPurpose } from '../../tables/account.ts'
import { affectsRows, exists } from '../rows.ts'
import { hasAddress, lockUser } from './users.ts'

/** The key of the job that mails a reset link. It contains the address that was typed, not an account. */
export const resetJobKey = (email: string) => `reset ${mailboxOf(email)}`

interface NewLink {
  /** That of the job that mails it, if it is mailed. */
  id: string
  isMailed: boolean
  userId: string
  purpose: LinkPurpose
  /** The address that the link is sent to. */
  email: string
  askedAt: Date
  expiresAt: Date
}

/**
 * Stores a link that is about to be mailed, and ends the user's earlier ones for the same purpose. A repeated call for
 * the same link, when its mail is tried again, only moves the expiry.
 * @returns false if the link was used, a later one was requested, or its job has been deleted while it ran: it must not
 * be sent.
 */
export async function openLink(trx: Trx, link: NewLink): Promise<boolean> {
  if (!(await lockUser(trx, link.userId))) return false
  // A changed password deletes the waiting mails, also one that is being sent.
  if (link.isMailed && !(await exists(trx.selectFrom('jobs').where('id', '=', link.id)))) return false
  const links = trx.selectFrom('account_links').where('user_id', '=', link.userId).where('purpose', '=', link.purpose)
  if (await exists(links.where('asked_at', '>', link.askedAt))) return false
  await trx
    .deleteFrom('account_links')
    .where('user_id', '=', link.userId)
    .where('purpose', '=', link.purpose)
    .where('id', '!=', link.id)
    .execute()
  const kept = trx
    .insertInto('account_links')
    .values({
      id: link.id,
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      asked_at: link.askedAt,
      expires_at: link.expiresAt,
    })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({ expires_at: link.expiresAt }).where('account_links.used_at', 'is', null),
    )
  return affectsRows(kept)
}

/** Finds a link that still works, without using it. */
export async function findLink(db: Db | Trx, purpose: LinkPurpose, id: string, now: Date) {
  return db
    .selectFrom('account_links')
    .select(['id', 'user_id as userId', 'email'])
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

type OpenLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Uses a link, which is found again behind the lock of its account. Of two simultaneous uses one succeeds. */
export async function useLink(trx: Trx, purpose: LinkPurpose, id: string, now: Date) {
  const before = await findLink(trx, purpose, id, now)
  const link = before && (await lockUser(trx, before.userId)) && (await findLink(trx, purpose, id, now))
  if (link) await trx.updateTable('account_links').set({ used_at: now }).where('id', '=', id).execute()
  return link
}

/** Deletes the jobs that mail reset links to these addresses. They contain no account, so they do not go with one. */
export async function deleteResetMails(trx: Trx, emails: readonly (string | null)[]): Promise<void> {
  await trx
    .deleteFrom('jobs')
    .where('kind', '=', 'mail')
    .where(sql<boolean>`key = ANY (${emails.filter(email => email !== null).map(resetJobKey)}::text[])`)
    .where('given_up_at', 'is', null)
    .execute()
}

/**
 * Deletes the waiting mails with links that reset a user's password or change their address. Somebody who knew the former
 * password, or could read a mail, may have asked for them.
 */
export async function endLinkMails(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('jobs')
    .where('user_id', '=', userId)
    .where('kind', '=', 'mail')
    .where(sql<boolean>`payload ->> 'mail' = 'confirm-new-email'`)
    .execute()
  const user = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  if (user?.email) await deleteResetMails(trx, [user.email])
}

/** Records that a user has verified an address. @returns false if it is no longer their address. */
export const verifyEmail = (trx: Trx, { userId, email }: OpenLink, now: Date): Promise<boolean> =>
  affectsRows(
    trx.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId).where(hasAddress(email)),
  )
