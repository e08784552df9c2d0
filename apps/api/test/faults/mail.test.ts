import { openDatabase } from '@barkyard/db/open'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Client, signUp, unique } from '../client.ts'
import { testMailbox } from '../mailbox.ts'
import { type ApiProcess, newProcess } from './processes.ts'

const mailbox = await testMailbox()
let databaseUrl: string
let db: ReturnType<typeof openDatabase>
beforeAll(async () => {
  databaseUrl = (await createTestDatabase()).url
  db = openDatabase(databaseUrl, { max: 2 })
  return () => db.destroy()
})
beforeEach(() => {
  mailbox.mood = 'take'
  return async () => {
    await db.deleteFrom('jobs').execute()
  }
})

const newApi = () =>
  newProcess({
    ...{
      DATABASE_URL: databaseUrl,
      SMTP_URL: mailbox.url,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'debug',
      TRUST_PROXY: 'loopback',
    },
    SESSION_SECRET: 'a secret that all processes of a test share',
  })

/** The processes of a test, which are killed after it. */
async function withProcesses(count: number, work: (...apis: ApiProcess[]) => Promise<void>): Promise<void> {
  const apis = await Promise.all(Array.from({ length: count }, newApi))
  try {
    await Promise.all(apis.map(api => api.start()))
    await work(...apis)
  } finally {
    await Promise.all(apis.map(api => api.end('SIGKILL')))
  }
}

const jobs = () => db.selectFrom('jobs').select(['attempts', 'lease_id', 'due_at', 'given_up_at']).execute()
/** Ends the pause before the next try. A process notices this as soon as another mail is put. */
const bringForward = () =>
  db
    .updateTable('jobs')
    .set({ due_at: new Date(0) })
    .execute()
const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to === address)
const forget = (api: ApiProcess, email: string) => new Client(api.url).post('/api/forgot', { email })

test('a mail is sent later if the server refuses, hangs or dies, and no address is logged', () =>
  withProcesses(1, async api => {
    const addresses: string[] = []
    for (const mood of ['refuse', 'hang', 'die'] as const) {
      mailbox.mood = mood
      const { user } = await signUp(api.url, { email: `unavailable-${mood}-${unique()}@example.test` })
      addresses.push(user.email)
      await until(jobs, list => list.some(({ attempts, lease_id }) => attempts === 1 && lease_id === null))
      const [job] = await jobs()
      expect(job?.due_at.getTime()).toBeGreaterThan(Date.now())
      expect(mailsTo(user.email)).toEqual([])
      mailbox.mood = 'take'
      await bringForward()
      await forget(api, `nobody-${unique()}@example.test`)
      await mailbox.mailTo(user.email, { subject: /^Confirm/ })
      await until(jobs, [])
      expect(mailsTo(user.email)).toHaveLength(1)
    }
    expect(api.log).toContain('a job failed; it is tried again')
    for (const word of [...addresses, 'example.test', 'no mailbox']) expect(api.log).not.toContain(word)
  }))

test('a mail requested before kill -9 is sent after the restart, even if it was being sent', () =>
  withProcesses(1, async api => {
    mailbox.mood = 'hang'
    const offered = mailbox.offered
    const { user } = await signUp(api.url, { email: `killed-${unique()}@example.test` })
    await until(
      () => mailbox.offered,
      value => value > offered,
    )
    await api.end('SIGKILL')
    expect(await jobs()).toHaveLength(1)
    mailbox.mood = 'take'
    // The dead process's lease has expired.
    await sql`UPDATE jobs SET leased_until = now() - interval '1 second'`.execute(db)
    await api.start()
    await mailbox.mailTo(user.email, { subject: /^Confirm/ })
    await until(jobs, [])
    expect(mailsTo(user.email)).toHaveLength(1)
  }))

test('two processes on one database send each mail once', () =>
  withProcesses(2, async (one, two) => {
    const emails = Array.from({ length: 40 }, () => `twice-${unique()}@example.test`)
    await Promise.all(emails.map((email, n) => signUp((n % 2 === 0 ? one : two).url, { email })))
    await until(jobs, [])
    for (const email of emails) expect([email, mailsTo(email).length]).toEqual([email, 1])
  }))

test('SIGTERM waits for the mail that is being sent, 8 s at most', () =>
  withProcesses(1, async api => {
    mailbox.mood = 'hold'
    const offered = mailbox.offered
    const { user } = await signUp(api.url, { email: `stopped-${unique()}@example.test` })
    await until(
      () => mailbox.offered,
      value => value > offered,
    )
    const ended = api.end('SIGTERM')
    await until(() =>
      fetch(`${api.url}/api/live`).then(
        () => false,
        () => true,
      ),
    )
    mailbox.release()
    expect(await ended).toBe(0)
    expect(mailsTo(user.email)).toHaveLength(1)
    expect(await jobs()).toEqual([])

    await api.start()
    mailbox.mood = 'hang'
    const before = mailbox.offered
    await signUp(api.url, { email: `stopped-${unique()}@example.test` })
    await until(
      () => mailbox.offered,
      value => value > before,
    )
    expect(await api.end('SIGTERM')).toBe(0)
    expect(await jobs()).toHaveLength(1)
  }))
