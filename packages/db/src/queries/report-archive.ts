import type { Db } from '../open.ts'
import { listReports } from './reports.ts'

/** A report with its notes, for the export of the reporter's account. */
export interface ArchivedReport {
  id: string
  dogName: string
  kind: string
  createdAt: string
  notes: string[]
  outcome: 'acted' | 'not acted' | null
}

/** Reports of a user that one query reads. */
const ARCHIVED_AT_ONCE = 200

/** All reports of a user, newest first, page by page. */
export async function* archivedReports(db: Db, userId: string): AsyncGenerator<ArchivedReport> {
  for (let cursor: string | undefined; ; ) {
    const reports = await listReports(db, userId, { limit: ARCHIVED_AT_ONCE, cursor })
    // The cursor's report was deleted meanwhile.
    if (reports === 'unknown cursor') return
    for (const { id, kind, createdAt, outcome } of reports) {
      const [dog, notes] = await Promise.all([
        db.selectFrom('report_cases').select('dog_name').where('id', '=', id).executeTakeFirst(),
        db
          .selectFrom('report_notes')
          .select('body')
          .where('case_id', '=', id)
          .where('author_id', '=', userId)
          .orderBy('id')
          .execute(),
      ])
      yield { id, dogName: dog?.dog_name ?? '', kind, createdAt, notes: notes.map(note => note.body), outcome }
    }
    if (reports.length < ARCHIVED_AT_ONCE) return
    cursor = reports.at(-1)?.id
  }
}
