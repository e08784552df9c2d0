import type { Db } from '../../src/open.ts'
import { listDogs, listDogsOf, listUsers, selectUsers } from '../../src/queries/admin.ts'
import { listAudit, sweepAudit, writeAudit } from '../../src/queries/audit.ts'
import { findCaseDetails } from '../../src/queries/case-details.ts'
import { claimCase } from '../../src/queries/case-lock.ts'
import { decideCase } from '../../src/queries/decide-case.ts'
import { impersonateDog, stopImpersonating } from '../../src/queries/impersonation.ts'
import { findKeptPhoto, isKeptByReport, renameKeptPhoto } from '../../src/queries/kept-photos.ts'
import { listCases } from '../../src/queries/moderation-queue.ts'
import { listNotices, storeAppeal } from '../../src/queries/notices.ts'
import { deleteUsers, setOwner } from '../../src/queries/ownership.ts'
import { listReports, storeReport } from '../../src/queries/reports.ts'
import { deleteTemplate, editTemplate, listTemplates } from '../../src/queries/statement-templates.ts'
import { sweepCases } from '../../src/queries/sweep-cases.ts'
import { inTransaction } from '../../src/transaction.ts'
import { type Calls, dog, now, of, user } from './calls.ts'
import { crowdId } from './crowd.ts'

const list = { limit: 50, sort: 'name' } as const
const decideAs = (db: Db, caseId: string, action: 'hide-dog' | 'reverse') =>
  inTransaction(db, trx =>
    decideCase(trx, {
      ...{ caseId, action, statement: 'Because', version: 1, photoIds: [], until: null },
      ...{ adminId: crowdId.user(2), now },
    }),
  )

const A_TEMPLATE = { action: 'warn', title: 'Rude messages', text: 'Please keep it friendly.' } as const

/** Reports and the admin panel. */
export const admin: Calls = {
  reports: {
    'report a dog': of(40, db =>
      inTransaction(db, trx =>
        storeReport(trx, {
          ...{ dogId: crowdId.dog(50_001), kind: 'rude', note: 'Because', now },
          ...{ reporterId: user, actingDogId: dog },
        }),
      ),
    ),
    'own reports': of(100, db => listReports(db, crowdId.user(20_001), { limit: 50, cursor: crowdId.case(1) })),
    queue: of(8 * 51, db => listCases(db, { state: 'open', limit: 50 }, { adminId: user, now }), { stopsSoon: true }),
    'queue, next page': of(
      9 * 51,
      db => listCases(db, { state: 'open', limit: 50, cursor: crowdId.case(100) }, { adminId: user, now }),
      { stopsSoon: true },
    ),
    'decided, next page': of(
      9 * 51,
      db => listCases(db, { state: 'decided', limit: 50, cursor: crowdId.case(20_000) }, { adminId: user, now }),
      { stopsSoon: true },
    ),
    'a case': of(30, db => findCaseDetails(db, crowdId.case(3), { adminId: user, now })),
    claim: of(10, db => inTransaction(db, trx => claimCase(trx, crowdId.case(4), { adminId: user, now }, now))),
    'decide reports': of(60, db => decideAs(db, crowdId.case(5), 'hide-dog')),
    'list notices': of(20, db =>
      listNotices(db, crowdId.user(10_001), { limit: 50, cursor: crowdId.decision(10_001) }),
    ),
    appeal: of(20, db =>
      inTransaction(db, trx =>
        storeAppeal(trx, { ownerId: crowdId.user(10_001), noticeId: crowdId.decision(10_001), text: 'No', now }),
      ),
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
    'a kept photo': of(2, db => findKeptPhoto(db, crowdId.case(7), crowdId.photo(7))),
    'rename a kept photo': of(5, db => renameKeptPhoto(db, 'key-7', 'a-new-key')),
    sweep: of(5, db => sweepCases(db, new Date(0))),
  },
  admin: {
    users: of(4 * 50, db => listUsers(db, list)),
    'users, next page': of(6 * 50, db => listUsers(db, { ...list, cursor: crowdId.user(100) })),
    'users by a search': of(500, db => listUsers(db, { ...list, limit: 5, search: 'crowd 3141' })),
    selection: of(5_000, db => selectUsers(db, user, 'crowd 3141', 10_000)),
    'all dogs': of(4 * 50, db => listDogs(db, list, { unowned: false })),
    'all dogs, next page': of(6 * 50, db => listDogs(db, { ...list, cursor: crowdId.dog(100) }, { unowned: false })),
    'dogs by a search': of(4_000, db => listDogs(db, { ...list, limit: 5, search: 'dog 3141' }, { unowned: false })),
    'unowned dogs': of(4 * 50, db => listDogs(db, list, { unowned: true })),
    'dogs of a user': of(10, db => listDogsOf(db, user)),
    'users by e-mail, next page': of(6 * 50, db =>
      listUsers(db, { limit: 50, sort: 'email', cursor: crowdId.user(100) }),
    ),
    audit: of(4 * 50, db => listAudit(db, { limit: 50 })),
    'sweep the audit log': of(5, db => sweepAudit(db, new Date(0))),
    note: of(10, db =>
      inTransaction(db, trx => writeAudit(trx, user, { action: 'impersonation-started', dogId: dog })),
    ),
    templates: of(100, db => listTemplates(db)),
    'edit a template': of(20, db => inTransaction(db, trx => editTemplate(trx, crowdId.case(1), A_TEMPLATE))),
    'delete a template': of(20, db => inTransaction(db, trx => deleteTemplate(trx, crowdId.case(1)))),
    'hand over a dog': of(30, db => inTransaction(db, trx => setOwner(trx, crowdId.dog(9), crowdId.user(11), 50, now))),
    impersonate: of(10, db => inTransaction(db, trx => impersonateDog(trx, crowdId.session(1), crowdId.dog(5)))),
    'stop impersonating': of(10, db => stopImpersonating(db, crowdId.session(1))),
    'delete users': of(50, db => inTransaction(db, trx => deleteUsers(trx, [crowdId.user(30_000)]))),
  },
}
