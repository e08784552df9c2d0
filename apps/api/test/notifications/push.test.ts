import { untilBlocked } from '@barkyard/db/testing/blocked'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PUSH, Vapid } from '../../src/features/notifications/push/push.ts'
import { metricsPage } from '../../src/platform/operation/metrics.ts'
import { playdateOf } from '../calls.ts'
import { Client, createDog, notificationsOf, PASSWORD, type Person, unique } from '../client.ts'
import { openLive } from '../live.ts'
import { pushApp } from '../push-app.ts'

const { app, service, clock, later, reachable, bark, sweep, jobs, settled, failed } = await pushApp()
/** @returns the address of the proposed playdate, which begins in so many hours. */
const propose = async (by: Person, matchId: string, hours: number) =>
  `/api/playdates/${(await by.post<{ id: string }>('/api/playdates', playdateOf(matchId, hours, clock.now))).body.id}`
/** What a browser has got so far. */
const gotBy = (browser: { endpoint: string }) => service.pushes.filter(({ path }) => browser.endpoint.endsWith(path))
const titlesTo = async (browser: Parameters<typeof service.pushesTo>[0]) =>
  (await service.pushesTo(browser)).map(({ payload }) => payload.title)
const isVisible = async ({ user }: Person) => {
  const seen = app.services.db.selectFrom('presence').select('visible_until').where('user_id', '=', user.id)
  return ((await seen.executeTakeFirst())?.visible_until ?? null) !== null
}

describe('a push', () => {
  test('is encrypted, signed with the public key of browsers, and contains only the title', async () => {
    const { owner, dog, browser } = await reachable()
    const { matchId } = await bark(dog.id)
    const [push] = await service.pushesTo(browser)
    expect(push?.payload).toEqual({
      id: expect.any(String),
      kind: 'match',
      title: 'Ada barked at Bo',
      dogId: dog.id,
      path: `/bark-chat/${matchId}`,
      tag: `/bark-chat/${matchId}`,
    })
    expect(push?.key).toBe((await owner.get<{ key: string }>('/api/push/key')).body.key)
    expect(push?.claims).toMatchObject({ aud: `http://${service.host}`, sub: 'mailto:barkyard@localhost' })
    expect(push?.headers).toMatchObject({
      ttl: expect.stringMatching(/^\d+$/),
      topic: expect.stringMatching(/^[\w-]{1,32}$/),
    })
    expect(Number(push?.headers.ttl)).toBeGreaterThan(23 * 3600)
    await settled()
    expect(await metricsPage(app)).toMatch(/notifications_total\{channel="push",outcome="sent"\} [1-9]/)
  })

  test('is not sent for seen notifications and for kinds that are turned off', async () => {
    const { owner, dog } = await reachable()
    await owner.patch('/api/preferences', { kinds: { match: { push: false } } })
    await bark(dog.id)
    await settled()
    await owner.patch('/api/preferences', { kinds: { match: { push: true } } })
    service.status = 503
    const before = service.offered
    const { matchId } = await bark(dog.id)
    await sweep()
    await failed(owner)
    service.status = 201
    await owner.post(`/api/messages/${matchId}/mark-seen`)
    later(60)
    await settled()
    expect(service.offered).toBe(before + 1)
    expect((await jobs()).filter(job => job.user_id === owner.user.id)).toEqual([])
  })

  test('tells of one dog that joined by the owner’s link, and of no other until that is seen', async () => {
    const { owner, browser } = await reachable()
    const invite = new URL((await owner.get<{ url: string }>('/api/invite')).body.url).searchParams.get('invite')
    const joins = async () => {
      const guest = new Client(app.url)
      const account = { email: `joins-${unique()}@example.test`, password: PASSWORD, firstName: 'Ida' }
      await guest.post('/api/signup', { ...account, invite })
      await createDog(guest as Person)
      await settled()
    }
    await joins()
    await joins()
    expect(gotBy(browser)).toHaveLength(1)
    const [{ id: upTo = '' } = {}, ...others] = await notificationsOf(owner)
    expect(others).toHaveLength(1)
    await owner.post('/api/notifications/seen', { upTo })
    await joins()
    expect(gotBy(browser)).toHaveLength(2)
  })

  test('waits for the end of quiet hours in the owner’s zone, or until they are turned off', async () => {
    const { owner, dog, browser } = await reachable()
    clock.now = new Date('2027-06-01T18:00:00Z')
    await owner.patch('/api/preferences', { timeZone: 'America/Los_Angeles', quiet: { from: '11:00', to: '20:00' } })
    await bark(dog.id)
    await settled()
    await owner.patch('/api/preferences', { quiet: { from: '10:00', to: '20:00' } })
    await settled()
    expect(gotBy(browser)).toEqual([])
    await owner.patch('/api/preferences', { quiet: null })
    await settled()
    await service.pushesTo(browser)
    await owner.patch('/api/preferences', { quiet: { from: '11:00', to: '20:00' } })
    await bark(dog.id)
    clock.now = new Date('2027-06-02T02:59:00Z')
    await settled()
    expect(gotBy(browser)).toHaveLength(1)
    clock.now = new Date('2027-06-02T03:00:00Z')
    await settled()
    await service.pushesTo(browser, 2)
  })

  test('of late, here and a cancellation shortly before the start of what was agreed does not wait, once each, unless it is turned off', async () => {
    // 11:00 in San Francisco, whose zone counts until a browser has told the owner's.
    clock.now = new Date('2027-06-01T18:00:00Z')
    const { owner, dog, browser } = await reachable()
    const { owner: other, matchId } = await bark(dog.id)
    await service.pushesTo(browser)
    await owner.patch('/api/preferences', { quiet: { from: '11:00', to: '12:00' } })
    const agreed = async (hours: number) => {
      const path = await propose(other, matchId, hours)
      await owner.patch(path, { status: 'accepted' })
      return path
    }
    const pageOf = (path: string) => `/playdates#playdate-${path.split('/').at(-1)}`
    const [soon, next, far] = [await agreed(0.5), await agreed(12), await agreed(12.5)]
    for (const [path, body] of [
      [`${await propose(other, matchId, 0.5)}/cancel`, { reason: 'weather' }],
      [`${soon}/late`, { minutes: 5 }],
      [`${soon}/late`, { minutes: 10 }],
      [`${soon}/here`, undefined],
      [`${next}/cancel`, { reason: 'weather' }],
      [`${far}/cancel`, { reason: 'weather' }],
    ] as const) {
      await other.post(path, body)
      await settled()
    }
    const titles = async () => (await titlesTo(browser)).sort()
    const paths = new Map((await service.pushesTo(browser)).map(({ payload }) => [payload.title, payload.path]))
    expect(paths.get('Ada is 5 minutes late')).toBe(pageOf(soon))
    expect(paths.get('Ada cancelled the playdate with Bo')).toBe(pageOf(next))
    const urgent = [
      ...['Ada barked at Bo', 'Ada cancelled the playdate with Bo', 'Ada is 5 minutes late'],
      'Ada is at Dolores Park',
    ]
    expect(await titles()).toEqual(urgent)

    await owner.patch('/api/preferences', { kinds: { playdate: { push: false } } })
    await other.post(`${soon}/late`, { minutes: 15 })
    await settled()
    expect(await titles()).toEqual(urgent)
    await owner.patch('/api/preferences', { kinds: { playdate: { push: true } } })
    later(60)
    await settled()
    // What waited with the change that is turned off shares its notification. The reminder's playdate has begun.
    expect(await titles()).toEqual(urgent)
  })

  test('that passes quiet hours passes them also if one before it waits, or a change that would wait is added before it is sent', async () => {
    clock.now = new Date('2027-06-01T18:00:00Z')
    const { owner, dog, browser } = await reachable()
    const { owner: other, matchId } = await bark(dog.id)
    await service.pushesTo(browser)
    service.status = 503
    const soon = await propose(other, matchId, 0.5)
    await sweep()
    // One that failed before they began waits for their end.
    clock.now = (await failed(owner)) ?? clock.now
    await owner.patch('/api/preferences', { quiet: { from: '11:00', to: '12:00' } })
    service.status = 201
    await settled()
    await owner.patch(soon, { status: 'accepted' })
    // A sweep that waits for a lock: what comes meanwhile is decided together, however slow the calls are.
    const { db } = app.services
    await db.transaction().execute(async trx => {
      await sql`LOCK TABLE searches`.execute(trx)
      void sweep()
      await untilBlocked(db)
      await other.post(`${soon}/late`, { minutes: 10 })
      await propose(other, matchId, 48)
    })
    await settled()
    expect(await titlesTo(browser)).toEqual(['Ada barked at Bo', 'Ada proposes a playdate with Bo'])
  })

  test('of a change that comes while the one before is being sent follows it', async () => {
    const { owner, dog, browser } = await reachable()
    const { owner: other, matchId } = await bark(dog.id)
    await service.pushesTo(browser)
    const soon = await propose(other, matchId, 0.5)
    await owner.patch(soon, { status: 'accepted' })
    await settled()
    const before = (await titlesTo(browser)).length
    let answer = () => {}
    service.ready = new Promise<void>(resolve => {
      answer = resolve
    })
    onTestFinished(() => answer())
    await other.post(`${soon}/late`, { minutes: 10 })
    await service.pushesTo(browser, before + 1)
    await other.post(`${soon}/cancel`, { reason: 'weather' })
    await sweep()
    answer()
    await settled()
    expect((await titlesTo(browser)).slice(before)).toEqual([
      'Ada is 10 minutes late',
      'Ada cancelled the playdate with Bo',
    ])
  })

  test('is not sent while a page of the user is visible, but once all are hidden', async () => {
    const { owner, dog, browser } = await reachable()
    const { presence } = app.services
    const [hide, hideOther] = [presence.show(owner.user.id), presence.show(owner.user.id)]
    hide()
    await presence.flush()
    expect(await isVisible(owner)).toBe(true)
    hideOther()
    await until(() => isVisible(owner), false)

    const page = await openLive(owner)
    const visible = page.client.live.visible.subscribe(undefined, {})
    await until(() => isVisible(owner), true)
    await bark(dog.id, 'Unheard')
    await settled()
    visible.unsubscribe()
    await until(() => isVisible(owner), false)
    await bark(dog.id, 'Heard')
    expect(await titlesTo(browser)).toEqual(['Heard barked at Bo'])
  })

  test('is sent once the page is hidden, also while it was being noted as visible', async () => {
    // Rows are written in the order of their ids, so the first one holds up the second.
    const [first, second] = [await reachable(), await reachable()]
    const { presence, db } = app.services
    presence.seen(first.owner.user.id)
    const hide = presence.show(second.owner.user.id)
    await presence.flush()
    presence.seen(first.owner.user.id)
    const flushed = await db.transaction().execute(async trx => {
      const row = trx.selectFrom('presence').select('user_id').where('user_id', '=', first.owner.user.id)
      await row.forUpdate().executeTakeFirstOrThrow()
      const flushed = presence.flush()
      await untilBlocked(db)
      hide()
      await sql`SELECT 1`.execute(db)
      return [flushed]
    })
    await Promise.all(flushed)
    await presence.flush()
    expect(await isVisible(second.owner)).toBe(false)
  })
})

test('a push service gets one token for hours, and then a new one', async () => {
  let time = Date.now()
  const vapid = new Vapid(app.services.db, app.services.config, () => time)
  const tokenOf = async (origin: string) => {
    const [, claims = ''] = (await vapid.authorization(origin)).split('.')
    return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number }
  }
  const exp = Math.floor(time / 1000) + 12 * 3600
  const here = 'https://web.push.apple.com'
  expect(await tokenOf(here)).toMatchObject({ aud: here, exp })
  time += 5 * 3_600_000
  expect(await tokenOf(here)).toMatchObject({ exp })
  expect((await tokenOf('https://fcm.googleapis.com')).aud).toBe('https://fcm.googleapis.com')
  time += 3_600_000
  expect(await tokenOf(here)).toMatchObject({ exp: exp + 6 * 3600 })
})

test('a push service that limits pushes gets a pause of at least the requested length, longer each time, and then the push once', async () => {
  const { owner, dog, browser } = await reachable()
  const pauses: number[] = []
  service.status = 429
  for (const [index, retryAfter] of ['120', '1', null, '7200', null].entries()) {
    service.headers = retryAfter === null ? {} : { 'retry-after': retryAfter }
    if (index === 0) await bark(dog.id)
    await sweep()
    app.services.jobs.wake(PUSH)
    const pause = (((await failed(owner, index + 1))?.getTime() ?? 0) - clock.now.getTime()) / 1000
    pauses.push(pause)
    later(pause / 60)
  }
  // Longer pauses than an hour are cut to an hour.
  expect(pauses).toEqual([120, 30, 60, 3600, 240])
  expect(gotBy(browser)).toEqual([])
  service.status = 201
  await settled()
  expect(await service.pushesTo(browser)).toHaveLength(1)
})

test('the contact for push services is the address where that is public, else the mailbox', () => {
  const contact = (publicUrl: string) =>
    new Vapid(app.services.db, { publicUrl: new URL(publicUrl), mailFrom: 'Yard <hello@bücher.example>' }).subject
  for (const url of [
    ...['https://yard.local', 'https://localhost', 'https://192.168.1.7', 'https://[fd00::1]', 'https://yard'],
    ...['https://yard.home.arpa', 'https://yard.lan:8443', 'https://yard.internal', 'http://yard.example.org'],
  ])
    expect([url, contact(url)]).toEqual([url, 'mailto:hello@xn--bcher-kva.example'])
  expect(contact('https://yard.example.org')).toBe('https://yard.example.org')
  expect(contact('https://bücher.example')).toBe('https://xn--bcher-kva.example')
})

test.each([401, 403])(
  'a service that refuses us (%s) is shown with the device, until that subscribes again or it takes a push',
  async status => {
    const { owner, browser } = await reachable()
    const devices = async () => (await owner.get<{ refused: boolean }[]>('/api/push/endpoints')).body
    expect(await devices()).toMatchObject([{ refused: false }])
    const shows = async (answer: number, refused: boolean) => {
      service.status = answer
      expect((await owner.post('/api/push/test')).status).toBe(200)
      await settled()
      expect(await devices()).toMatchObject([{ refused }])
    }
    await shows(status, true)
    expect((await owner.post('/api/push/endpoints', browser)).status).toBe(200)
    expect(await devices()).toMatchObject([{ refused: false }])
    await shows(status, true)
    await shows(201, false)
  },
)
