import { CASE_KEPT_DAYS, casesKeptSince, isNoticeAction, NOTICE_ACTIONS } from '@barkyard/domain/report'
import type { Notice } from '@barkyard/domain/schemas/report'
import type { Db, Trx } from '../../open.ts'
import { listStaffIds } from '../admins.ts'
import { newId } from '../ids.ts'
import { pageById } from '../paging.ts'
import { exists } from '../rows.ts'
import { shapeOf } from '../shape.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const decision = shapeOf('decisions', 'id', 'action', 'statement', 'dog_name', 'created_at', 'until')

const notices = (db: Db | Trx, ownerId: string) =>
  db
    .selectFrom('decisions')
    .leftJoin('report_cases as appeal', 'appeal.appeal_of', 'decisions.id')
    .leftJoin('decisions as answer', 'answer.case_id', 'appeal.id')
    .select([...decision.columns, 'decisions.dog_id', 'appeal.id as appeal_id'])
    .select(['answer.action as answer_action', 'answer.statement as answer_statement'])
    .select(eb =>
      eb
        .selectFrom('report_notes')
        .select('body')
        .whereRef('report_notes.case_id', '=', 'appeal.id')
        .limit(1)
        .as('appeal_text'),
    )
    .where('decisions.owner_id', '=', ownerId)
    .where('decisions.action', 'in', NOTICE_ACTIONS)

type NoticeRow = Awaited<ReturnType<ReturnType<typeof notices>['execute']>>[number]

function toNotice(row: NoticeRow): Notice {
  if (!isNoticeAction(row.action)) throw new Error('this decision has no notice')
  return {
    ...decision.of(row),
    action: row.action,
    // A case always names a dog. That of an owner without one has no name.
    dogId: row.dog_name === '' ? null : row.dog_id,
    appealBy: new Date(row.created_at.getTime() + CASE_KEPT_DAYS * DAY_MS).toISOString(),
    appeal:
      row.appeal_id === null
        ? null
        : {
            text: row.appeal_text ?? '',
            state: row.answer_action === null ? 'open' : row.answer_action === 'reverse' ? 'reversed' : 'upheld',
            statement: row.answer_statement,
          },
  }
}

/** Decisions about a user, newest first. */
export async function listNotices(db: Db, ownerId: string, page: { limit: number; cursor?: string | undefined }) {
  return pageById(notices(db, ownerId), 'decisions.id', page, toNotice)
}

export interface NewAppeal {
  ownerId: string
  noticeId: string
  text: string
  now: Date
}

/** Adds an appeal to the queue, and says to which admins. A decision can have one appeal, as long as its case is kept. */
export async function storeAppeal(trx: Trx, { ownerId, noticeId, text, now }: NewAppeal) {
  // Locks the decision, so that the second of two simultaneous appeals sees the first.
  const against = await trx
    .selectFrom('decisions')
    .select(['id', 'dog_id', 'dog_name', 'created_at'])
    .where('id', '=', noticeId)
    .where('owner_id', '=', ownerId)
    .where('action', 'in', NOTICE_ACTIONS)
    .forUpdate()
    .executeTakeFirst()
  if (!against) return 'notice-not-found'
  if (await exists(trx.selectFrom('report_cases').where('appeal_of', '=', noticeId))) return 'already-appealed'
  if (against.created_at < casesKeptSince(now)) return 'appeal-too-late'
  const id = newId()
  await trx
    .insertInto('report_cases')
    .values({
      id,
      kind: 'appeal',
      dog_id: against.dog_id,
      dog_name: against.dog_name,
      owner_id: ownerId,
      appeal_of: noticeId,
      appellant_id: ownerId,
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('report_notes')
    .values({ id: newId(), case_id: id, author_id: ownerId, body: text, created_at: now })
    .execute()
  const row = await notices(trx, ownerId).where('decisions.id', '=', noticeId).executeTakeFirstOrThrow()
  return { notice: toNotice(row), adminIds: await listStaffIds(trx) }
}
