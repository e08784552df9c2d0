import { PushService } from '@barkyard/api/testing/push-service'
import type { Page, Worker } from '@playwright/test'
import { chromiumAt } from '../chromium.ts'
import { test as base, expect, expectAccessible } from '../fixtures.ts'
import { PASSWORD, type Person } from '../people.ts'
import type { SignUp } from '../sniff/sniff-people.ts'
import { decidePermission, deliverPush, shownNotifications, subscribesAt } from './push-service.ts'

/** Tests against a server that pushes to `pushes`, in the browser that can ask for permissions. */
const test = base.extend<object, { pushes: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
  launchOptions: [async ({}, use) => use(chromiumAt(process.env.CHROMIUM_PATH)), { scope: 'worker' }],
  pushes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const pushes = new PushService()
      await pushes.listen()
      await use(pushes)
      await pushes.stop()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ pushes }, use) => use({ env: { PUSH_HOSTS: pushes.host } }), { scope: 'worker' }],
})

/** An owner of Ada and of Rex, who acts, on a device with a worker; and Mochi, who has barked at Ada. */
async function devicesOwner(person: SignUp, pushes: PushService) {
  const owner = await person({}, { serviceWorkers: 'allow' })
  await subscribesAt(owner.context, pushes)
  const ada = await owner.dog({ name: 'Ada' }, { isActive: false })
  const rex = await owner.dog({ name: 'Rex' })
  const friend = await person()
  const mochi = await friend.dog({ name: 'Mochi' })
  return { owner, ada, rex, mochi, path: `/bark-chat/${await friend.bark(ada)}` }
}

/** Opens a page, and waits until its worker runs. */
async function openWithWorker(owner: Person, path: string, setting: 'granted' | 'prompt') {
  const page = await owner.open(path)
  await decidePermission(page, setting)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return page
}

/** Taps what the device shows of a matter. Returns the address that the worker opens if no window is open. */
const tap = (worker: Worker | undefined, hasWindows: boolean) =>
  worker?.evaluate(async hasWindows => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { matchAll: () => Promise<unknown[]>; openWindow: (address: string) => Promise<void> }
      dispatchEvent(event: Event): void
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const notification = (await scope.registration.getNotifications()).find(({ tag }) => tag !== 'new')
    return new Promise<string>(resolve => {
      // Neither the absence of windows nor a tap can be had from a test.
      if (hasWindows) resolve('')
      else
        Object.assign(scope.clients, {
          matchAll: async () => [],
          openWindow: async (address: string) => resolve(address),
        })
      if (notification) scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    })
  }, hasWindows)

const offer = (page: Page) => page.getByRole('region', { name: 'Know when they answer' })
const thisDevice = (page: Page) => page.getByText('This device gets notifications.')

test('notifications are offered after the first bark; a push is shown once, and opens its page as the right dog', async ({
  person,
  pushes,
}) => {
  const { owner, ada, mochi, path } = await devicesOwner(person, pushes)
  const page = await openWithWorker(owner, `/dog/${mochi.id}`, 'prompt')
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
  await expect.poll(() => pushes.pushes.length).toBeGreaterThan(0)

  const push = { id: '1', title: 'Mochi barked at Ada', path, tag: path, dogId: ada.id, kind: 'match' }
  await deliverPush(page, push)
  await deliverPush(page, { ...push, title: 'Mochi sent Ada 2 messages' })
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([{ title: 'Mochi sent Ada 2 messages', tag: path, body: '', data: `${path}?as=${ada.id}` }])
  // A notification is shown even if the push cannot be read.
  await deliverPush(page, ['nonsense'])
  await expect.poll(async () => (await shownNotifications(page)).map(({ tag }) => tag).sort()).toEqual([path, 'new'])
  const [worker] = owner.context.serviceWorkers()
  await tap(worker, true)
  await expect(page).toHaveURL(path)
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
  }, pushes.subscribe())
  await expect.poll(async () => (await listed()).result.data.length).toBe(2)

  // Signing out takes away what the device shows. The worker stays here, to be asked what that is. While the app is not
  // open: it removes notifications as long as nothing is unseen.
  await page.goto('/api/openapi.json')
  await expect
    .poll(async () => {
      // The page that was just left may still remove one.
      await deliverPush(page, push)
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
  const { owner, ada, rex, path } = await devicesOwner(person, pushes)
  const page = await openWithWorker(owner, '/doghouse', 'granted')
  await deliverPush(page, { id: '1', title: 'Mochi barked at Ada', path, dogId: ada.id, kind: 'match', tag: path })
  await expect.poll(async () => (await shownNotifications(page)).length).toBe(1)
  const [worker] = owner.context.serviceWorkers()
  const opened = await tap(worker, false)
  expect(opened).toBe(`${path}?as=${ada.id}`)
  await page.goto(opened ?? '')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: 'Ada: menu' })).toBeVisible()
  // The tap vouches for one page.
  await owner.activate(rex)
  await page.goto(opened ?? '')
  await expect(page.getByRole('dialog', { name: 'Open as Ada?' })).toBeVisible()
})

test('users who refuse are not asked, and can turn pushes on and off in the settings', async ({ person, pushes }) => {
  const { owner, mochi } = await devicesOwner(person, pushes)
  const page = await openWithWorker(owner, `/dog/${mochi.id}`, 'prompt')
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
