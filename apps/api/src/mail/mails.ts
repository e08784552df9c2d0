import type { Db } from '@barkyard/db/open'
import type { LinkTokens } from '../auth/link-token.ts'
import type { Job } from '../jobs/lane.ts'
import { accountMails } from './account-mails.ts'
import type { Mail } from './mail.ts'
import { moderationMails } from './moderation-mails.ts'
import { notificationMails } from './notification-mails.ts'

/** The payload of each kind of mail. A new mail is a line here and a function that composes it. */
export interface MailKinds {
  /** Sent only if an account has the address, which is looked up when the mail is sent. */
  'reset-password': { email: string }
  'verify-email': object
  'password-changed': object
  /** Sent to the new address. */
  'confirm-new-email': { email: string }
  /** Sent to the current address. */
  'email-change-asked': { to: string; email: string }
  /** A notification. `dueAt`: when it was due. */
  notification: { notificationId: string; dueAt: string }
  /** Notifications that are unseen and were not mailed. */
  digest: { dueAt: string }
  /** To the address of an account that the moderators deleted. */
  'account-removed': { to: string; statement: string }
}

/** The payload of a job of kind `mail`. */
export type MailJob = { [K in keyof MailKinds]: { mail: K } & MailKinds[K] }[keyof MailKinds]

export interface MailContext {
  db: Db
  now: () => Date
  linkTokens: LinkTokens
  /** The app's address. Links are built from it, never from a request's headers. */
  publicUrl: URL
}

/**
 * Composes a mail from the current state. null = the mail is no longer needed. `until` postpones it because of quiet
 * hours.
 */
export type Compose<K extends keyof MailKinds> = (
  context: MailContext,
  job: Job<MailKinds[K]>,
) => Promise<Mail | null | { until: Date }>

export const MAILS: { [K in keyof MailKinds]: Compose<K> } = {
  ...accountMails,
  ...moderationMails,
  ...notificationMails,
}
