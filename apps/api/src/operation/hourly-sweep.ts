import type { Db } from '@barkyard/db/open'
import { sweepLinks } from '@barkyard/db/queries/account-links'
import { sweepAudit } from '@barkyard/db/queries/audit'
import { sweepJobs } from '@barkyard/db/queries/jobs'
import { sweepNotifications } from '@barkyard/db/queries/notifications'
import { sweepRowCounts } from '@barkyard/db/queries/row-counts'
import { sweepSessions } from '@barkyard/db/queries/sessions'
import { sweepCases } from '@barkyard/db/queries/sweep-cases'
import { auditKeptSince } from '@barkyard/domain/audit'
import { NOTIFICATIONS_KEPT_DAYS } from '@barkyard/domain/notification'
import { casesKeptSince } from '@barkyard/domain/report'
import type { FastifyBaseLogger } from 'fastify'
import { SESSION_DAYS } from '../access/sessions.ts'
import { giveUpUploads, type PhotoSweeper } from '../storage/sweep.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Failed jobs are kept this long, so that the operator can inspect them. */
const GIVEN_UP_DAYS = 14

/** Removes everything that is too old at `now`. Failures are logged; the next sweep repeats them. */
export async function hourlySweep(
  { db, sweeper, log }: { db: Db; sweeper: PhotoSweeper; log: FastifyBaseLogger },
  now: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const tasks = [
    giveUpUploads(db).then(() => sweeper.sweepSoon()),
    sweepSessions(db, daysAgo(SESSION_DAYS)),
    sweepLinks(db, daysAgo(1)),
    sweepJobs(db, daysAgo(GIVEN_UP_DAYS)),
    sweepAudit(db, auditKeptSince(now)),
    sweepRowCounts(db),
    sweepNotifications(db, daysAgo(NOTIFICATIONS_KEPT_DAYS)),
    sweepCases(db, casesKeptSince(now)).then(() => sweeper.sweepSoon()),
  ]
  for (const result of await Promise.allSettled(tasks))
    if (result.status === 'rejected')
      log.warn({ code: result.reason?.code }, 'the hourly sweep failed; it runs again in an hour')
}
