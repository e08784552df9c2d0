import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { Webhook as Hook, WebhookDelivery } from '@barkyard/domain/schemas/webhook'
import { DELIVERIES_WAITING_MAX } from '@barkyard/domain/webhook'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, ownerWithDog, PASSWORD, type Person, signUp, twoMatched, unique } from '../client.ts'
import { lostCase } from '../lost/calls.ts'
import { testMailbox } from '../mailbox.ts'
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

async function hookOf(owner: Person, events: string[] = ['message'], headers?: Record<string, string>) {
  const path = `/hook-${unique()}`
  const made = await owner.send<{ id: string; secret: string }>(
    'POST',
    '/api/webhooks',
    { url: receiver.url + path, events },
    headers,
  )
  expect(made.status).toBe(200)
  return { ...made.body, path }
}
const deliveriesOf = async (owner: Person, id: string) =>
  (await owner.get<WebhookDelivery[]>(`/api/webhooks/${id}/deliveries`)).body
/** Waits for the newest delivery to be in a state. */
const newestIs = (owner: Person, id: string, state: string) =>
  until(
    async () => (await deliveriesOf(owner, id))[0],
    newest => newest?.state === state,
  ) as Promise<WebhookDelivery>
/** Waits until the newest delivery was sent once and waits for the next attempt. */
const hasFailedOnce = (owner: Person, id: string) =>
  until(
    async () => (await deliveriesOf(owner, id))[0],
    newest => expect(newest).toMatchObject({ state: 'waiting', attempts: 1 }),
  )
/** Moves the clock, and lets what is due by then run. */
function later(hours: number) {
  now = new Date(now.getTime() + hours * HOUR_MS)
  app.services.jobs.wakeRunners('webhook')
}

describe('a webhook', () => {
  test('gets the events that it asked for, signed', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    const sent = await second.owner.post<Message>(`/api/messages/${matchId}`, { body: 'woof?' })
    const [message] = await receiver.until(hook.path, 1)
    const headers = message?.headers as Record<string, string>
    const content = new Webhook(hook.secret).verify(message?.body ?? '', headers)
    expect(content).toEqual({
      type: 'message',
      timestamp: now.toISOString(),
      data: { dogId: first.dog.id, matchId, message: sent.body },
    })
    expect(() => new Webhook(hook.secret).verify(`${message?.body} `, headers)).toThrow()
    const delivery = await newestIs(first.owner, hook.id, 'delivered')
    expect(delivery).toMatchObject({
      id: headers['webhook-id'],
      type: 'message',
      attempts: 1,
      status: 204,
      error: null,
    })
    // Nothing else was asked for.
    const whenTs = new Date(now.getTime() + 24 * HOUR_MS).toISOString()
    await second.owner.post('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park' })
    expect(await deliveriesOf(first.owner, hook.id)).toHaveLength(1)
  })

  test('gets playdates as its owner sees them, with the own dog', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hooks = [await hookOf(first.owner, ['playdate']), await hookOf(second.owner, ['playdate'])]
    const whenTs = new Date(now.getTime() + 24 * HOUR_MS).toISOString()
    await first.owner.post('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park' })
    const bodies = await Promise.all(hooks.map(async ({ path }) => (await receiver.until(path, 1))[0]?.body ?? ''))
    expect(bodies.map(body => JSON.parse(body).data.dogId)).toEqual([first.dog.id, second.dog.id])
  })

  test('gets what happens to a lost dog of its owner', async () => {
    const made = await ownerWithDog(app.url)
    const hook = await hookOf(made.owner, ['lost'])
    const { id } = await lostCase(app, made)
    expect((await made.owner.post(`/api/lost/${id}/close`, { outcome: 'found' })).status).toBe(200)
    const [sent] = await receiver.until(hook.path, 1)
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ type: 'lost', data: { dogId: made.dog.id, lostId: id } })
  })

  test('that fails is tried again with the same id, until it accepts', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    receiver.respond(302, { location: `${receiver.url}/elsewhere` })
    await second.owner.post(`/api/messages/${matchId}`, { body: 'woof?' })
    expect(await hasFailedOnce(first.owner, hook.id)).toMatchObject({
      status: 302,
      error: 'The receiver responded 302',
    })
    receiver.respond(204)
    later(1)
    expect(await newestIs(first.owner, hook.id, 'delivered')).toMatchObject({ attempts: 2, status: 204, error: null })
    const [one, two] = await receiver.until(hook.path, 2)
    expect(one?.headers['webhook-id']).toBe(two?.headers['webhook-id'])
    expect(one?.body).toBe(two?.body)
    expect(receiver.received.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  test('is switched off after two days, which its owner is told, and on again by a test', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    receiver.respond(404)
    await second.owner.post(`/api/messages/${matchId}`, { body: 'woof?' })
    await hasFailedOnce(first.owner, hook.id)
    later(49)
    expect(await newestIs(first.owner, hook.id, 'failed')).toMatchObject({ attempts: 2, status: 404 })
    const hooks = () => first.owner.get<Hook[]>('/api/webhooks')
    await until(async () => (await hooks()).body[0]?.disabledAt, now.toISOString())
    const { body: notifications } = await first.owner.get<Notification[]>('/api/notifications')
    expect(notifications[0]).toMatchObject({ kind: 'account', title: 'A webhook of yours was switched off' })
    await app.services.deliveries.run()
    await mailbox.mailTo(first.owner.user.email, { subject: /account has changed/ })
    await second.owner.post(`/api/messages/${matchId}`, { body: 'anybody?' })
    expect(await deliveriesOf(first.owner, hook.id)).toHaveLength(1)

    receiver.respond(200)
    const asked = await first.owner.post<WebhookDelivery>(`/api/webhooks/${hook.id}/test`)
    expect(asked.body).toMatchObject({ type: 'test', state: 'waiting', attempts: 0 })
    await newestIs(first.owner, hook.id, 'delivered')
    await until(async () => (await hooks()).body[0]?.disabledAt, null)
  })

  test('is switched off at once by a receiver that says it is gone for good', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    receiver.respond(410)
    await second.owner.post(`/api/messages/${matchId}`, { body: 'woof?' })
    expect(await newestIs(first.owner, hook.id, 'failed')).toMatchObject({ attempts: 1, status: 410 })
    const hooks = () => first.owner.get<Hook[]>('/api/webhooks')
    await until(async () => (await hooks()).body[0]?.disabledAt, now.toISOString())
  })

  test('waits as long as an overloaded receiver asks for', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    receiver.respond(429, { 'retry-after': '1800' })
    await second.owner.post(`/api/messages/${matchId}`, { body: 'woof?' })
    const delivery = await hasFailedOnce(first.owner, hook.id)
    const dueAt = async () => {
      const jobs = app.services.db.selectFrom('jobs').select(['due_at', 'lease_id']).where('kind', '=', 'webhook')
      const [job] = await jobs.where(sql<boolean>`payload ->> 'deliveryId' = ${delivery?.id}`).execute()
      return job?.lease_id === null ? job.due_at : null
    }
    await until(dueAt, new Date(now.getTime() + HOUR_MS / 2))
    receiver.respond(204)
    later(1)
    expect(await newestIs(first.owner, hook.id, 'delivered')).toMatchObject({ attempts: 2 })
  })

  test('that is slow, or fails, holds up nobody else’s on the same host', async () => {
    const [slow, failing, other] = [await twoMatched(app.url), await twoMatched(app.url), await twoMatched(app.url)]
    const [held, broken] = [await hookOf(slow.first.owner), await hookOf(failing.first.owner)]
    receiver.respondTo(held.path, 0)
    receiver.respondTo(broken.path, 500)
    for (let n = 0; n < 12; n++) await slow.second.owner.post(`/api/messages/${slow.matchId}`, { body: `${n}` })
    for (let n = 0; n < 3; n++) await failing.second.owner.post(`/api/messages/${failing.matchId}`, { body: `${n}` })
    await receiver.until(broken.path, 3)
    await receiver.until(held.path, 4)
    const hook = await hookOf(other.first.owner)
    await other.second.owner.post(`/api/messages/${other.matchId}`, { body: 'woof?' })
    await newestIs(other.first.owner, hook.id, 'delivered')
    // The clock stands still, so what was turned away waits.
    expect(receiver.received.filter(({ path }) => path === held.path)).toHaveLength(4)
    // Their failures would count against the host in the tests that follow.
    for (const { path } of [held, broken]) receiver.respondTo(path, 204)
  })

  test.each(['the owner is suspended', 'its token has expired'])('gets nothing once %s', async cause => {
    const { first, second, matchId } = await twoMatched(app.url)
    const suspend = (suspended_at: Date | null) =>
      app.services.db.updateTable('users').set({ suspended_at }).where('id', '=', first.owner.user.id).execute()
    const expiresAt = new Date(now.getTime() + HOUR_MS / 2).toISOString()
    const { body } = await first.owner.post<{ token: string }>('/api/tokens', { name: 'bot', expiresAt })
    const bot = Object.assign(new Client(app.url), { user: first.owner.user }) as Person
    const byToken = cause === 'its token has expired'
    const hook = byToken
      ? await hookOf(bot, ['message'], { authorization: `Bearer ${body.token}` })
      : await hookOf(first.owner)
    receiver.respond(503)
    await second.owner.post(`/api/messages/${matchId}`, { body: 'woof?' })
    await hasFailedOnce(first.owner, hook.id)
    receiver.respond(204)
    if (!byToken) await suspend(now)
    later(1)
    const ended = app.services.db.selectFrom('webhook_deliveries').select('state').where('webhook_id', '=', hook.id)
    await until(
      () => ended.execute(),
      rows => expect(rows).not.toEqual([{ state: 'waiting' }]),
    )
    expect(receiver.received.filter(({ path }) => path === hook.path)).toHaveLength(1)
  })

  test.each(['a block', 'a transfer'])('is not told of what %s has ended meanwhile', async cause => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    receiver.respond(503)
    await second.owner.post(`/api/messages/${matchId}`, { body: 'woof?' })
    await hasFailedOnce(first.owner, hook.id)
    if (cause === 'a block') await second.owner.post('/api/blocks', { dogId: first.dog.id })
    else {
      const { user } = await signUp(app.url)
      await (await newAdmin(app)).patch(`/api/admin/dogs/${first.dog.id}/owner`, { userId: user.id })
    }
    receiver.respond(204)
    later(1)
    await newestIs(first.owner, hook.id, 'dropped')
    expect(receiver.received.filter(({ path }) => path === hook.path)).toHaveLength(1)
  })

  test('whose address leads inside gets nothing', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    // As a name that resolved to a public address when the webhook was created.
    const inside = `https://localhost:${receiver.host.split(':')[1]}/`
    await app.services.db.updateTable('webhooks').set({ url: inside }).where('id', '=', hook.id).execute()
    await second.owner.post(`/api/messages/${matchId}`, { body: 'woof?' })
    await until(
      async () => (await deliveriesOf(first.owner, hook.id))[0],
      newest => expect(newest).toMatchObject({ status: null, error: 'The address is not public' }),
    )
    // What other tests left waiting may be sent meanwhile.
    expect(receiver.received.filter(({ path }) => path === '/')).toEqual([])
  })

  test('keeps the words of others only while they wait to be sent, and none of an account that is deleted', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    const stored = async () => {
      const ofHook = app.services.db.selectFrom('webhook_deliveries').where('webhook_id', '=', hook.id)
      return (await ofHook.select('body').orderBy('id').execute()).map(({ body }) => body)
    }
    await second.owner.post(`/api/messages/${matchId}`, { body: 'sent' })
    await newestIs(first.owner, hook.id, 'delivered')
    receiver.respond(503)
    await second.owner.post(`/api/messages/${matchId}`, { body: 'waits' })
    await hasFailedOnce(first.owner, hook.id)
    expect(await stored()).toEqual(['', expect.stringContaining('waits')])
    expect((await second.owner.delete('/api/account', { password: PASSWORD })).status).toBe(200)
    expect(await stored()).toEqual([''])
  })

  test('is not told of a match that is deleted at that moment, and others hear of theirs', async () => {
    const { first, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner, ['seen'])
    const audience = { userIds: [first.owner.user.id], dogIds: [] }
    const seen = (id: string) => ({ type: 'event' as const, audience, event: { type: 'seen' as const, matchId: id } })
    await app.services.webhooks.put(app.services.db, [seen(crypto.randomUUID()), seen(matchId)])
    app.services.jobs.wakeRunners('webhook')
    const [message] = await receiver.until(hook.path, 1)
    expect(JSON.parse(message?.body ?? '').data.matchId).toBe(matchId)
    expect(await deliveriesOf(first.owner, hook.id)).toHaveLength(1)
  })

  test('has a queue with an end: one refresh stands for what finds no room', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const hook = await hookOf(first.owner)
    const db = app.services.db
    const row = { webhook_id: hook.id, type: 'message' as const, body: '{}', created_at: now }
    const ids = Array.from({ length: DELIVERIES_WAITING_MAX }, () => crypto.randomUUID())
    await db
      .insertInto('webhook_deliveries')
      .values(ids.map(id => ({ ...row, id })))
      .execute()
    // The refresh still waits when the second message comes.
    receiver.respond(503)
    await second.owner.post(`/api/messages/${matchId}`, { body: 'one' })
    const [message] = await receiver.until(hook.path, 1)
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'refresh', data: {} })
    await second.owner.post(`/api/messages/${matchId}`, { body: 'two' })
    await until(
      () => db.selectFrom('webhook_deliveries').where('webhook_id', '=', hook.id).select('id').execute(),
      rows => expect(rows).toHaveLength(DELIVERIES_WAITING_MAX + 1),
    )
  })
})

describe('webhooks', () => {
  test('are five a user, and their own', async () => {
    const owner = await signUp(app.url)
    const stranger = await signUp(app.url)
    for (let count = 0; count < 5; count++) await hookOf(owner)
    const sixth = await owner.post<ErrorBody>('/api/webhooks', { url: receiver.url, events: ['message'] })
    expect([sixth.status, sixth.body.reason]).toEqual([409, 'webhooks-full'])
    const [hook] = (await owner.get<Hook[]>('/api/webhooks')).body
    expect(hook).not.toHaveProperty('secret')
    for (const [method, path] of [
      ['GET', 'deliveries'],
      ['POST', 'test'],
      ['DELETE', ''],
    ] as const) {
      const address = `/api/webhooks/${hook?.id}/${path}`.replace(/\/$/, '')
      expect((await stranger.send(method, address)).status).toBe(404)
    }
    expect((await owner.send('DELETE', `/api/webhooks/${hook?.id}`)).status).toBe(200)
    expect((await owner.get<Hook[]>('/api/webhooks')).body).toHaveLength(4)
  })

  test.each([
    { events: [] },
    { events: ['started'] },
    { events: ['message', 'message'] },
    { events: ['message'], name: 'x' },
  ])('refuse %o', async wrong => {
    const owner = await signUp(app.url)
    expect((await owner.post('/api/webhooks', { url: receiver.url, ...wrong })).status).toBe(400)
  })

  test('end with the token that created them, and with a changed password', async () => {
    const owner = await signUp(app.url)
    const token = await owner.post<{ id: string; token: string }>('/api/tokens', { name: 'bot' })
    const bot = Object.assign(new Client(app.url), { user: owner.user }) as Person
    await hookOf(bot, ['message'], { authorization: `Bearer ${token.body.token}` })
    await hookOf(owner)
    await owner.send('DELETE', `/api/tokens/${token.body.id}`)
    expect((await owner.get<Hook[]>('/api/webhooks')).body).toHaveLength(1)
    await owner.post('/api/account/password', { current: PASSWORD, password: 'another password' })
    expect((await owner.get<Hook[]>('/api/webhooks')).body).toEqual([])
  })
})
