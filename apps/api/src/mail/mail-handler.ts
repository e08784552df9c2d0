import type { Job, JobHandler } from '../jobs/lane.ts'
import { growingPause } from '../jobs/lane.ts'
import type { DeliveryTimes } from '../notifications/delivery-times.ts'
import { MAILS, type MailContext, type MailJob, type MailKinds } from './mails.ts'
import { type Postman, redactMailError } from './postman.ts'

/** Concurrent SMTP connections of each process. */
const MAILS_AT_ONCE = 5

/** Composes and sends the mail of a job. Without a postman it drops leftover jobs: no new ones are put. */
export const mailHandler = (
  context: MailContext,
  postman: Postman | null,
  times: DeliveryTimes,
): JobHandler<MailJob> => ({
  atOnce: MAILS_AT_ONCE,
  async run(job) {
    const mail = postman && (await compose(context, job.payload.mail, job))
    if (!postman || !mail) return undefined
    if ('until' in mail) return mail
    try {
      await postman.send({ mail, id: job.id, date: job.createdAt })
    } catch (error) {
      times.counts.mail.failed++
      throw error
    }
    const dueAt = 'dueAt' in job.payload ? Date.parse(job.payload.dueAt) : job.createdAt.getTime()
    times.sent('mail', context.now().getTime() - dueAt)
    return undefined
  },
  pauseAfter: (attempt, ageMs) => times.countGivenUp('mail', growingPause(attempt, ageMs)),
  redact: redactMailError,
})

const compose = <K extends keyof MailKinds>(context: MailContext, kind: K, job: Job<MailJob>) =>
  // `put` accepts only the payload that belongs to the kind.
  MAILS[kind](context, job as Job<MailJob> & Job<MailKinds[K]>)
