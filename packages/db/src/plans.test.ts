import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, openPatiently } from '../testing/database.ts'
import { account } from '../testing/plans/account.ts'
import { admin } from '../testing/plans/admin.ts'
import type { Call, Calls } from '../testing/plans/calls.ts'
import { chats } from '../testing/plans/chats.ts'
import { fillCrowd } from '../testing/plans/crowd.ts'
import { dogs } from '../testing/plans/dogs.ts'
import { notifications } from '../testing/plans/notifications.ts'
import { parks } from '../testing/plans/parks.ts'
import { planOf, rowsRead } from '../testing/plans/read-plan.ts'
import { walks } from '../testing/plans/walks.ts'
import type { Db, Statement } from './open.ts'

/** Every query of the app by feature. */
const FEATURES: Calls = { ...dogs, ...chats, ...notifications, ...account, ...admin, ...walks, ...parks }

/** The admin's totals stop counting at a fixed number, so they may scan (queries/paging.ts). */
const COUNTED = /^SELECT count\(\*\)::int AS total FROM \([\s\S]* LIMIT 100000\) AS found$/

let db: Db
/** Makes the plans. */
let planner: pg.Client
let seen: Statement[] = []
beforeAll(async () => {
  const { url } = await createTestDatabase()
  await fillCrowd(url)
  planner = new pg.Client({ connectionString: url })
  await planner.connect()
  db = openPatiently(url, { max: 1, onStatement: statement => seen.push(statement) })
}, 120_000)
afterAll(() => Promise.all([db.destroy(), planner.end()]))

/** Such as 'match-not-found'. */
const REFUSAL = /^[a-z]+(-[a-z]+)+$/
const kept = new Map<Call, Statement[]>()

/** The statements of a call, without those of its transaction. Each call is made once, because many change data. */
async function statementsOf(call: Call): Promise<Statement[]> {
  const known = kept.get(call)
  if (known) return known
  seen = []
  // A call that the data refuses stops before what it costs.
  expect(await call.run(db)).not.toEqual(expect.stringMatching(REFUSAL))
  const statements = seen.filter(({ sql }) => !/^(begin|commit|rollback)/i.test(sql))
  kept.set(call, statements)
  return statements
}

const tidy = (sql: string) => sql.trim().replaceAll(/\n\s*/g, '\n  ')

// These tables stay small, or are empty in the test data.
const SMALL = new Set([
  ...['vapid_keys', 'removed_photos', 'pending_photos', 'outdated_photos', 'copied_photos', 'blocks', 'partings'],
  ...['row_counts', 'statement_templates', 'case_notes', 'pair_deliveries', 'idempotency_keys'],
  ...['passkey_challenges', 'lost_cases', 'lost_tellings', 'lost_sightings', 'report_lost'],
])

for (const [feature, calls] of Object.entries(FEATURES)) {
  test(`the SQL of ${feature} is the one committed`, async () => {
    const parts: string[] = []
    for (const [name, call] of Object.entries(calls)) {
      const texts = (await statementsOf(call)).map(({ sql }) => `${tidy(sql)};`)
      parts.push(`-- ${name}\n${texts.join('\n')}\n`)
    }
    await expect(parts.join('\n')).toMatchFileSnapshot(`../sql/${feature}.sql`)
  })

  test.each(Object.entries(calls))(
    `${feature}, %s: no big table is scanned, the rows read are bounded`,
    async (_, call) => {
      let sum = 0
      for (const statement of await statementsOf(call)) {
        if (COUNTED.test(statement.sql)) continue
        const plan = await planOf(planner, statement)
        const scanned = call.stopsSoon
          ? []
          : plan.filter(node => node['Node Type'] === 'Seq Scan').map(node => node['Relation Name'] ?? '')
        expect({ sql: statement.sql, scanned: scanned.filter(table => !SMALL.has(table)) }).toMatchObject({
          scanned: [],
        })
        sum += rowsRead(plan)
      }
      expect(sum).toBeLessThanOrEqual(call.rows)
    },
  )
}
