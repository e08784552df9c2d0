import { AUDIT_ACTION_OF_DECISION } from '@barkyard/domain/audit'
import type { ReportKind } from '@barkyard/domain/report'
import { writeAudit } from '../queries/admin/audit.ts'
import { notifyUser } from '../queries/notifications/notify.ts'
import { type Decided, type DecisionRequest, decideCase } from '../queries/reports/decide-case.ts'
import { findCaseRow } from '../queries/reports/moderation-queue.ts'
import { storeAppeal } from '../queries/reports/notices.ts'
import { storeReport } from '../queries/reports/reports.ts'
import type { Trx } from '../transaction.ts'
import type { Yard } from './yard.ts'

interface DemoReport {
  kind: ReportKind
  /** Dogs by name: the reported one, and the one that its owner reports as. */
  about: string
  by: string
  hoursAgo: number
  note: string
}

/** Decided, with an appeal that is open. */
const DECIDED: DemoReport & { statement: string; appeal: string } = {
  kind: 'photo',
  about: 'Juniper',
  by: 'Finn',
  hoursAgo: 96,
  note: 'My kid can be seen in one of the pictures. Nobody asked us.',
  statement: 'A photo of Juniper showed somebody else’s child. Please ask people before you share a picture of them.',
  appeal: 'Juniper is alone in all of her photos. I think this was meant for another dog.',
}

/** Open; all reports about one dog are one case. */
const OPEN: readonly DemoReport[] = [
  {
    kind: 'fake',
    about: 'Boris',
    by: 'Gus',
    hoursAgo: 30,
    note: 'I have seen this picture in an advertisement for skateboards.',
  },
  {
    kind: 'spam',
    about: 'Boris',
    by: 'Pepper',
    hoursAgo: 11,
    note: 'Wanted to sell me a skateboard in the second message.',
  },
  {
    kind: 'danger',
    about: 'Gaston',
    by: 'Brooklyn',
    hoursAgo: 3,
    note: 'He bit a small dog at the lake this morning, and his person just walked on. Please look at this soon.',
  },
]

/** Puts reports into the queue: two open cases, one of them urgent, one that is decided, and an appeal against it. */
export async function addReports(yard: Yard): Promise<void> {
  await decideAndAppeal(yard, await report(yard, DECIDED))
  for (const one of OPEN) await report(yard, one)
}

async function report(yard: Yard, { kind, about, by, hoursAgo, note }: DemoReport): Promise<string> {
  const request = {
    kind,
    note,
    dogId: yard.dog(about),
    now: yard.minutesAgo(hoursAgo * 60),
  }
  return yard.accepted(await storeReport(yard.trx, yard.actingAs(by), request), `report about ${about}`).id
}

async function decideAndAppeal(yard: Yard, caseId: string): Promise<void> {
  const { trx, accepted } = yard
  const [ownerId, adminId] = [yard.ownerOf(DECIDED.about), yard.user('admin')]
  const at = (hoursAfter: number) => yard.minutesAgo((DECIDED.hoursAgo - hoursAfter) * 60)
  const { version } = accepted(await findCaseRow(trx, caseId), 'case')
  const request: DecisionRequest = {
    caseId,
    version,
    adminId,
    role: 'admin',
    now: at(20),
    action: 'warn',
    statement: DECIDED.statement,
    photoIds: [],
    until: null,
  }
  const decided = accepted(await decideCase(trx, request), 'decision')
  await writeAudit(trx, adminId, {
    action: AUDIT_ACTION_OF_DECISION.warn,
    dogId: decided.dogId,
    userId: ownerId,
    detail: { reportId: caseId, kind: decided.kind },
  })
  await notifyOfDecision(trx, ownerId, decided, request.now)
  accepted(await storeAppeal(trx, { ownerId, noticeId: decided.id, text: DECIDED.appeal, now: at(48) }), 'appeal')
}

/** Notifies the owner and the reporters. Both have read it by now, and nothing is mailed. */
async function notifyOfDecision(
  trx: Trx,
  ownerId: string,
  { reporterIds, dogName }: Decided,
  now: Date,
): Promise<void> {
  const details = { action: 'warn', statement: DECIDED.statement, dogName }
  await notifyUser(trx, { event: 'decision', details, userId: ownerId }, now)
  for (const userId of reporterIds)
    await notifyUser(trx, { event: 'report-decided', details: { isActed: true, dogName }, userId }, now)
  await trx
    .updateTable('notifications')
    .set({ seen_at: now, push_at: null, mail_at: null })
    .where('event', 'in', ['decision', 'report-decided'])
    .execute()
}
