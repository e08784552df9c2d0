import { mailboxOf } from '@barkyard/domain/email'
import type { Config } from '../../config.ts'
import type { Limits } from '../access/limits.ts'
import type { PutOptions, PutsJobs } from '../jobs/jobs.ts'
import type { Job, JobKind } from '../jobs/runner.ts'
import type { PlatformServices } from '../write.ts'

/** The content of a mail as plain text. The layout turns it into a text and an HTML part. */
export interface Mail {
  to: string
  subject: string
  /** The preview that mail programs show beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** Unsubscribes from mails of this kind with one click. Absent for mails that cannot be turned off. */
  unsubscribeUrl?: string
  /** Small print: why this mail came, and what to do if it should not have. */
  footnote: string
}

export interface MailContext extends Pick<PlatformServices, 'db' | 'now' | 'linkTokens'> {
  limits: Pick<Limits, 'allows' | 'giveBack'>
  /** Links are built from its address, never from a request's headers. */
  config: Pick<Config, 'publicUrl' | 'rateLimit'>
}

/** A kind of mail, defined by the feature that sends it. Its job keeps P besides the kind, as JSON. */
export interface MailKind<P> {
  name: string
  /** Whether it is sent after mails that somebody may be waiting for, such as those about an account. */
  isDeferrable?: boolean
  /** Composes the mail as things are now. null: it is no longer needed. `until`: it waits because of quiet hours. */
  compose(context: MailContext, job: Job<P>): Promise<Mail | null | { until: Date }>
}

/** Budgets of an address. What other owners cause has its own, so it never uses up that of account mails. */
export type MailBudget = 'account' | 'notice' | 'strangers'

const budgetOf = (email: string, budget: MailBudget) => ['mailOfAddress', `${budget} ${mailboxOf(email)}`] as const

/**
 * Whether a mail may go to an address: at most 5 an hour to a mailbox from each budget, whoever names it and however it is
 * spelled. Counts it, so ask when it is about to be sent.
 */
export const mayMail = ({ limits }: Pick<MailContext, 'limits'>, email: string, budget: MailBudget): Promise<boolean> =>
  limits.allows(...budgetOf(email, budget))

/** Uncounts a mail that is not sent after all. */
export const uncountMail = ({ limits }: Pick<MailContext, 'limits'>, email: string, budget: MailBudget) =>
  limits.giveBack(...budgetOf(email, budget))

export const MAIL: JobKind<{ mail: string }> = { name: 'mail' }

export type Mails = ReturnType<typeof makeMails>

/** Mails are jobs: they are put in the transaction that causes them, and composed when they are sent. */
export const makeMails = ({ isOn }: { isOn: boolean }) => ({
  isOn,
  put<P>(effects: PutsJobs, kind: MailKind<P>, content: NoInfer<P>, options: PutOptions = {}): void {
    const priority = kind.isDeferrable ? 0 : 1
    if (isOn) effects.job(MAIL, { mail: kind.name, ...content }, { priority, ...options })
  },
})
