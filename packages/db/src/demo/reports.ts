import { AUDIT_ACTION_OF_DECISION } from '@barkyard/domain/audit'
import type { ReportKind } from '@barkyard/domain/report'
import type { DogViewer } from '@barkyard/domain/visibility'
import { writeAudit } from '../queries/admin/audit.ts'
import { notifyUser } from '../queries/notifications/notify.ts'
import { type Decided, type DecisionRequest, decideCase } from '../queries/reports/decide-case.ts'
import { findCaseRow } from '../queries/reports/moderation-queue.ts'
import { storeAppeal } from '../queries/reports/notices.ts'
import { storeReport } from '../queries/reports/reports.ts'
import type { Trx } from '../transaction.ts'
import type { DemoDog } from './dogs.ts'

const HOUR_MS = 60 * 60 * 1000

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

export interface DemoYard {
  dogs: readonly DemoDog[]
  /** By the owner's key. */
  userIds: ReadonlyMap<string, string>
  /** By the dog's name. */
  dogIds: ReadonlyMap<string, string>
  now: Date
}

/** Puts reports into the queue: two open cases, one of them urgent, one that is decided, and an appeal against it. */
export async function addReports(trx: Trx, yard: DemoYard): Promise<void> {
  const decidedId = await report(trx, yard, DECIDED)
  await decideAndAppeal(trx, yard, decidedId)
  for (const one of OPEN) await report(trx, yard, one)
}

function need<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`The demo has no ${what}`)
  return value
}

const ownerOf = ({ dogs, userIds }: DemoYard, name: string) =>
  need(userIds.get(dogs.find(dog => dog.name === name)?.owner ?? ''), `owner of ${name}`)

/** A dog by its name, as which its owner acts. */
export const actingAs = (yard: DemoYard, name: string): DogViewer => ({
  kind: 'dog',
  userId: ownerOf(yard, name),
  dogId: need(yard.dogIds.get(name), name),
})

async function report(trx: Trx, yard: DemoYard, { kind, about, by, hoursAgo, note }: DemoReport): Promise<string> {
  const stored = await storeReport(trx, actingAs(yard, by), {
    kind,
    note,
    dogId: need(yard.dogIds.get(about), about),
    now: new Date(yard.now.getTime() - hoursAgo * HOUR_MS),
  })
  if (typeof stored === 'string') throw new Error(`The demo's report about ${about}: ${stored}`)
  return stored.id
}

async function decideAndAppeal(trx: Trx, yard: DemoYard, caseId: string): Promise<void> {
  const ownerId = ownerOf(yard, DECIDED.about)
  const adminId = need(yard.userIds.get('admin'), 'admin')
  const at = (hoursAfter: number) => new Date(yard.now.getTime() - (DECIDED.hoursAgo - hoursAfter) * HOUR_MS)
  const { version } = need(await findCaseRow(trx, caseId), 'case')
  const request: DecisionRequest = {
    caseId,
    version,
    adminId,
    now: at(20),
    action: 'warn',
    statement: DECIDED.statement,
    photoIds: [],
    until: null,
  }
  const decided = await decideCase(trx, request)
  if (typeof decided === 'string') throw new Error(`The demo's case: ${decided}`)
  const detail = { reportId: caseId, kind: decided.kind }
  await writeAudit(trx, adminId, {
    action: AUDIT_ACTION_OF_DECISION.warn,
    dogId: decided.dogId,
    userId: ownerId,
    detail,
  })
  await notifyOfDecision(trx, ownerId, decided, request.now)
  const appeal = await storeAppeal(trx, { ownerId, noticeId: decided.id, text: DECIDED.appeal, now: at(48) })
  if (typeof appeal === 'string') throw new Error(`The demo's appeal: ${appeal}`)
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
