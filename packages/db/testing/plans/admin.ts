import { type Db, inTransaction } from '../../src/open.ts'
import { deleteUsers } from '../../src/queries/account/delete-users.ts'
import { findUserDetails, listDogs, listDogsOf, listUsers, selectUsers } from '../../src/queries/admin/admin.ts'
import { setOwner } from '../../src/queries/admin/ownership.ts'
import { listAudit, writeAudit } from '../../src/queries/audit.ts'
import { notifyVaccinations } from '../../src/queries/notifications/notify-reminders.ts'
import { cursorOf, valueCursorOf } from '../../src/queries/paging.ts'
import { isKeptByReport, recordPhotoKeys, renameKeptPhoto } from '../../src/queries/photos/photo-keys.ts'
import { findCaseDetails, findKeptPhoto } from '../../src/queries/reports/case-details.ts'
import { addCaseNote, claimCase } from '../../src/queries/reports/case-lock.ts'
import { decideCase, sweepCases } from '../../src/queries/reports/decide-case.ts'
import { hideUnreported, showAgain, suspendUnreported } from '../../src/queries/reports/decide-unreported.ts'
import { listCases } from '../../src/queries/reports/moderation-queue.ts'
import { listNotices, storeAppeal } from '../../src/queries/reports/notices.ts'
import { listReports, storeReport } from '../../src/queries/reports/reports.ts'
import { deleteTemplate, editTemplate, listTemplates } from '../../src/queries/reports/statement-templates.ts'
import { sweepOlder } from '../../src/queries/rows.ts'
import { impersonateDog, stopImpersonating } from '../../src/queries/sign-in/sessions.ts'
import { decideVerification, listVerificationQueue } from '../../src/queries/verification/verification-queue.ts'
import {
  addEvidence,
  findEvidence,
  listVerifications,
  refuseEvidence,
  startVerification,
  sweepVerifications,
  withdrawVerification,
} from '../../src/queries/verification/verifications.ts'
import { type Calls, dog, nextTo, now, of, user, viewer, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const queue = { claimed: 'anybody' } as const
/** An admin, who reads and decides. */
const reader = { adminId: user, role: 'admin', now } as const
const by = { adminId: crowdId.user(2), role: 'admin', now } as const
const list = { limit: 50, sort: 'name' } as const
const decideAs = (db: Db, caseId: string, action: 'hide-dog' | 'reverse') =>
  inTransaction(db, trx =>
    decideCase(trx, {
      caseId,
      action,
      statement: 'Because',
      version: 1,
      photoIds: [],
      until: null,
      ...by,
    }),
  )

const A_TEMPLATE = { action: 'warn', title: 'Rude messages', text: 'Please keep it friendly.' } as const

/** Reports and the admin panel. */
export const admin: Calls = {
  reports: {
    'report a dog': within(40, trx =>
      storeReport(trx, viewer, { dogId: crowdId.dog(50_001), kind: 'rude', note: 'Because', now }),
    ),
    'own reports': of(100, db => listReports(db, crowdId.user(20_001), { limit: 50, cursor: nextTo(crowdId.case(1)) })),
    queue: of(8 * 51, db => listCases(db, { ...queue, state: 'open', limit: 50 }, reader), { stopsSoon: true }),
    'queue, next page': of(
      9 * 51,
      db =>
        listCases(
          db,
          { ...queue, state: 'open', limit: 50, cursor: cursorOf({ at: '1', id: crowdId.case(100) }) },
          reader,
        ),
      { stopsSoon: true },
    ),
    'decided, next page': of(
      9 * 51,
      db => listCases(db, { ...queue, state: 'decided', limit: 50, cursor: nextTo(crowdId.case(20_000)) }, reader),
      { stopsSoon: true },
    ),
    'a case': of(30, db => findCaseDetails(db, crowdId.case(3), reader)),
    note: within(20, trx => addCaseNote(trx, crowdId.case(4), 'A note', reader)),
    claim: within(10, trx => claimCase(trx, crowdId.case(4), reader, now)),
    'decide reports': of(60, db => decideAs(db, crowdId.case(5), 'hide-dog')),
    'list notices': of(20, db =>
      listNotices(db, crowdId.user(10_001), { limit: 50, cursor: nextTo(crowdId.decision(10_001)) }),
    ),
    appeal: within(20, trx =>
      storeAppeal(trx, { ownerId: crowdId.user(10_001), noticeId: crowdId.decision(10_001), text: 'No', now }),
    ),
    'decide an appeal': of(80, async db => {
      const { id } = await db
        .selectFrom('report_cases')
        .select('id')
        .where('appeal_of', '=', crowdId.decision(10_001))
        .executeTakeFirstOrThrow()
      await decideAs(db, id, 'reverse')
    }),
    'is a photo kept': of(2, db => isKeptByReport(db, 'key-7')),
    'a kept photo': of(10, db => findKeptPhoto(db, crowdId.case(7), crowdId.photo(7), user)),
    'rename a kept photo': of(5, db => renameKeptPhoto(db, 'key-7', 'a-kept-copy')),
    sweep: of(5, db => sweepCases(db, new Date(0))),
  },
  verification: {
    start: within(20, trx =>
      startVerification(
        trx,
        { kind: 'owner', userId: crowdId.user(30_001) },
        { dogId: crowdId.dog(30_001), kind: 'photo', code: 'four short plain words', now },
      ),
    ),
    own: of(100, db => listVerifications(db, user, { limit: 50, cursor: nextTo(crowdId.verification(1)) })),
    'may evidence come': of(5, db => refuseEvidence(db, crowdId.user(2), crowdId.verification(2))),
    'add evidence': of(20, async db => {
      await recordPhotoKeys(db, ['new-evidence'])
      const evidence = { key: 'new-evidence', now }
      await inTransaction(db, trx => addEvidence(trx, crowdId.user(4), crowdId.verification(4), evidence))
    }),
    withdraw: within(20, trx => withdrawVerification(trx, crowdId.user(6), crowdId.verification(6), now)),
    evidence: of(5, db => findEvidence(db, { kind: 'admin' }, crowdId.verification(8))),
    queue: of(3 * 51, db => listVerificationQueue(db, { state: 'waiting', limit: 50 }, 'moderator'), {
      stopsSoon: true,
    }),
    'queue, next page': of(
      4 * 51,
      db =>
        listVerificationQueue(
          db,
          { state: 'waiting', limit: 50, cursor: nextTo(crowdId.verification(100)) },
          'moderator',
        ),
      { stopsSoon: true },
    ),
    'decided, next page': of(
      4 * 51,
      db =>
        listVerificationQueue(
          db,
          { state: 'decided', limit: 50, cursor: nextTo(crowdId.verification(101)) },
          'moderator',
        ),
      { stopsSoon: true },
    ),
    decide: within(60, trx =>
      decideVerification(trx, { id: crowdId.verification(10), ...by, approve: true, reason: 'Fine', version: 1 }),
    ),
    'remind of vaccinations': within(5, trx => notifyVaccinations(trx, now)),
    sweep: of(5, db => sweepVerifications(db, { evidenceSince: new Date(0), since: new Date(0) })),
  },
  admin: {
    users: of(4 * 50, db => listUsers(db, list)),
    'users, next page': of(6 * 50, db =>
      listUsers(db, { ...list, cursor: valueCursorOf({ value: 'kim crowd 100', id: crowdId.user(100) }) }),
    ),
    'users by a search': of(500, db => listUsers(db, { ...list, limit: 5, search: 'crowd 3141' })),
    selection: of(5_000, db => selectUsers(db, user, 'crowd 3141', 10_000)),
    'all dogs': of(4 * 50, db => listDogs(db, list, { unowned: false })),
    'all dogs, next page': of(6 * 50, db =>
      listDogs(db, { ...list, cursor: valueCursorOf({ value: 'dog 100', id: crowdId.dog(100) }) }, { unowned: false }),
    ),
    'dogs by a search': of(4_000, db => listDogs(db, { ...list, limit: 5, search: 'dog 3141' }, { unowned: false })),
    'unowned dogs': of(4 * 50, db => listDogs(db, list, { unowned: true })),
    'dogs of a user': of(10, db => listDogsOf(db, user)),
    'a user': of(250, db =>
      findUserDetails(db, crowdId.user(20_001), { adminId: user, now, sessionsSince: new Date(0) }),
    ),
    'suspend without a report': within(80, trx =>
      suspendUnreported(trx, crowdId.user(20_003), { ...by, statement: 'Because', until: null, now }),
    ),
    'hide without a report': within(60, trx =>
      hideUnreported(trx, crowdId.dog(20_005), { ...by, statement: 'Because', now }),
    ),
    'show again': within(40, trx => showAgain(trx, crowdId.dog(20_005), by)),
    'users by e-mail, next page': of(6 * 50, db =>
      listUsers(db, {
        limit: 50,
        sort: 'email',
        cursor: valueCursorOf({ value: 'owner100@crowd.test', id: crowdId.user(100) }),
      }),
    ),
    audit: of(4 * 50, db => listAudit(db, { limit: 50 })),
    'sweep the audit log': of(5, db => sweepOlder(db, 'audit_log', 'at', new Date(0))),
    note: within(10, trx => writeAudit(trx, user, { action: 'impersonation-started', dogId: dog })),
    templates: of(100, db => listTemplates(db)),
    'edit a template': within(20, trx => editTemplate(trx, crowdId.case(1), A_TEMPLATE)),
    'delete a template': within(20, trx => deleteTemplate(trx, crowdId.case(1))),
    'hand over a dog': within(30, trx => setOwner(trx, crowdId.dog(9), crowdId.user(11), 50, now)),
    impersonate: within(10, trx => impersonateDog(trx, crowdId.session(1), crowdId.dog(5))),
    'stop impersonating': of(10, db => stopImpersonating(db, crowdId.session(1))),
    'delete users': within(50, trx => deleteUsers(trx, [crowdId.user(30_000)], now)),
  },
}
