import type { Db } from '../../open.ts'
import { everyItem } from '../paging.ts'
import { caseIdOf } from './parties.ts'
import { listReports } from './reports.ts'

/** A report with its notes, for the export of the reporter's account. */
interface ArchivedReport {
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
  const reports = everyItem(cursor => listReports(db, userId, { limit: ARCHIVED_AT_ONCE, cursor }))
  for await (const { id, kind, createdAt, outcome } of reports) {
    const [dog, notes] = await Promise.all([
      db.selectFrom('report_cases').select('dog_name').where('id', '=', caseIdOf(id)).executeTakeFirst(),
      db
        .selectFrom('report_notes')
        .select('body')
        .where('case_id', '=', caseIdOf(id))
        .where('author_id', '=', userId)
        .orderBy('id')
        .execute(),
    ])
    yield { id, dogName: dog?.dog_name ?? '', kind, createdAt, notes: notes.map(note => note.body), outcome }
  }
}
