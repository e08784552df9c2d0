import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { PUSH } from '../../src/features/notifications/push/push.ts'
import { ownerWithDog, type Person, signUp, unique } from '../client.ts'
import { pushApp } from '../push-app.ts'
import { expectError } from '../shape.ts'
import { makeToken } from '../tokens.ts'

const { app, service, later, subscribe, reachable, bark, sweep, settled, failed, endpointsOf } = await pushApp()

describe('a browser', () => {
  test('that is unsubscribed is removed, but not one whose service fails', async () => {
    const { owner, dog } = await reachable()
    service.status = 500
    await bark(dog.id)
    await failed(owner)
    expect(await endpointsOf(owner)).toHaveLength(1)
    service.status = 410
    later(1)
    await sweep()
    app.services.jobs.wake(PUSH)
    await until(() => endpointsOf(owner), [])
  })

  test('cannot redirect a push', async () => {
    const { owner, dog } = await reachable()
    const elsewhere = service.subscribe()
    service.status = 307
    service.headers = { location: elsewhere.endpoint }
    const before = service.offered
    await bark(dog.id)
    await settled()
    expect(service.offered).toBe(before + 1)
    expect(await endpointsOf(owner)).toHaveLength(1)
  })

  test('is removed with its session, moves to its next user, and cannot be removed by others', async () => {
    const { owner, dog, browser } = await reachable()
    const next = await ownerWithDog(app.url)
    const [own] = await endpointsOf(owner)
    expectError(await next.owner.delete(`/api/push/endpoints/${own?.id}`), 404)
    expect((await subscribe(owner, browser)).body.id).toBe(own?.id)
    expect((await subscribe(next.owner, browser)).body.id).not.toBe(own?.id)
    expect(await endpointsOf(owner)).toEqual([])
    await bark(dog.id)
    await settled()
    expect(service.pushes.filter(({ path }) => browser.endpoint.endsWith(path))).toEqual([])
    await next.owner.get('/api/logout')
    expect(await endpointsOf(next.owner)).toEqual([])
  })

  test('is one of at most ten per user, even for simultaneous requests', async () => {
    const owner = await signUp(app.url)
    const answers = await Promise.all(Array.from({ length: 12 }, () => subscribe(owner)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(expectError(await subscribe(owner), 409).reason).toBe('endpoints-full')
    const [first] = await endpointsOf(owner)
    expect((await owner.delete(`/api/push/endpoints/${first?.id}`)).body).toEqual({ ok: true })
    expect((await subscribe(owner)).status).toBe(200)
  })

  test('cannot be subscribed with a token', async () => {
    const { script } = await makeToken(await signUp(app.url))
    expectError(await subscribe(script), 403)
  })

  const { keys } = service.subscribe()
  let owner: Person
  beforeAll(async () => {
    owner = await signUp(app.url)
  })
  test.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    // Not in its normal form, which another parser may read differently.
    'https://FCM.googleapis.com/fcm/send/x',
    'https:fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://evilpush.services.mozilla.com.evil.test/x',
    'https://push.services.mozilla.com#.push.services.mozilla.com/',
    'https://evil.test/.notify.windows.com',
    'https://notify.windows.com\\.evil.test/',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'http://127.0.0.1:1/x',
    'http://169.254.169.254/latest/meta-data',
    'https://0x7f000001/x',
    'file:///etc/passwd',
    'ftp://fcm.googleapis.com/x',
    '//fcm.googleapis.com/x',
    'javascript:alert(1)',
    `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
  ])('at %s is refused', async endpoint => {
    const { issues } = expectError(await owner.post('/api/push/endpoints', { endpoint, keys }), 400)
    expect(issues?.map(({ path }) => path[0])).toEqual(['endpoint'])
  })

  test.each([
    { ...keys, auth: 'short' },
    { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { ...keys, p256dh: keys.p256dh.slice(0, -8) },
    { auth: keys.auth },
  ])('with the keys %j is refused', async wrong => {
    const { endpoint } = service.subscribe()
    expectError(await owner.post('/api/push/endpoints', { endpoint, keys: wrong }), 400)
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/',
    'https://web.push.apple.com/',
    'https://wns2-by3p.notify.windows.com/w/?token=',
  ])('at %s… is taken', async start => {
    expect((await owner.post('/api/push/endpoints', { endpoint: `${start}a${unique()}`, keys })).status).toBe(200)
  })
})
