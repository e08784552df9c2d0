import type { MailJob } from '../mail/mails.ts'
import type { PushJob } from '../push/push-handler.ts'
import type { LiftSuspension } from './lift-suspension.ts'

/** What a job of each kind carries, as JSON. A new kind is a line here and its handler in `make-services.ts`. */
export interface JobPayloads {
  mail: MailJob
  push: PushJob
  'lift-suspension': LiftSuspension
}

export type JobKind = keyof JobPayloads
