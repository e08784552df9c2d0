import { inTransaction } from '@barkyard/db/open'
import { openLink } from '@barkyard/db/queries/account/links'
import { findUser, findUserByEmail, type UserRow } from '@barkyard/db/queries/account/users'
import { listPasskeys } from '@barkyard/db/queries/passkeys/passkeys'
import type { LinkPurpose } from '@barkyard/db/tables/account'
import { isolate } from '@barkyard/domain/isolate'
import type { Config } from '../../config.ts'
import type { LinkTokens } from '../../platform/access/link-token.ts'
import type { Job } from '../../platform/jobs/runner.ts'
import {
  type Mail,
  type MailBudget,
  type MailContext,
  type MailKind,
  mayMail,
  uncountMail,
} from '../../platform/mail/mails.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Whether the mail of a job may be sent. One that is tried again was counted before. It leaves less room for mails that
 * strangers cause, never the other way round.
 */
async function isWithinLimit(context: MailContext, job: Job<unknown>, email: string, budget: MailBudget) {
  if (job.attempt > 1) return true
  const isGranted = await mayMail(context, email, budget)
  if (isGranted) await mayMail(context, email, 'strangers')
  return isGranted
}

/** The same for a notice to an account's own address. Confirmed addresses count apart, so that strangers cannot use up what warns their owners. */
const isNoticeWithinLimit = (context: MailContext, job: Job<unknown>, { email, email_verified_at }: UserRow) =>
  isWithinLimit(context, job, email ?? '', email_verified_at ? 'notice' : 'account')

/** How a mail begins. An address that is not confirmed may be a stranger's, so it gets no words that people chose. */
export const greeting = ({ first_name, email_verified_at }: UserRow) =>
  email_verified_at ? `Hello ${isolate(first_name)},` : 'Hello,'

/** How long the links work after their mail is sent, in ms. */
export const LINK_MS: Record<LinkPurpose, number> = {
  'reset-password': 30 * MINUTE_MS,
  'verify-email': 3 * DAY_MS,
  'change-email': DAY_MS,
  'add-passkey': 15 * MINUTE_MS,
}

const PATHS: Record<LinkPurpose, string> = {
  'reset-password': '/api/reset',
  'verify-email': '/api/verify-email',
  'change-email': '/api/change-email',
  'add-passkey': '/settings/account',
}

export function linkUrl(
  { linkTokens, config }: { linkTokens: LinkTokens; config: Pick<Config, 'publicUrl'> },
  purpose: LinkPurpose,
  id: string,
): string {
  const url = new URL(PATHS[purpose], config.publicUrl)
  url.searchParams.set('token', linkTokens.make(purpose, id))
  return url.href
}

type LinkMail = Omit<Mail, 'button'> & { userId: string; button: string }

/**
 * A mail with a link, whose id is the job's, so that a second try sends the same one.
 * @returns null if it must not be sent. Beyond the limit the last link stays the one that works: nobody locks an owner out by asking.
 */
async function withLink(
  context: MailContext,
  job: Job<unknown>,
  purpose: LinkPurpose,
  { userId, button: label, ...mail }: LinkMail,
): Promise<Mail | null> {
  const { db, now } = context
  const { to: email } = mail
  if (!(await isWithinLimit(context, job, email, 'account'))) return null
  const isOpen = await inTransaction(db, trx =>
    openLink(trx, {
      id: job.id,
      isMailed: true,
      userId,
      purpose,
      email,
      askedAt: job.createdAt,
      expiresAt: new Date(now().getTime() + LINK_MS[purpose]),
    }),
  )
  if (isOpen) return { ...mail, button: { label, url: linkUrl(context, purpose, job.id) } }
  if (job.attempt === 1) await uncountMail(context, email, 'account')
  return null
}

const owner = async ({ db }: MailContext, job: Job<unknown>): Promise<UserRow | undefined> =>
  job.userId === null ? undefined : findUser(db, job.userId)

/** Sent only if an account has the address, which is looked up when the mail is sent. */
export const RESET_PASSWORD: MailKind<{ email: string }> = {
  name: 'reset-password',
  async compose(context, job) {
    const user = await findUserByEmail(context.db, job.payload.email)
    if (!user?.email || user.is_demo) return null
    return withLink(context, job, 'reset-password', {
      userId: user.id,
      to: user.email,
      subject: 'Reset your Barkyard password',
      preview: 'The link works once, for 30 minutes.',
      heading: 'Choose a new password',
      paragraphs: [
        `${greeting(user)} somebody asked to reset the password of your Barkyard account.`,
        'If it was you, choose a new password now. The link works once, for 30 minutes. You will be signed out everywhere.',
      ],
      button: 'Choose a new password',
      footnote:
        'If it was not you, ignore this e-mail. Your password stays as it is, and nobody else can see this link.',
    })
  },
}

export const VERIFY_EMAIL: MailKind<object> = {
  name: 'verify-email',
  async compose(context, job) {
    const user = await owner(context, job)
    if (!user?.email || user.email_verified_at) return null
    return withLink(context, job, 'verify-email', {
      userId: user.id,
      to: user.email,
      subject: 'Confirm your e-mail address',
      preview: 'One click, so that we can reach you about your dogs and your account.',
      heading: 'Welcome to Barkyard',
      paragraphs: [
        'Please confirm that this address is yours. We use it to remind you of playdates, and to let you back in if you forget your password.',
        'The link works for 3 days.',
      ],
      button: 'Confirm my address',
      footnote:
        'If you did not create a Barkyard account, ignore this e-mail. Somebody may have mistyped their address.',
    })
  },
}

type Notice = Omit<Mail, 'to'> & { to?: string }

/** A mail that tells an owner what was done with their account. Default: to its address. */
export const accountNotice = <P>(
  name: string,
  words: (user: UserRow, details: P, context: MailContext) => Notice | Promise<Notice>,
): MailKind<P> => ({
  name,
  async compose(context, job) {
    const user = await owner(context, job)
    return user?.email && (await isNoticeWithinLimit(context, job, user))
      ? { to: user.email, ...(await words(user, job.payload, context)) }
      : null
  },
})

export const PASSWORD_CHANGED = accountNotice<object>('password-changed', async (user, _, { db, config }) => {
  const passkeys = await listPasskeys(db, user.id)
  const names = user.email_verified_at ? `: ${passkeys.map(({ name }) => isolate(name)).join(', ')}` : ''
  return {
    subject: 'Your Barkyard password was changed',
    preview: 'If it was not you, reset the password now.',
    heading: 'Your password was changed',
    paragraphs: [
      `${greeting(user)} the password of your Barkyard account was changed. All other devices and all access tokens were signed out. Your calendar’s address and webhooks have ended, too.`,
      ...(passkeys.length > 0
        ? [`Your passkeys still work${names}. Remove those that you do not know in the settings.`]
        : []),
      'If it was you, set up again what you still use of these. If it was not, reset the password now.',
    ],
    button: { label: 'Reset my password', url: new URL('/api/forgot', config.publicUrl).href },
    footnote: 'You get this e-mail whenever your password changes. It cannot be turned off.',
  }
})

export const CONFIRM_NEW_EMAIL: MailKind<{ email: string }> = {
  name: 'confirm-new-email',
  async compose(context, job) {
    const user = await owner(context, job)
    if (!user) return null
    const { email } = job.payload
    return withLink(context, job, 'change-email', {
      userId: user.id,
      to: email,
      subject: 'Confirm your new e-mail address',
      preview: 'The link works once, for 24 hours.',
      heading: 'Is this your new address?',
      paragraphs: [
        'Hello, you asked to use this address for your Barkyard account.',
        'Until you confirm it, your account keeps the old one. The link works once, for 24 hours.',
      ],
      button: 'Use this address',
      footnote: 'If you did not ask for this, ignore this e-mail. Nothing changes.',
    })
  },
}

export const EMAIL_CHANGE_ASKED = accountNotice<{ to: string; email: string }>(
  'email-change-asked',
  (user, { to, email }, { config }) => ({
    to,
    subject: 'Your Barkyard address is about to change',
    preview: 'If it was you, there is nothing to do here.',
    heading: 'Somebody asked to change your address',
    paragraphs: [
      `${greeting(user)} somebody who knows your password asked to use ${user.email_verified_at ? email : 'another address'} for your Barkyard account.`,
      'If it was you, confirm it in the e-mail that we sent there. If it was not, change your password now: the new address is not confirmed yet.',
    ],
    button: { label: 'Open my settings', url: new URL('/settings/account', config.publicUrl).href },
    footnote: 'You get this e-mail whenever somebody asks to change your address. It cannot be turned off.',
  }),
)

export const ACCOUNT_MAILS = [RESET_PASSWORD, VERIFY_EMAIL, PASSWORD_CHANGED, CONFIRM_NEW_EMAIL, EMAIL_CHANGE_ASKED]
