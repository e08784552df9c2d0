import { openDatabase } from '@barkyard/db/open'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Client, signUp, unique } from '../client.ts'
import { testMailbox } from '../mailbox.ts'
import { type ApiProcess, newProcess } from './processes.ts'

const mailbox = await testMailbox()
let db: ReturnType<typeof openDatabase>
let api: ApiProcess
beforeAll(async () => {
  const { url } = await createTestDatabase()
  db = openDatabase(url, { max: 2 })
  const env = {
    DATABASE_URL: url,
    SMTP_URL: mailbox.url,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'debug',
    SESSION_SECRET: 'a secret that all processes of a test share',
  }
  api = await newProcess(env)
  await api.start()
  return async () => {
    await api.end('SIGKILL')
    await db.destroy()
  }
})
beforeEach(() => {
  mailbox.mood = 'take'
  return async () => {
    await db.deleteFrom('jobs').execute()
  }
})

const jobs = () => db.selectFrom('jobs').select(['attempts', 'lease_id', 'due_at', 'given_up_at']).execute()
/** Ends the pause before the next try. A process notices this as soon as another mail is put. */
const bringForward = () =>
  db
    .updateTable('jobs')
    .set({ due_at: new Date(0) })
    .execute()
const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to === address)
/** Somebody signs up whose mail is on its way. */
async function signUpAwaited(name: string) {
  const { offered } = mailbox
  const person = await signUp(api.url, { email: `${name}-${unique()}@example.test` })
  await until(() => mailbox.offered > offered)
  return person
}

test('a mail is sent later if the server refuses, hangs or dies, and no address is logged', async () => {
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
    await new Client(api.url).post('/api/forgot', { email: `nobody-${unique()}@example.test` })
    await mailbox.mailTo(user.email, { subject: /^Confirm/ })
    await until(jobs, [])
    expect(mailsTo(user.email)).toHaveLength(1)
  }
  expect(api.log).toContain('a job failed; it is tried again')
  for (const word of [...addresses, 'example.test', 'no mailbox']) expect(api.log).not.toContain(word)
})

test('a mail requested before kill -9 is sent after the restart, even if it was being sent', async () => {
  mailbox.mood = 'hang'
  const { user } = await signUpAwaited('killed')
  await api.end('SIGKILL')
  expect(await jobs()).toHaveLength(1)
  mailbox.mood = 'take'
  // The dead process's lease has expired.
  await sql`UPDATE jobs SET leased_until = now() - interval '1 second'`.execute(db)
  await api.start()
  await mailbox.mailTo(user.email, { subject: /^Confirm/ })
  await until(jobs, [])
  expect(mailsTo(user.email)).toHaveLength(1)
})

test('SIGTERM waits for the mail that is being sent, 8 s at most', async () => {
  mailbox.mood = 'hold'
  const { user } = await signUpAwaited('stopped')
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
  await signUpAwaited('stopped')
  expect(await api.end('SIGTERM')).toBe(0)
  expect(await jobs()).toHaveLength(1)
})
