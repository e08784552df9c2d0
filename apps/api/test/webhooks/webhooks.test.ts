import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { Webhook as Hook, WebhookDelivery } from '@barkyard/domain/schemas/webhook'
import { DELIVERIES_WAITING_MAX } from '@barkyard/domain/webhook'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hourlySweep } from '../../src/features/index.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { type Client, PASSWORD, type Person, signUp, twoMatched, unique } from '../client.ts'
import { lostCase } from '../lost/calls.ts'
import { testMailbox } from '../mailbox.ts'
import { makeToken } from '../tokens.ts'
import { startReceiver } from './receiver.ts'

const HOUR_MS = 60 * 60 * 1000
let now = new Date()
const receiver = await startReceiver()
const mailbox = await testMailbox()
const app = testApp({ WEBHOOK_HOSTS: receiver.host, SMTP_URL: mailbox.url }, { now: () => now })
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.respond(204)
  // A pause of the host, after the failures of three owners in a row, is over.
  later(1 / 60)
})

async function hookOf(owner: Client, events: string[] = ['message']) {
  const path = `/hook-${unique()}`
  const made = await owner.post<{ id: string; secret: string }>('/api/webhooks', { url: receiver.url + path, events })
  expect(made.status).toBe(200)
  return { ...made.body, path, received: () => receiver.received.filter(one => one.path === path) }
}
const hooksOf = async (owner: Person) => (await owner.get<Hook[]>('/api/webhooks')).body
const deliveriesOf = async (owner: Person, id: string) =>
  (await owner.get<WebhookDelivery[]>(`/api/webhooks/${id}/deliveries`)).body

/** Two matched dogs, of which the second one's owner writes, and a webhook of the first one's owner. */
async function hooked(events?: string[], by: (owner: Person) => Client | Promise<Client> = owner => owner) {
  const { first, second, matchId } = await twoMatched(app.url)
  const hook = await hookOf(await by(first.owner), events)
  const newest = async () => (await deliveriesOf(first.owner, hook.id))[0]
  return {
    ...{ first, second, matchId, hook, owner: first.owner },
    say: (body = 'woof?') => second.owner.post<Message>(`/api/messages/${matchId}`, { body }),
    deliveries: () => deliveriesOf(first.owner, hook.id),
    /** Waits for the newest delivery to have these fields. */
    newestHas: (fields: Partial<WebhookDelivery>) => until(newest, found => expect(found).toMatchObject(fields)),
    disabledAt: (at: string | null) => until(async () => (await hooksOf(first.owner))[0]?.disabledAt, at),
  }
}
/** Sent once, and waiting for the next attempt. */
const FAILED_ONCE = { state: 'waiting', attempts: 1 } as const

/** Moves the clock, and lets what is due by then run. */
function later(hours: number) {
  now = new Date(now.getTime() + hours * HOUR_MS)
  app.services.jobs.wakeRunners('webhook')
}

describe('a webhook', () => {
  test('gets the events that it asked for, signed', async () => {
    const { first, second, matchId, hook, say, newestHas, deliveries } = await hooked()
    const sent = await say()
    const [message] = await receiver.until(hook.path, 1)
    const headers = message?.headers as Record<string, string>
    const content = new Webhook(hook.secret).verify(message?.body ?? '', headers)
    expect(content).toEqual({
      type: 'message',
      timestamp: now.toISOString(),
      data: { dogId: first.dog.id, matchId, message: sent.body },
    })
    expect(() => new Webhook(hook.secret).verify(`${message?.body} `, headers)).toThrow()
    await newestHas({ state: 'delivered', attempts: 1, status: 204, error: null })
    expect(await deliveries()).toMatchObject([{ id: headers['webhook-id'], type: 'message' }])
    // Nothing else was asked for.
    await second.owner.post('/api/playdates', playdateOf(matchId, 24, now))
    expect(await deliveries()).toHaveLength(1)
  })

  test('gets playdates as its owner sees them, with the own dog, and what happens to that dog while it is lost', async () => {
    const { first, second, matchId, hook } = await hooked(['playdate', 'lost'])
    const received = async ({ path }: typeof hook, nth = 1) =>
      JSON.parse((await receiver.until(path, nth))[nth - 1]?.body ?? '')
    const others = await hookOf(second.owner, ['playdate'])
    await first.owner.post('/api/playdates', playdateOf(matchId, 24, now))
    expect(await received(hook)).toMatchObject({ type: 'playdate', data: { dogId: first.dog.id } })
    expect(await received(others)).toMatchObject({ type: 'playdate', data: { dogId: second.dog.id } })
    const { id } = await lostCase(app, first)
    expect((await first.owner.post(`/api/lost/${id}/close`, { outcome: 'found' })).status).toBe(200)
    expect(await received(hook, 2)).toMatchObject({ type: 'lost', data: { dogId: first.dog.id, lostId: id } })
  })

  test.each([
    { status: 302, headers: { location: `${receiver.url}/elsewhere` } },
    { status: 101, headers: { connection: 'upgrade', upgrade: 'websocket' } },
  ])('that answers $status is tried again with the same id, until it accepts', async ({ status, headers }) => {
    const { hook, say, newestHas } = await hooked()
    receiver.respond(status, headers)
    await say()
    await newestHas({ ...FAILED_ONCE, status, error: `The receiver responded ${status}` })
    receiver.respond(204)
    later(1)
    await newestHas({ state: 'delivered', attempts: 2, status: 204, error: null })
    const [one, two] = await receiver.until(hook.path, 2)
    expect(one?.headers['webhook-id']).toBe(two?.headers['webhook-id'])
    expect(one?.body).toBe(two?.body)
    expect(receiver.received.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  test('is switched off after two days, which its owner is told, on again by a test, and off at once where it is gone for good', async () => {
    const { owner, hook, say, newestHas, deliveries, disabledAt } = await hooked()
    receiver.respond(404)
    await say()
    await newestHas(FAILED_ONCE)
    later(49)
    await newestHas({ state: 'failed', attempts: 2, status: 404 })
    await disabledAt(now.toISOString())
    const { body: notifications } = await owner.get<Notification[]>('/api/notifications')
    expect(notifications[0]).toMatchObject({ kind: 'account', title: 'A webhook of yours was switched off' })
    await app.services.deliveries.run()
    await mailbox.mailTo(owner.user.email, { subject: /account has changed/ })
    await say('anybody?')
    expect(await deliveries()).toHaveLength(1)

    receiver.respond(200)
    const asked = await owner.post<WebhookDelivery>(`/api/webhooks/${hook.id}/test`)
    expect(asked.body).toMatchObject({ type: 'test', state: 'waiting', attempts: 0 })
    await newestHas({ state: 'delivered' })
    await disabledAt(null)
    receiver.respond(410)
    await say('still there?')
    await newestHas({ state: 'failed', attempts: 1, status: 410 })
    await disabledAt(now.toISOString())
  })

  test('waits as long as an overloaded receiver asks for', async () => {
    const { say, newestHas, deliveries } = await hooked()
    receiver.respond(429, { 'retry-after': '1800' })
    await say()
    await newestHas(FAILED_ONCE)
    const [delivery] = await deliveries()
    const dueAt = async () => {
      const jobs = app.services.db.selectFrom('jobs').select(['due_at', 'lease_id']).where('kind', '=', 'webhook')
      const [job] = await jobs.where(sql<boolean>`payload ->> 'deliveryId' = ${delivery?.id}`).execute()
      return job?.lease_id === null ? job.due_at : null
    }
    await until(dueAt, new Date(now.getTime() + HOUR_MS / 2))
    receiver.respond(204)
    later(0.5)
    await app.services.deliveries.run()
    await newestHas({ state: 'delivered', attempts: 2 })
  })

  test('that is slow, or fails, holds up nobody else’s on the same host', async () => {
    const [slow, failing] = [await hooked(), await hooked()]
    receiver.respondTo(slow.hook.path, 0)
    receiver.respondTo(failing.hook.path, 500)
    for (let n = 0; n < 12; n++) await slow.say(`${n}`)
    for (let n = 0; n < 3; n++) await failing.say(`${n}`)
    await receiver.until(failing.hook.path, 3)
    await receiver.until(slow.hook.path, 4)
    const other = await hooked()
    await other.say()
    await other.newestHas({ state: 'delivered' })
    // The clock stands still, so what was turned away waits.
    expect(slow.hook.received()).toHaveLength(4)
    // Their failures would count against the host in the tests that follow.
    for (const { hook } of [slow, failing]) receiver.respondTo(hook.path, 204)
  })

  test.each<[string, (of: Awaited<ReturnType<typeof hooked>>) => Promise<unknown>]>([
    ['the time', async () => undefined],
    [
      'a suspension',
      ({ owner }) => sql`UPDATE users SET suspended_at = ${now} WHERE id = ${owner.user.id}`.execute(app.services.db),
    ],
    ['a block', ({ first, second }) => second.owner.post('/api/blocks', { dogId: first.dog.id })],
    [
      'a transfer',
      async ({ first }) => {
        const userId = (await signUp(app.url)).user.id
        await (await newAdmin(app)).patch(`/api/admin/dogs/${first.dog.id}/owner`, { userId })
      },
    ],
  ])('is not told of what %s has ended meanwhile', async (cause, end) => {
    const expiresAt = new Date(now.getTime() + HOUR_MS / 2).toISOString()
    const made = await hooked(['message'], async person =>
      cause === 'the time' ? (await makeToken(person, { expiresAt })).script : person,
    )
    receiver.respond(503)
    await made.say()
    await made.newestHas(FAILED_ONCE)
    await end(made)
    receiver.respond(204)
    later(1)
    const deliveries = app.services.db.selectFrom('webhook_deliveries').where('webhook_id', '=', made.hook.id)
    await until(() => deliveries.select('state').execute(), [{ state: 'dropped' }])
    expect(made.hook.received()).toHaveLength(1)
    // Who owned the token is not told that the webhook is on.
    await hourlySweep(app.services, now)
    if (cause === 'the time') expect(await hooksOf(made.owner)).toEqual([])
  })

  test('whose address leads inside gets nothing', async () => {
    const { hook, say, newestHas } = await hooked()
    // As a name that resolved to a public address when the webhook was created.
    const inside = `https://localhost:${receiver.host.split(':')[1]}/`
    await app.services.db.updateTable('webhooks').set({ url: inside }).where('id', '=', hook.id).execute()
    await say()
    await newestHas({ status: null, error: 'The address is not public' })
    // What other tests left waiting may be sent meanwhile.
    expect(receiver.received.filter(({ path }) => path === '/')).toEqual([])
  })

  test('keeps the words of others only while they wait to be sent, and none of an account that is deleted', async () => {
    const { second, hook, say, newestHas } = await hooked()
    const stored = async () => {
      const ofHook = app.services.db.selectFrom('webhook_deliveries').where('webhook_id', '=', hook.id)
      return (await ofHook.select('body').orderBy('id').execute()).map(({ body }) => body)
    }
    await say('sent')
    await newestHas({ state: 'delivered' })
    receiver.respond(503)
    await say('waits')
    await newestHas(FAILED_ONCE)
    expect(await stored()).toEqual(['', expect.stringContaining('waits')])
    expect((await second.owner.delete('/api/account', { password: PASSWORD })).status).toBe(200)
    expect(await stored()).toEqual([''])
  })

  test('is not told of a match that is deleted at that moment, and others hear of theirs', async () => {
    const { owner, matchId, hook, deliveries } = await hooked(['seen'])
    const audience = { userIds: [owner.user.id], dogIds: [] }
    const seen = (id: string) => ({ type: 'event' as const, audience, event: { type: 'seen' as const, matchId: id } })
    await app.services.webhooks.put(app.services.db, [seen(crypto.randomUUID()), seen(matchId)])
    app.services.jobs.wakeRunners('webhook')
    const [message] = await receiver.until(hook.path, 1)
    expect(JSON.parse(message?.body ?? '').data.matchId).toBe(matchId)
    expect(await deliveries()).toHaveLength(1)
  })

  test('has a queue with an end: one refresh stands for what finds no room', async () => {
    const { hook, say } = await hooked()
    const { db } = app.services
    const row = { webhook_id: hook.id, type: 'message' as const, body: '{}', created_at: now }
    const rows = Array.from({ length: DELIVERIES_WAITING_MAX }, () => ({ ...row, id: crypto.randomUUID() }))
    await db.insertInto('webhook_deliveries').values(rows).execute()
    // The refresh still waits when the second message comes.
    receiver.respond(503)
    await say('one')
    const [message] = await receiver.until(hook.path, 1)
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'refresh', data: {} })
    await say('two')
    await until(
      () => db.selectFrom('webhook_deliveries').where('webhook_id', '=', hook.id).select('id').execute(),
      found => expect(found).toHaveLength(DELIVERIES_WAITING_MAX + 1),
    )
  })
})

test('webhooks are five a user, and end with the token that created them', async () => {
  const owner = await signUp(app.url)
  const { id, script } = await makeToken(owner)
  await hookOf(script)
  for (let count = 1; count < 5; count++) await hookOf(owner)
  const sixth = await owner.post<ErrorBody>('/api/webhooks', { url: receiver.url, events: ['message'] })
  expect([sixth.status, sixth.body.reason]).toEqual([409, 'webhooks-full'])
  await owner.delete(`/api/tokens/${id}`)
  const hooks = await hooksOf(owner)
  expect(hooks).toHaveLength(4)
  expect(hooks[0]).not.toHaveProperty('secret')
  expect((await owner.delete(`/api/webhooks/${hooks[0]?.id}`)).status).toBe(200)
  expect(await hooksOf(owner)).toHaveLength(3)
  // Events that are none or named twice, and unknown fields are refused.
  for (const wrong of [{ events: [] }, { events: ['started'] }, { events: ['message', 'message'] }, { name: 'x' }])
    expect((await owner.post('/api/webhooks', { url: receiver.url, events: ['message'], ...wrong })).status).toBe(400)
})
