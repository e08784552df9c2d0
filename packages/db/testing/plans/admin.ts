import { ownerAs } from '@barkyard/domain/visibility'
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
import * as verifications from '../../src/queries/verification/verifications.ts'
import { type Calls, dog, now, of, pageAfter, scan, user, viewer, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const open = { claimed: 'anybody', state: 'open', limit: 50 } as const
const decided = { ...open, state: 'decided' } as const
const SECOND_PAGE = cursorOf({ at: '1', id: crowdId.case(100) })
/** An admin, who reads and decides. */
const reader = { adminId: user, role: 'admin', now } as const
const by = { adminId: crowdId.user(2), role: 'admin', now } as const
const decision = { ...by, statement: 'Because' }
const list = { limit: 50, sort: 'name' } as const
const decideAs = (db: Db, caseId: string, action: 'hide-dog' | 'reverse') =>
  inTransaction(db, trx => decideCase(trx, { caseId, action, version: 1, photoIds: [], until: null, ...decision }))

const notice = { ownerId: crowdId.user(10_001), noticeId: crowdId.decision(10_001) }
const A_VERIFICATION = { dogId: crowdId.dog(30_001), kind: 'photo', code: 'four short plain words', now } as const
const waitingPage = { state: 'waiting' as const, ...pageAfter(crowdId.verification(100)) }
const decidedPage = { state: 'decided' as const, ...pageAfter(crowdId.verification(101)) }
const approval = { ...by, approve: true, reason: 'Fine', version: 1 }
const owned = { unowned: false }
const cursorAt = (value: string, id: string) => valueCursorOf({ value, id })
const byEmail = { limit: 50, sort: 'email' as const, cursor: cursorAt('owner100@crowd.test', crowdId.user(100)) }
const A_TEMPLATE = { action: 'warn', title: 'Rude messages', text: 'Please keep it friendly.' } as const

/** Reports and the admin panel. */
export const admin: Calls = {
  reports: {
    'report a dog': within(40, storeReport, viewer, { dogId: crowdId.dog(50_001), kind: 'rude', note: 'Because', now }),
    'own reports': of(100, listReports, crowdId.user(20_001), pageAfter(crowdId.case(1))),
    queue: scan(8 * 51, listCases, open, reader),
    'queue, next page': scan(9 * 51, listCases, { ...open, cursor: SECOND_PAGE }, reader),
    'decided, next page': scan(9 * 51, listCases, { ...decided, ...pageAfter(crowdId.case(20_000)) }, reader),
    'a case': of(30, findCaseDetails, crowdId.case(3), reader),
    note: within(20, addCaseNote, crowdId.case(4), 'A note', reader),
    claim: within(10, claimCase, crowdId.case(4), reader, now),
    'decide reports': of(60, decideAs, crowdId.case(5), 'hide-dog'),
    'list notices': of(20, listNotices, notice.ownerId, pageAfter(notice.noticeId)),
    appeal: within(20, storeAppeal, { ...notice, text: 'No', now }),
    'decide an appeal': of(80, async db => {
      const { id } = await db
        .selectFrom('report_cases')
        .select('id')
        .where('appeal_of', '=', notice.noticeId)
        .executeTakeFirstOrThrow()
      await decideAs(db, id, 'reverse')
    }),
    'is a photo kept': of(2, isKeptByReport, 'key-7'),
    'a kept photo': of(10, findKeptPhoto, crowdId.case(7), crowdId.photo(7), user),
    'rename a kept photo': of(5, renameKeptPhoto, 'key-7', 'a-kept-copy'),
    sweep: of(5, sweepCases, new Date(0)),
  },
  verification: {
    start: within(20, verifications.startVerification, ownerAs(crowdId.user(30_001), null), A_VERIFICATION),
    own: of(100, verifications.listVerifications, user, pageAfter(crowdId.verification(1))),
    'may evidence come': of(5, verifications.refuseEvidence, crowdId.user(2), crowdId.verification(2)),
    'add evidence': of(20, async db => {
      await recordPhotoKeys(db, ['new-evidence'])
      const evidence = { key: 'new-evidence', now }
      await inTransaction(db, trx => verifications.addEvidence(trx, crowdId.user(4), crowdId.verification(4), evidence))
    }),
    withdraw: within(20, verifications.withdrawVerification, crowdId.user(6), crowdId.verification(6), now),
    evidence: of(5, verifications.findEvidence, { kind: 'admin' }, crowdId.verification(8)),
    queue: scan(3 * 51, listVerificationQueue, { state: 'waiting', limit: 50 }, 'moderator'),
    'queue, next page': scan(4 * 51, listVerificationQueue, waitingPage, 'moderator'),
    'decided, next page': scan(4 * 51, listVerificationQueue, decidedPage, 'moderator'),
    decide: within(60, decideVerification, { id: crowdId.verification(10), ...approval }),
    'remind of vaccinations': within(5, notifyVaccinations, now),
    sweep: of(5, verifications.sweepVerifications, { evidenceSince: new Date(0), since: new Date(0) }),
  },
  admin: {
    users: of(4 * 50, listUsers, list),
    'users, next page': of(6 * 50, listUsers, { ...list, cursor: cursorAt('kim crowd 100', crowdId.user(100)) }),
    'users by a search': of(500, listUsers, { ...list, limit: 5, search: 'crowd 3141' }),
    selection: of(5_000, selectUsers, user, 'crowd 3141', 10_000),
    'all dogs': of(4 * 50, listDogs, list, owned),
    'all dogs, next page': of(6 * 50, listDogs, { ...list, cursor: cursorAt('dog 100', crowdId.dog(100)) }, owned),
    'dogs by a search': of(4_000, listDogs, { ...list, limit: 5, search: 'dog 3141' }, owned),
    'unowned dogs': of(4 * 50, listDogs, list, { unowned: true }),
    'dogs of a user': of(10, listDogsOf, user),
    'a user': of(250, findUserDetails, crowdId.user(20_001), { adminId: user, now, sessionsSince: new Date(0) }),
    'suspend without a report': within(80, suspendUnreported, crowdId.user(20_003), { ...decision, until: null }),
    'hide without a report': within(60, hideUnreported, crowdId.dog(20_005), decision),
    'show again': within(40, showAgain, crowdId.dog(20_005), by),
    'users by e-mail, next page': of(6 * 50, listUsers, byEmail),
    audit: of(4 * 50, listAudit, { limit: 50 }),
    'sweep the audit log': of(5, db => sweepOlder(db, 'audit_log', 'at', new Date(0))),
    note: within(10, writeAudit, user, { action: 'impersonation-started', dogId: dog }),
    templates: of(100, listTemplates),
    'edit a template': within(20, editTemplate, crowdId.case(1), A_TEMPLATE),
    'delete a template': within(20, deleteTemplate, crowdId.case(1)),
    'hand over a dog': within(30, setOwner, crowdId.dog(9), crowdId.user(11), 50, now),
    impersonate: within(10, impersonateDog, crowdId.session(1), crowdId.dog(5)),
    'stop impersonating': of(10, stopImpersonating, crowdId.session(1)),
    'delete users': within(50, deleteUsers, [crowdId.user(30_000)], now),
  },
}
