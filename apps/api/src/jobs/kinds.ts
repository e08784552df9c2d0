import type { MailJob } from '../mail/mails.ts'

/** What a job of each kind carries, as JSON. A new kind is a line here and its handler in `handlers.ts`. */
export interface JobPayloads {
  mail: MailJob
}

export type JobKind = keyof JobPayloads
