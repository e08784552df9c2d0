import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Page } from '@playwright/test'
import { test as base, expect, expectAccessible } from '../fixtures.ts'
import { newPerson, PASSWORD, type Person } from '../people.ts'
import { goWithin } from '../screens/open-screen.ts'
import { kept, untilKept, untilNewer } from './kept.ts'
import { type Line, lineTo } from './line.ts'

const test = base.extend<{ line: Line; owner: Person }>({
  line: async ({ server }, use) => {
    const line = await lineTo(server.url)
    await use(line)
    await line.close()
  },
  owner: async ({ browser, line }, use) => {
    const owner = await newPerson(
      browser,
      line.url,
      {},
      { serviceWorkers: 'allow', viewport: { width: 1280, height: 900 } },
    )
    await owner.dog({ name: 'Rex' })
    await use(owner)
    await owner.context.close()
  },
})

/** The copy, as text. */
const stored = (page: Page) => page.evaluate(async () => (await (await caches.match('/last-seen/2'))?.text()) ?? '')

const old = (page: Page) => page.getByText(/You see what was here on/)

test('without the server the app starts with the data last seen, and says so until it is read again', async ({
  owner,
  line,
}) => {
  const page = await owner.open('/notifications')
  await untilKept(page)
  // A page that is loaded anew begins with nothing, and takes nothing of what is kept away.
  await page.goto('/doghouse')
  await expect.poll(() => stored(page)).toContain('"sniff","search"')
  line.cut()
  await page.goto('/notifications')
  await expect(page.getByText('All quiet')).toBeVisible()
  await expect(old(page)).toBeVisible()
  await page.goto('/my-dogs')
  await expect(page.getByRole('heading', { name: 'My Dogs' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Active Rex/ })).toBeVisible()
  await expect(old(page)).toBeVisible()
  await expectAccessible(page)
  // A page that is not kept says so, and so does the banner.
  await page.clock.install()
  await page.goto('/settings/account')
  await expect(page.getByRole('heading', { name: "This page isn't available offline" })).toBeVisible()
  await expect(old(page)).toHaveCount(0)
  await expect(page.getByText("We couldn't load this")).toHaveCount(0)
  await expectAccessible(page)
  // Longer than what no page shows is remembered.
  await page.clock.fastForward('10:00')
  await page.getByRole('link', { name: /to the doghouse/ }).click()
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  await page.getByRole('link', { name: 'Playdates', exact: true }).click()
  await expect(page.getByText('No Matches Yet')).toBeVisible()
  await page.getByRole('link', { name: /to the doghouse/ }).click()
  await expect(old(page)).toBeVisible()
  line.mend()
  // The pause before it tries again grows to half a minute.
  await expect(old(page)).toHaveCount(0, { timeout: 120_000 })
  await page.getByRole('link', { name: /View your messages/ }).click()
  await expect(page.getByText('No barks yet')).toBeVisible()
})

test('a new version takes over at the next navigation, and the page is loaded once', async ({ owner, line }) => {
  const page = await owner.open('/doghouse')
  await untilKept(page)
  const loads: string[] = []
  page.on('framenavigated', frame => loads.push(frame.url()))
  line.release('newer')
  await page.reload()
  await untilNewer(page)
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  expect(loads).toHaveLength(1)
  line.cut()
  await page.reload()
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  await expect(old(page)).toBeVisible()
})

const LANDING = 'Find the Perfect Playmate for Your Pup'
/** Said where the session has ended without its owner. */
const ended = (page: Page) => page.getByText(/signed out\. It was done/)

/** What a device still has after signing out. */
const left = async (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
  }))
const NOTHING = { caches: [], workers: 0, databases: [], local: ['theme'], session: [] }

test('signing out clears everything but the theme', async ({ owner, line }) => {
  const page = await owner.open('/doghouse')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await untilKept(page)
  await page.reload()
  await page.getByRole('button', { name: 'Rex: menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: LANDING })).toBeVisible()
  await expect(ended(page)).toBeHidden()
  await expect.poll(() => left(page)).toEqual(NOTHING)
  line.cut()
  // In a window of its own: the browser loads a page that failed again once the line is back, in the middle of what follows.
  const without = await owner.context.newPage()
  await expect(without.goto('/doghouse')).rejects.toThrow(/ERR_/)
  await without.close()
  line.mend()

  // After signing in again in the same window, the device caches again.
  await owner.context.request.post('/api/login', { data: { email: owner.user.email, password: PASSWORD } })
  await page.goto('/doghouse')
  await untilKept(page)
})

test('signing out elsewhere shows the landing page, which says so, and clears this device too', async ({ owner }) => {
  const page = await owner.open('/doghouse')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await untilKept(page)
  await owner.context.request.get('/api/logout')
  await expect(page.getByRole('heading', { name: LANDING })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(ended(page)).toBeFocused()
  await expect.poll(() => left(page)).toEqual(NOTHING)
  await expectAccessible(page)
})

test('whoever signs in next on the device finds nothing of its former user, though nobody signed out', async ({
  owner,
  person,
  line,
}) => {
  const page = await owner.open('/doghouse')
  await untilKept(page)
  await page.evaluate(id => localStorage.setItem(`draft:${id}:dog:match`, '{}'), owner.user.id)
  const next = await person()
  await next.dog({ name: 'Nova' })
  await owner.context.request.post('/api/login', { data: { email: next.user.email, password: PASSWORD } })
  // Nothing of the page is stored anew meanwhile.
  await page.route('**/api/trpc/**', route => route.abort())
  await page.goto('/my-dogs')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('draft:')))
  await expect.poll(async () => [await stored(page), ...(await drafts())].join().includes(owner.user.id)).toBe(false)
  line.cut()
  await page.unrouteAll()
  await page.goto('/doghouse').catch(() => undefined)
  await expect(page.getByText('Welcome back, Rex!')).toHaveCount(0)
})

/** What stands in the database of the chats: the key, which no script can read, and the sealed chats. */
const storedChats = (page: Page) =>
  page.evaluate(async () => {
    // Opening it would make one.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'chats')) return { extractable: [], texts: [] }
    const opening = indexedDB.open('chats')
    await new Promise(resolve => {
      opening.onsuccess = resolve
    })
    const all = (store: string) =>
      new Promise<unknown[]>(resolve => {
        const request = opening.result.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
      })
    const [keys, chats] = [(await all('keys')) as CryptoKey[], (await all('chats')) as { sealed: ArrayBuffer }[]]
    opening.result.close()
    return {
      extractable: keys.map(key => key.extractable),
      texts: chats.map(({ sealed }) => new TextDecoder().decode(sealed)),
    }
  })

test('chats that were read open without the server, encrypted; no calls, photos, address nor place are kept; signing out ends it', async ({
  owner,
  person,
  line,
}) => {
  const [rex] = await owner.call<[Dog]>('GET', '/my-dogs')
  await owner.photo(rex)
  await owner.livesAt({ lat: 37.7749, lng: -122.4194, city: 'San Francisco' })
  const other = await person()
  const bo = await other.dog({ name: 'Bo' })
  const matchId = await other.bark(rex)
  await other.call('POST', `/messages/${matchId}`, { senderDogId: bo.id, body: 'woof under the bridge' })
  const page = await owner.open('/doghouse')
  await untilKept(page)
  expect(await stored(page)).toContain(owner.user.id)
  // The worker now controls the page. A message is that of a match and that of a notification.
  await page.reload()
  await expect(page.locator('img[src^="/photos/"]').first()).toBeVisible()
  for (const [path, list] of [
    ['/notifications', '"notifications","list"'],
    ['/barks', '"matches","list"'],
  ] as const) {
    await goWithin(page, path)
    await expect(page.getByText('woof under the bridge')).toBeVisible()
    await expect.poll(() => stored(page)).toContain(list)
  }
  await goWithin(page, `/bark-chat/${matchId}`)
  await expect.poll(async () => (await storedChats(page)).texts.length).toBe(1)
  const { extractable, texts } = await storedChats(page)
  expect(extractable).toEqual([false])
  expect(texts.join()).not.toContain('bridge')
  for (const own of ['woof under the bridge', owner.user.email, 'San Francisco', '37.7749'])
    expect(await stored(page)).not.toContain(own)
  expect((await kept(page)).filter(one => !/ \/(assets\/.*|shell\.html|theme\.js|last-seen\/2)$/.test(one))).toEqual([])

  line.cut()
  await page.goto(`/bark-chat/${matchId}`)
  await expect(page.getByText('woof under the bridge')).toBeVisible()
  await expect(old(page)).toBeVisible()
  line.mend()
  await page.goto('/api/logout')
  await expect(page.getByRole('heading', { name: LANDING })).toBeVisible()
  await expect.poll(() => left(page)).toEqual({ ...NOTHING, local: [] })
})
