import { readEmail } from '@barkyard/domain/email'
import { growingPause, type Job, type JobHandler } from '../jobs/runner.ts'
import type { PlatformServices } from '../write.ts'
import { MAIL, type MailKind } from './mails.ts'
import { makeMailTransport, redactMailError } from './transport.ts'

const MAILS_AT_ONCE = 5

export function mailHandler(
  services: PlatformServices,
  kinds: readonly MailKind<unknown>[],
): JobHandler<{ mail: string }> {
  const { config, deliveryTimes: times, now } = services
  // Without one, leftover jobs are dropped: no new ones are put.
  const transport = config.mail && makeMailTransport(config.mail)
  const byName = new Map(kinds.map(kind => [kind.name, kind]))
  return {
    kind: MAIL,
    atOnce: MAILS_AT_ONCE,
    async run(job: Job<{ mail: string; dueAt?: string }>) {
      const mail = transport && (await byName.get(job.payload.mail)?.compose(services, job))
      if (!transport || !mail) return undefined
      if ('until' in mail) return mail
      // An account from before addresses were checked: the mail would arrive elsewhere, or nowhere.
      if (!readEmail(mail.to)) {
        times.counts.mail.failed++
        return undefined
      }
      try {
        await transport.send({ mail, id: job.id, date: job.createdAt })
      } catch (error) {
        times.counts.mail.failed++
        throw error
      }
      const { dueAt } = job.payload
      times.sent('mail', now().getTime() - (dueAt ? Date.parse(dueAt) : job.createdAt.getTime()))
      return undefined
    },
    pauseAfter: (attempt, ageMs) => times.countGivenUp('mail', growingPause(attempt, ageMs)),
    redact: redactMailError,
  }
}
