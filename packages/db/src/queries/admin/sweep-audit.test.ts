import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { sweepOlder } from '../rows.ts'

const sent: string[] = []
const db = await openTestDatabase({ onStatement: statement => sent.push(statement.sql) })

test('all old entries of the audit log are deleted, by statements that delete a limited number each', async () => {
  await sql`
    INSERT INTO audit_log (id, at, admin_id, admin_email, action)
    SELECT gen_random_uuid(), CASE WHEN n > 2500 THEN now() ELSE now() - interval '3 years' END, gen_random_uuid(), 'a@b.test', 'dog-edited'
    FROM generate_series(1, 2501) n`.execute(db)
  await sweepOlder(db, 'audit_log', 'at', new Date(Date.now() - 24 * 60 * 60 * 1000))
  expect(sent.filter(text => /DELETE/i.test(text))).toHaveLength(3)
  expect((await db.selectFrom('audit_log').select('id').execute()).length).toBe(1)
})
