import { type LinkPurpose, openLink } from '@barkyard/db/queries/account-links'
import { findUser, findUserByEmail, type UserRow } from '@barkyard/db/queries/users'
import { inTransaction } from '@barkyard/db/transaction'
import type { Job } from '../jobs/lane.ts'
import type { Compose, MailContext } from './mails.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How long the links work after their mail is sent, in ms. */
export const LINK_MS: Record<LinkPurpose, number> = {
  'reset-password': 30 * MINUTE_MS,
  'verify-email': 3 * DAY_MS,
  'change-email': DAY_MS,
}

const PATHS: Record<LinkPurpose, string> = {
  'reset-password': '/api/reset',
  'verify-email': '/api/verify-email',
  'change-email': '/api/change-email',
}

/** The address in the mail. */
export function linkUrl(
  { linkTokens, publicUrl }: Pick<MailContext, 'linkTokens' | 'publicUrl'>,
  purpose: LinkPurpose,
  id: string,
): string {
  const url = new URL(PATHS[purpose], publicUrl)
  url.searchParams.set('token', linkTokens.make(purpose, id))
  return url.href
}

/** Opens the link that a job's mail carries; its id is the job's, so that a second try sends the same one. */
async function linkFor(context: MailContext, job: Job<unknown>, userId: string, purpose: LinkPurpose, email: string) {
  const { db, now } = context
  const isOpen = await inTransaction(db, trx =>
    openLink(trx, {
      id: job.id,
      userId,
      purpose,
      email,
      askedAt: job.createdAt,
      expiresAt: new Date(now().getTime() + LINK_MS[purpose]),
    }),
  )
  return isOpen ? linkUrl(context, purpose, job.id) : null
}

const owner = async ({ db }: MailContext, job: Job<unknown>): Promise<UserRow | undefined> =>
  job.userId === null ? undefined : findUser(db, job.userId)

const resetPassword: Compose<'reset-password'> = async (context, job) => {
  const user = await findUserByEmail(context.db, job.payload.email)
  if (!user?.email || user.is_demo) return null
  const url = await linkFor(context, job, user.id, 'reset-password', user.email)
  return url === null
    ? null
    : {
        to: user.email,
        subject: 'Reset your Barkyard password',
        preview: 'The link works once, for 30 minutes.',
        heading: 'Choose a new password',
        paragraphs: [
          `Hello ${user.first_name}, somebody asked to reset the password of your Barkyard account.`,
          'If it was you, choose a new password now. The link works once, for 30 minutes. You will be signed out everywhere.',
        ],
        button: { label: 'Choose a new password', url },
        footnote:
          'If it was not you, ignore this e-mail. Your password stays as it is, and nobody else can see this link.',
      }
}

const verifyEmail: Compose<'verify-email'> = async (context, job) => {
  const user = await owner(context, job)
  if (!user?.email || user.email_verified_at) return null
  const url = await linkFor(context, job, user.id, 'verify-email', user.email)
  return url === null
    ? null
    : {
        to: user.email,
        subject: 'Confirm your e-mail address',
        preview: 'One click, so that we can reach you about your dogs and your account.',
        heading: `Welcome to Barkyard, ${user.first_name}`,
        paragraphs: [
          'Please confirm that this address is yours. We use it to remind you of playdates, and to let you back in if you forget your password.',
          'The link works for 3 days.',
        ],
        button: { label: 'Confirm my address', url },
        footnote:
          'If you did not create a Barkyard account, ignore this e-mail. Somebody may have mistyped their address.',
      }
}

const passwordChanged: Compose<'password-changed'> = async (context, job) => {
  const user = await owner(context, job)
  return user?.email
    ? {
        to: user.email,
        subject: 'Your Barkyard password was changed',
        preview: 'If it was you, there is nothing to do.',
        heading: 'Your password was changed',
        paragraphs: [
          `Hello ${user.first_name}, the password of your Barkyard account was changed. All other devices and all access tokens were signed out.`,
          'If it was you, there is nothing to do. If it was not, reset the password now.',
        ],
        button: { label: 'Reset my password', url: new URL('/api/forgot', context.publicUrl).href },
        footnote: 'You get this e-mail whenever your password changes. It cannot be turned off.',
      }
    : null
}

const confirmNewEmail: Compose<'confirm-new-email'> = async (context, job) => {
  const user = await owner(context, job)
  if (!user) return null
  const { email } = job.payload
  const url = await linkFor(context, job, user.id, 'change-email', email)
  return url === null
    ? null
    : {
        to: email,
        subject: 'Confirm your new e-mail address',
        preview: 'The link works once, for 24 hours.',
        heading: 'Is this your new address?',
        paragraphs: [
          `Hello ${user.first_name}, you asked to use this address for your Barkyard account.`,
          'Until you confirm it, your account keeps the old one. The link works once, for 24 hours.',
        ],
        button: { label: 'Use this address', url },
        footnote: 'If you did not ask for this, ignore this e-mail. Nothing changes.',
      }
}

const emailChangeAsked: Compose<'email-change-asked'> = async (context, job) => {
  const user = await owner(context, job)
  return user
    ? {
        to: job.payload.to,
        subject: 'Your Barkyard address is about to change',
        preview: 'If it was you, there is nothing to do here.',
        heading: 'Somebody asked to change your address',
        paragraphs: [
          `Hello ${user.first_name}, somebody who knows your password asked to use ${job.payload.email} for your Barkyard account.`,
          'If it was you, confirm it in the e-mail that we sent there. If it was not, change your password now: the new address is not confirmed yet.',
        ],
        button: { label: 'Open my settings', url: new URL('/settings', context.publicUrl).href },
        footnote: 'You get this e-mail whenever somebody asks to change your address. It cannot be turned off.',
      }
    : null
}

export const accountMails = {
  'reset-password': resetPassword,
  'verify-email': verifyEmail,
  'password-changed': passwordChanged,
  'confirm-new-email': confirmNewEmail,
  'email-change-asked': emailChangeAsked,
}
