import { setTimeout } from 'node:timers/promises'
import { putJobs } from '@barkyard/db/queries/jobs/jobs'
import { sql } from 'kysely'
import { copyOf } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { openDb } from './lib/opened.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio } from './lib/report.ts'

const KIND = 'bench'
const JOBS = 5_000
const PUT_AT_ONCE = 4
const ROUNDS = 3
/** Polling without a pause would take a core from PostgreSQL. */
const POLL_MS = 20
/** Jobs of the same kind that are due much later. */
const WAITING = 1_000_000

type Runner = Child<'wake' | 'ran', { ran: string[] }>

/** Puts jobs one by one, each in its own transaction, while two processes run them. */
export async function run(): Promise<Goal[]> {
  const url = await copyOf(10_000, 'jobs')
  const db = openDb(url, PUT_AT_ONCE)
  const runners: Runner[] = [new Child('servers/jobs.ts', [url, KIND]), new Child('servers/jobs.ts', [url, KIND])]
  let repeated = 0

  async function putAndRun(): Promise<number> {
    const began = performance.now()
    const put = async () => {
      for (let index = 0; index < JOBS / PUT_AT_ONCE; index++) {
        const now = new Date()
        await putJobs(db, [{ kind: KIND, payload: { index }, dueAt: now, createdAt: now }])
        // The bus wakes the processes after each commit.
        for (const runner of runners) runner.tell('wake')
      }
    }
    await Promise.all(Array.from({ length: PUT_AT_ONCE }, put))
    const ran: string[] = []
    while (ran.length < JOBS) {
      await setTimeout(POLL_MS)
      for (const runner of runners) ran.push(...(await runner.ask('ran')).ran)
    }
    const seconds = (performance.now() - began) / 1000
    repeated += ran.length - new Set(ran).size
    return JOBS / seconds
  }
  const wait = (jobs: number) =>
    sql`INSERT INTO jobs (id, kind, payload, due_at, created_at)
        SELECT gen_random_uuid(), ${KIND}, '{}', now() + interval '1 day', now() FROM generate_series(1, ${jobs}::int)`.execute(
      db,
    )

  await Promise.all(runners.map(runner => runner.ready()))
  await putAndRun()
  const perSecond = await interleaved(ROUNDS, {
    none: async () => {
      await sql`DELETE FROM jobs`.execute(db)
      await sql`VACUUM ANALYZE jobs`.execute(db)
      return putAndRun()
    },
    many: async () => {
      await wait(WAITING)
      await sql`VACUUM ANALYZE jobs`.execute(db)
      return putAndRun()
    },
  })
  printTable(
    [`${JOBS.toLocaleString('en')} jobs put and done, two processes`, 'jobs/s'],
    [
      ['no other jobs', number(median(perSecond.none))],
      [`${WAITING.toLocaleString('en')} wait for tomorrow`, number(median(perSecond.many))],
    ],
  )
  return [
    goal('jobs put and done by two processes, a second', median(perSecond.none), '≥', 1_000),
    goal('the same: no others/a million that wait', ratio(perSecond.none, perSecond.many), '≤', 1.5),
    goal('jobs that ran twice', repeated, '≤', 0),
  ]
}
