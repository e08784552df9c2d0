import type { DayNumbers } from '@barkyard/domain/schemas/admin'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { twoMatched } from '../client.ts'
import { report } from '../reports.ts'

const app = testApp()

test('the numbers of two weeks count what happened on each day in San Francisco', async () => {
  const admin = await newAdmin(app)
  const read = async () => (await admin.get<DayNumbers[]>('/api/admin/numbers')).body
  const [before] = (await read()).slice(-1)
  const { first, second, matchId } = await twoMatched(app.url)
  await first.owner.post(`/api/messages/${matchId}`, { body: 'woof' })
  await report(first.owner, { dogId: second.dog.id })
  const days = await read()
  expect(days).toHaveLength(14)
  const [today] = days.slice(-1)
  const shown = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
  expect(today?.day).toBe(shown)
  expect(today).toMatchObject({ signUps: (before?.signUps ?? 0) + 2, messages: 1, reports: 1, playdates: 0 })
  expect(today?.barks).toBeGreaterThan(0)
  // Five days ago, an hour after midnight there.
  const day = days.at(-6)?.day ?? ''
  const at = new Date(Date.parse(`${day}T09:00:00Z`))
  await sql`UPDATE users SET created_at = ${at} WHERE id = ${first.owner.user.id}`.execute(app.services.db)
  const moved = await read()
  expect([moved.at(-6)?.signUps, moved.at(-1)?.signUps]).toEqual([1, (today?.signUps ?? 0) - 1])
})
