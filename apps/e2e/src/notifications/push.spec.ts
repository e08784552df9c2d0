import type { Page } from '@playwright/test'
import { chromiumAt } from '../chromium.ts'
import { test as base, expect, expectAccessible } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'
import {
  decidePermission,
  deliverPush,
  newSubscription,
  type PushService,
  shownNotifications,
  startPushService,
  subscribesAt,
} from './push-service.ts'

/** Tests against a server that pushes to `pushes`, in the browser that can ask for permissions. */
const test = base.extend<object, { pushes: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
  launchOptions: [async ({}, use) => use(chromiumAt(process.env.CHROMIUM_PATH)), { scope: 'worker' }],
  pushes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const pushes = await startPushService()
      await use(pushes)
      await pushes.close()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ pushes }, use) => use({ env: { PUSH_HOSTS: pushes.host } }), { scope: 'worker' }],
})

const withWorker = { serviceWorkers: 'allow' } as const
const offer = (page: Page) => page.getByRole('region', { name: 'Know when they answer' })
const thisDevice = (page: Page) => page.getByText('This device gets notifications.')

test('notifications are offered after the first bark; a push is shown once, and opens its page as the right dog', async ({
  person,
  pushes,
}) => {
  const owner = await person({}, withWorker)
  await subscribesAt(owner.context, pushes)
  const ada = await owner.dog({ name: 'Ada' }, { isActive: false })
  await owner.dog({ name: 'Rex' })
  const friend = await person()
  const mochi = await friend.dog({ name: 'Mochi' })
  const matchId = await friend.bark(ada)

  const page = await owner.open(`/dog/${mochi.id}`)
  await decidePermission(page, 'prompt')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect(page.getByRole('button', { name: 'Bark (Send Woof!)' })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Bark (Send Woof!)' }).click()
  // Under the pointer the toast stays.
  await page.getByText('Your bark has been sent!').hover()
  await expect(offer(page)).toBeVisible()
  await expectAccessible(page)
  await decidePermission(page, 'granted')
  await offer(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Notifications are on')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)

  await page.goto('/settings/notifications')
  await expect(thisDevice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect.poll(() => pushes.pushedTo.length).toBeGreaterThan(0)

  const push = { id: '1', title: 'Mochi barked at Ada', path: `/bark-chat/${matchId}`, dogId: ada.id, kind: 'match' }
  await deliverPush(page, { ...push, tag: push.path })
  await deliverPush(page, { ...push, title: 'Mochi sent Ada 2 messages', tag: push.path })
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([{ title: 'Mochi sent Ada 2 messages', tag: push.path, body: '', data: `${push.path}?as=${ada.id}` }])
  // A notification is shown even if the push cannot be read.
  await deliverPush(page, ['nonsense'])
  await expect
    .poll(async () => (await shownNotifications(page)).map(({ tag }) => tag).sort())
    .toEqual([push.path, 'new'])
  const [worker] = owner.context.serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      dispatchEvent(event: Event): void
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const shown = await scope.registration.getNotifications()
    const notification = shown.find(({ tag }) => tag !== 'new')
    if (notification) scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await expect(page).toHaveURL(`/bark-chat/${matchId}`)
  await expect(page.getByRole('button', { name: 'Ada: menu' })).toBeVisible()
  // Everything is seen, so the device removes its notifications.
  await expect.poll(() => shownNotifications(page)).toEqual([])

  // The browser ends its subscription by itself. The worker creates a new one and sends it to the server.
  const listed = () => owner.call<{ result: { data: unknown[] } }>('GET', '/trpc/push.endpoints')
  expect((await listed()).result.data).toHaveLength(1)
  await worker?.evaluate(made => {
    const scope = globalThis as unknown as {
      PushManager: { prototype: { subscribe: () => Promise<unknown> } }
      ExtendableEvent: new (type: string) => Event
      dispatchEvent(event: Event): void
    }
    scope.PushManager.prototype.subscribe = async () => ({ toJSON: () => made })
    scope.dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'))
  }, newSubscription(pushes))
  await expect.poll(async () => (await listed()).result.data.length).toBe(2)

  // Signing out takes away what the device shows. The worker stays here, to be asked what that is. While the app is not
  // open: it removes notifications as long as nothing is unseen.
  await page.goto('/api/openapi.json')
  await expect
    .poll(async () => {
      // The page that was just left may still remove one.
      await deliverPush(page, { ...push, tag: push.path })
      return (await shownNotifications(page)).length
    })
    .toBe(1)
  await page.addInitScript(() => {
    ServiceWorkerRegistration.prototype.unregister = async () => true
  })
  await page.goto('/api/logout')
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
  await expect.poll(() => shownNotifications(page)).toEqual([])

  await owner.context.request.post('/api/login', { data: { email: owner.user.email, password: PASSWORD } })
  expect((await listed()).result.data).toEqual([])
})

test('a tap while no window is open opens the page as the right dog, without a question', async ({
  person,
  pushes,
}) => {
  const owner = await person({}, withWorker)
  await subscribesAt(owner.context, pushes)
  const ada = await owner.dog({ name: 'Ada' }, { isActive: false })
  await owner.dog({ name: 'Rex' })
  const friend = await person()
  await friend.dog({ name: 'Mochi' })
  const path = `/bark-chat/${await friend.bark(ada)}`
  const page = await owner.open('/doghouse')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await decidePermission(page, 'granted')
  await deliverPush(page, { id: '1', title: 'Mochi barked at Ada', path, dogId: ada.id, kind: 'match', tag: path })
  await expect.poll(async () => (await shownNotifications(page)).length).toBe(1)
  const [worker] = owner.context.serviceWorkers()
  // Neither the absence of windows nor a tap can be had from a test.
  const opened = await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { matchAll: () => Promise<unknown[]>; openWindow: (address: string) => Promise<void> }
      dispatchEvent(event: Event): void
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    return new Promise<string>(resolve => {
      scope.clients.matchAll = async () => []
      scope.clients.openWindow = async address => resolve(address)
      if (notification) scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    })
  })
  expect(opened).toBe(`${path}?as=${ada.id}`)
  await page.goto(opened ?? '')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: 'Ada: menu' })).toBeVisible()
  // The tap vouches for one page.
  await owner.call('POST', '/active-dog', {
    dogId: (await owner.call<{ id: string }[]>('GET', '/my-dogs')).find(({ id }) => id !== ada.id)?.id,
  })
  await page.goto(opened ?? '')
  await expect(page.getByRole('dialog', { name: 'Open as Ada?' })).toBeVisible()
})

test('users who refuse are not asked, and can turn pushes on and off in the settings', async ({ person, pushes }) => {
  const owner = await person({}, withWorker)
  await subscribesAt(owner.context, pushes)
  await owner.dog({ name: 'Rex' })
  const friend = await person()
  const mochi = await friend.dog({ name: 'Mochi' })
  const page = await owner.open(`/dog/${mochi.id}`)
  await decidePermission(page, 'prompt')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.getByRole('button', { name: 'Bark (Send Woof!)' }).click()
  await decidePermission(page, 'denied')
  await expect(offer(page)).toHaveCount(0)

  await page.goto('/settings/notifications')
  await expect(page.getByText(/Your browser blocks notifications/)).toBeVisible()
  await decidePermission(page, 'granted')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(thisDevice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText("This device doesn't get notifications.")).toBeVisible()
})

base('channels, quiet hours, reminders and the digest are saved as they are changed', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.open('/settings/notifications')
  const card = page.getByRole('region', { name: 'Push and e-mail', exact: true })
  const preferences = () => owner.call<Record<string, unknown>>('GET', '/preferences')
  // The first page has stored the browser's time zone.
  await expect.poll(async () => (await preferences()).timeZone).toBe('Europe/Berlin')
  await page.reload()
  await expect(card.getByText('Times are in Central European Time (Berlin).')).toBeVisible()

  await expect(card.getByRole('checkbox', { name: 'Your account: e-mail, always sent' })).toBeDisabled()
  for (const name of ['Messages: e-mail', 'Playdates: push', 'A day before']) {
    await card.getByRole('checkbox', { name }).click()
    await expect(card.getByRole('checkbox', { name })).not.toBeChecked()
  }
  // A request that is held up is not overtaken by a later one with a newer value.
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/preferences\.edit/, route => released.then(() => route.continue()), { times: 1 })
  await card.getByRole('checkbox', { name: 'Hold push notifications and e-mails until they end' }).click()
  await card.getByLabel('From').fill('21:30')
  await card.getByLabel('E-mail digest').selectOption('weekly')
  release()
  await expect.poll(preferences).toMatchObject({
    quiet: { from: '21:30', to: '07:00' },
    reminders: { day: false, hours: true },
    digest: 'weekly',
    kinds: {
      message: { push: true, mail: false },
      playdate: { push: false, mail: true },
      match: { push: true, mail: true },
    },
  })
  await page.reload()
  await expect(card.getByRole('checkbox', { name: 'Messages: e-mail' })).not.toBeChecked()
  await expect(card.getByLabel('From')).toHaveValue('21:30')

  await page.route(/preferences\.edit/, route => route.abort())
  await card.getByRole('checkbox', { name: 'Messages: e-mail' }).click()
  await expect(page.getByText('Failed to save your notification settings')).toBeVisible()
  await expect(card.getByRole('checkbox', { name: 'Messages: e-mail' })).not.toBeChecked()
})
