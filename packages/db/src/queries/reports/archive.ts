import type { Db } from '../../open.ts'
import { everyItem } from '../paging.ts'
import { caseIdOf } from './parties.ts'
import { listReports } from './reports.ts'

/** Reports of a user that one query reads. */
const ARCHIVED_AT_ONCE = 200

/** All reports of a user with their notes, newest first, page by page, for the export of the account. */
export async function* archivedReports(db: Db, userId: string) {
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
