import type { StatementTemplate } from '@barkyard/domain/schemas/report'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { countOf } from '../rows.ts'

type TemplateFields = Omit<StatementTemplate, 'id'>

const columns = ['id', 'action', 'title', 'body as text'] as const

/** All templates in the order in which they were written. */
export const listTemplates = (db: Db): Promise<StatementTemplate[]> =>
  db.selectFrom('statement_templates').select(columns).orderBy('id').execute()

/** 'templates-full': there are `atMost` already. */
export async function createTemplate(trx: Trx, { action, title, text }: TemplateFields, atMost: number) {
  // Locks the table, so that nothing is added between counting and adding.
  await sql`LOCK TABLE statement_templates IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  const count = await countOf(trx.selectFrom('statement_templates'))
  if (count >= atMost) return 'templates-full'
  return trx
    .insertInto('statement_templates')
    .values({ id: newId(), action, title, body: text })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function editTemplate(trx: Trx, id: string, { action, title, text }: TemplateFields) {
  const row = await trx
    .updateTable('statement_templates')
    .set({ action, title, body: text })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return row ?? 'template-not-found'
}

/** @returns its title. */
export async function deleteTemplate(trx: Trx, id: string): Promise<{ title: string } | 'template-not-found'> {
  const row = await trx.deleteFrom('statement_templates').where('id', '=', id).returning('title').executeTakeFirst()
  return row ?? 'template-not-found'
}
