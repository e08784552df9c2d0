import { claimJobs, finishJob, jobStats, putJobs } from '@barkyard/db/queries/jobs/jobs'
import { sweepOlder } from '@barkyard/db/queries/rows'
import { openTestDatabase } from '@barkyard/db/testing/database'
import { until } from '@barkyard/postgres/testing/until'
import { fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { growingPause, type Job, type JobHandler, JobRunner } from '../../src/platform/jobs/runner.ts'
import { MINUTE } from '../times.ts'

const log = fastify({ logger: false }).log
const db = await openTestDatabase()
let clock = new Date('2026-06-01T12:00:00Z')
const now = () => clock
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}

const runners: { stop(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map(runner => runner.stop()))
  await db.deleteFrom('jobs').execute()
})

interface Payload {
  n: number
}
const put = (n: number, options: { key?: string; dueAt?: Date } = {}, on: Parameters<typeof putJobs>[0] = db) =>
  putJobs(on, [{ kind: 'test', payload: { n }, dueAt: clock, createdAt: clock, ...options }])

function startRunner(
  run: (job: Job<Payload>) => Promise<{ until: Date } | undefined>,
  options: Partial<JobHandler<Payload>> = {},
) {
  const handler = { kind: { name: 'test' }, atOnce: 5, pauseAfter: growingPause, redact: () => ({}), ...options, run }
  const runner = new JobRunner<Payload>({ db, handler, now, log })
  runners.push(runner)
  return runner
}
/** A runner that does nothing but note which jobs ran. */
function startNoting() {
  const ran: number[] = []
  const runner = startRunner(async ({ payload }) => void ran.push(payload.n) as undefined)
  return { ran, runner }
}
const claim = (leaseId: string = crypto.randomUUID()) =>
  claimJobs(db, { kind: 'test', now: clock, limit: 1, leaseId, leaseSeconds: 60 })
/** What a job can wait for until the test ends it. */
function newHold() {
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  return { ended, end: () => end() }
}
const rows = () => db.selectFrom('jobs').selectAll().execute()
const untilNoneIsLeft = () => until(rows, [])

test('a job of a failed transaction never runs, and another not before the clock says that it is due', async () => {
  await expect(
    db.transaction().execute(async trx => {
      await put(1, {}, trx)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await put(2, { dueAt: new Date(clock.getTime() + MINUTE) })
  await put(3)
  const { ran, runner } = startNoting()
  await until(() => ran, [3])
  later(MINUTE)
  runner.wake()
  await untilNoneIsLeft()
  expect(ran).toEqual([3, 2])
})

test('a job with the key of a waiting job is the same job until that one is done, which waits for a transaction', async () => {
  await put(1, { key: 'a' })
  await db.transaction().execute(async trx => {
    await put(2, { key: 'a' }, trx)
    expect(await claim()).toEqual([])
  })
  const { ran, runner } = startNoting()
  await untilNoneIsLeft()
  await put(3, { key: 'a' })
  runner.wake()
  await untilNoneIsLeft()
  expect(ran).toEqual([1, 3])
})

test.each(['has ended', 'has failed'])('a job that is put anew while it runs, runs anew once it %s', async how => {
  const ran: number[] = []
  const { ended, end } = newHold()
  const run = async ({ payload, attempt }: Job<Payload>) => {
    ran.push(payload.n)
    expect(attempt).toBe(1)
    if (payload.n > 1) return undefined
    await ended
    if (how === 'has failed') throw new Error('no')
    return undefined
  }
  await put(1, { key: 'a' })
  const runner = startRunner(run)
  await until(() => ran, [1])
  for (const n of [2, 3]) await put(n, { key: 'a' })
  expect(await claim()).toEqual([])
  end()
  await untilNoneIsLeft()
  expect(ran).toEqual([1, 2])
  expect(runner.counts).toMatchObject({ done: how === 'has ended' ? 2 : 1, givenUp: 0 })
})

test('two processes run each of 300 jobs once', async () => {
  await db.transaction().execute(async trx => {
    for (let n = 0; n < 300; n++) await put(n, {}, trx)
  })
  const [one, other] = [startNoting(), startNoting()]
  await untilNoneIsLeft()
  expect([...one.ran, ...other.ran].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n))
})

test('a failed job is tried again with growing pauses for two days, and then kept as failed until it is swept', async () => {
  const attempts: number[] = []
  const runner = startRunner(async ({ attempt }) => {
    attempts.push(attempt)
    throw new Error('the server is unavailable')
  })
  await put(1)
  const pauses: number[] = []
  const began = clock.getTime()
  for (let tries = 1; ; tries++) {
    runner.wake()
    await until(() => attempts.length, tries)
    // The row is read after the try: its lease shows whether the try is recorded.
    const [row] = await until(rows, ([found]) => found?.lease_id === null)
    if (row?.given_up_at) break
    const dueAt = row?.due_at ?? clock
    pauses.push((dueAt.getTime() - clock.getTime()) / MINUTE)
    clock = dueAt
  }
  expect([...pauses.slice(0, 3), Math.max(...pauses)]).toEqual([0.25, 0.5, 1, 6 * 60])
  expect(attempts).toEqual(attempts.map((_, index) => index + 1))
  expect(clock.getTime() - began).toBeGreaterThanOrEqual(48 * 60 * MINUTE)
  expect(clock.getTime() - began).toBeLessThan(60 * 60 * MINUTE)
  expect(runner.counts).toMatchObject({ failed: attempts.length, givenUp: 1, done: 0 })
  expect(await jobStats(db, clock)).toEqual([{ kind: 'test', depth: 0, oldestSeconds: 0, givenUp: 1 }])
  await sweepOlder(db, 'jobs', 'given_up_at', new Date(clock.getTime() + 1))
  expect(await rows()).toEqual([])
})

test('a postponed job waits until its time, without counting as failed', async () => {
  const attempts: number[] = []
  const postponed = new Date(clock.getTime() + MINUTE)
  const runner = startRunner(async ({ attempt }) => {
    attempts.push(attempt)
    return attempts.length === 1 ? { until: postponed } : undefined
  })
  await put(1)
  runner.wake()
  await until(rows, list => expect(list).toMatchObject([{ due_at: postponed, attempts: 0, lease_id: null }]))
  later(MINUTE)
  runner.wake()
  await untilNoneIsLeft()
  expect(attempts).toEqual([1, 1])
})

test('the job of a killed process is taken over after its lease, and the dead process cannot finish it', async () => {
  await put(1)
  const [dead, heir] = [crypto.randomUUID(), crypto.randomUUID()]
  const [job] = await claim(dead)
  expect(await claim()).toEqual([])
  const past = new Date(Date.now() - 1000)
  await db.updateTable('jobs').set({ leased_until: past }).execute()
  expect(await claim(heir)).toMatchObject([{ id: job?.id, attempt: 2 }])
  expect(await finishJob(db, { id: job?.id ?? '', leaseId: dead })).toBe(false)
  expect(await finishJob(db, { id: job?.id ?? '', leaseId: heir })).toBe(true)
})

test('stopping waits for the running job and starts no other', async () => {
  const { ended, end } = newHold()
  const ran: number[] = []
  await put(1)
  await put(2, { dueAt: new Date(clock.getTime() + 1) })
  const run = async ({ payload }: Job<Payload>) => {
    ran.push(payload.n)
    await ended
    return undefined
  }
  const runner = startRunner(run, { atOnce: 1 })
  await until(() => ran, [1])
  later(1)
  let hasStopped = false
  const stopping = runner.stop().then(() => {
    hasStopped = true
  })
  expect(hasStopped).toBe(false)
  end()
  await stopping
  expect(ran).toEqual([1])
  expect(await rows()).toMatchObject([{ payload: { n: 2 } }])
})
