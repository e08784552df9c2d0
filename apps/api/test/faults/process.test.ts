import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestDatabase, openPatiently } from '@barkyard/db/testing/database'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { Client, eightAtOnce, ownerWithDog, signUp, unique } from '../client.ts'
import { testMailbox } from '../mailbox.ts'
import { testPushService } from '../push-service.ts'
import { newProcess, statusOf } from './processes.ts'

const mailbox = await testMailbox()
const [service, slow] = [await testPushService(), await testPushService()]
const { url } = await createTestDatabase()
const db = openPatiently(url, { max: 2 })
const api = await newProcess({
  DATABASE_URL: url,
  SMTP_URL: mailbox.url,
  PUSH_HOSTS: `${service.host},${slow.host}`,
  LOG_LEVEL: 'debug',
})
afterAll(async () => {
  await api.end('SIGKILL')
  await db.destroy()
})
beforeEach(async () => {
  mailbox.mood = 'take'
  service.status = 201
  await api.start()
  return async () => {
    await db.deleteFrom('jobs').execute()
  }
})

const jobs = () => db.selectFrom('jobs').select(['attempts', 'lease_id', 'due_at']).execute()
const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to === address)
/** Somebody signs up whose mail is on its way. */
async function signUpAwaited() {
  const { offered } = mailbox
  const person = await signUp(api.url, { email: `stopped-${unique()}@example.test` })
  await until(() => mailbox.offered > offered)
  return person
}
/** A dog whose owner has a subscription at a push service. */
async function reachable(at: typeof service) {
  const { owner, dog } = await ownerWithDog(api.url)
  const browser = at.subscribe()
  await owner.post('/api/push/endpoints', browser)
  return { dog, browser }
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
    // The process notices that the pause is over as soon as another mail is put.
    await db
      .updateTable('jobs')
      .set({ due_at: new Date(0) })
      .execute()
    await new Client(api.url).post('/api/forgot', { email: `nobody-${unique()}@example.test` })
    await mailbox.mailTo(user.email, { subject: /^Confirm/ })
    await until(jobs, [])
    expect(mailsTo(user.email)).toHaveLength(1)
  }
  expect(api.log()).toContain('a job failed; it is tried again')
  for (const word of [...addresses, 'example.test', 'no mailbox']) expect(api.log()).not.toContain(word)
})

test('no push waits for a push service that does not answer', async () => {
  slow.status = 'hang'
  // More than are sent at once.
  const all = await eightAtOnce(40, n => reachable(n < 35 ? slow : service))
  const { owner } = await ownerWithDog(api.url)
  for (const { dog } of all) await owner.post('/api/bark', { toDogId: dog.id })
  for (const { browser } of all.slice(35)) await service.pushesTo(browser)
  // A stop would wait for those that hang.
  await api.end('SIGKILL')
})

test('a mail and a push that kill -9 interrupts are sent once by the next process, after the lease', async () => {
  const [{ dog, browser }, { owner }] = [await reachable(service), await ownerWithDog(api.url)]
  await until(jobs, [])
  mailbox.mood = 'hang'
  service.status = 'hang'
  const { offered } = service
  await owner.post('/api/bark', { toDogId: dog.id })
  await service.untilOffered(offered + 1)
  const { user } = await signUpAwaited()
  await api.end('SIGKILL')
  expect(await jobs()).toMatchObject(Array(2).fill({ lease_id: expect.any(String) }))
  mailbox.mood = 'take'
  service.status = 201
  await sql`UPDATE jobs SET leased_until = now() - interval '1 second'`.execute(db)
  await api.start()
  await until(jobs, [])
  expect(mailsTo(user.email)).toHaveLength(1)
  const pushed = (await service.pushesTo(browser)).map(({ payload }) => ({ id: payload.id }))
  expect(pushed).toEqual(await db.selectFrom('notifications').select('id').where('dog_id', '=', dog.id).execute())
  expect(pushed).toHaveLength(1)
})

describe('SIGTERM', () => {
  /** Opens a connection that the process has accepted, and sends a text over it. */
  async function connection(sent: string): Promise<Socket> {
    const socket = connect(api.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    if (sent !== '') socket.write(sent)
    // Connections are accepted in turn, so when this one is answered the other was accepted.
    await fetch(`${api.url}/api/live`)
    return socket
  }
  const HALF_A_HEADER = 'GET /api/live HTTP/1.1\r\nhost: x\r\n'
  const HEADER = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n'
  const CUT = 'requests that did not end in time were cut'

  test('waits for running requests, whose connections close with the answer, and for the mail that is being sent', async () => {
    // Such as a browser’s spare one, or a balancer’s check.
    const idle = [await connection(''), await connection(HALF_A_HEADER)]
    mailbox.mood = 'hold'
    const { user } = await signUpAwaited()
    const socket = await connection(`${HEADER}{`)
    const answer = text(socket)
    const ended = api.end('SIGTERM')
    // It is closing and accepts no more connections.
    await until(() => statusOf(`${api.url}/api/live`), 0)
    socket.write('}')
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /)
    mailbox.release()
    expect(await ended).toBe(0)
    expect(mailsTo(user.email)).toHaveLength(1)
    expect(await jobs()).toEqual([])
    expect(api.log()).not.toContain(CUT)
    for (const one of idle) one.destroy()
  })

  test('stops cleanly although a request never ends and a mail is never taken', async () => {
    const socket = await connection(`${HEADER}{`)
    mailbox.mood = 'hang'
    await signUpAwaited()
    expect(await api.end('SIGTERM')).toBe(0)
    expect(await jobs()).toHaveLength(1)
    expect(api.log()).toContain(CUT)
    socket.destroy()
  })
})
