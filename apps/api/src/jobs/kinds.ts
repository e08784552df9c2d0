import type { MailJob } from '../mail/mails.ts'
import type { PushJob } from '../push/push-handler.ts'
import type { LiftSuspension } from './lift-suspension.ts'

/** The payload of each kind of job, as JSON. A new kind is a line here and a handler in `make-services.ts`. */
export interface JobPayloads {
  mail: MailJob
  push: PushJob
  'lift-suspension': LiftSuspension
}

export type JobKind = keyof JobPayloads
