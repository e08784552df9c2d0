import type { Db } from '@barkyard/db/open'
import type { LinkTokens } from '../auth/link-token.ts'
import type { Job } from '../jobs/lane.ts'
import { accountMails } from './account-mails.ts'
import type { Mail } from './mail.ts'
import { moderationMails } from './moderation-mails.ts'
import { notificationMails } from './notification-mails.ts'

/** What the jobs of each mail carry. A new mail is a line here and the function that composes it. */
export interface MailKinds {
  /** To whom asked for it, if an account has the address: it is looked up when the mail is sent. */
  'reset-password': { email: string }
  'verify-email': object
  'password-changed': object
  /** To the address that the account is to get. */
  'confirm-new-email': { email: string }
  /** To the address that the account has. */
  'email-change-asked': { to: string; email: string }
  /** What a notification tells. `dueAt`: when it was to be sent. */
  notification: { notificationId: string; dueAt: string }
  /** What is unseen and was not mailed. */
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
  /** Where the product is: links are built from it, never from a request. */
  publicUrl: URL
}

/**
 * Composes a mail from the state as it is now; null where there is nothing left to say. `until`: not now, because of
 * quiet hours.
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
