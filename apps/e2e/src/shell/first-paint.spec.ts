import { randomUUID } from 'node:crypto'
import { openDatabase } from '@barkyard/db/open'
import { newPair } from '../chat/pair.ts'
import { heldUp } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import type { Server } from '../server.ts'
import { yard } from '../sniff/sniff-people.ts'

/** Looks at what a page came with. It waits for its data for a second, and a busy machine may need longer the first time. */
const comesWith = (look: () => Promise<void>) => expect(look).toPass()
/** What the server has drawn, and no script changes. */
const drawn = expect.configure({ timeout: 1_000 })

test('the server renders the header, the navigation and the screen', async ({ person }) => {
  const owner = await person({}, { javaScriptEnabled: false })
  await owner.livesAt({ lat: -40.7128, lng: 100.006 })
  const rex = await owner.dog({ name: 'Rex' })
  await owner.dog({ name: 'Ada' }, { isActive: false })
  const friend = await person()
  await friend.livesAt({ lat: -40.7128, lng: 100.006 })
  const mochi = await friend.dog({ name: 'Mochi </script>' })
  await friend.photo(mochi)
  const matchId = await friend.bark(rex)
  const page = await owner.context.newPage()
  for (const [path, heading, place] of [
    ['/', 'Welcome back, Rex!', 'Doghouse'],
    ['/doghouse', 'Welcome back, Rex!', 'Doghouse'],
    ['/sniff', 'Sniff Dogs Nearby', 'Sniff'],
    ['/barks', 'Barks', 'Barks'],
    [`/bark-chat/${matchId}`, 'Mochi </script>', null],
    ['/playdates', 'Playdates', 'Playdates'],
    ['/my-dogs', 'My Dogs', null],
    [`/dog/${mochi.id}`, /^Mochi <\/script>/, null],
    ['/settings', 'Settings', null],
    ['/settings/account', 'Account', null],
  ] as const) {
    await comesWith(async () => {
      const answer = await page.goto(path)
      expect(answer?.headers()['cache-control']).toBe('no-store')
      await drawn(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      const header = page.getByRole('banner')
      await drawn(header.getByRole('button', { name: 'Rex: menu' })).toBeVisible()
      await drawn(header.getByRole('button', { name: 'Switch to the dark theme' })).toBeVisible()
      const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      // On a desktop the way to one's dogs stands at the left.
      await drawn(places).toHaveCount(4)
      await drawn(places.filter({ hasText: 'Barks' })).toHaveAccessibleName(/1 new/)
      if (place) await drawn(places.filter({ hasText: place })).toHaveCSS('color', 'rgb(43, 33, 27)')
    })
  }
  let html = ''
  await comesWith(async () => {
    html = (await (await page.goto('/sniff'))?.text()) ?? ''
    await drawn(page.getByRole('article')).toContainText('Mochi </script>')
  })
  // The placeholders beside the first card are not wider than their columns.
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
  // The photo is asked for before the scripts, which would take all connections.
  const [photo, script] = [html.indexOf('<link rel="preload" as="image"'), html.indexOf('<script')]
  expect(photo).toBeGreaterThan(0)
  expect(photo).toBeLessThan(script)
  // Links also work without scripts.
  await page.getByRole('banner').getByRole('link', { name: 'Playdates' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Playdates' })).toBeVisible()

  // Without an active dog the server renders My Dogs.
  const dogless = await (await person({}, { javaScriptEnabled: false })).context.newPage()
  await dogless.goto('/sniff')
  await expect(dogless.getByRole('heading', { level: 1, name: 'My Dogs' })).toBeVisible()
  await expect(dogless.getByRole('contentinfo').getByRole('link', { name: 'Log out' })).toBeVisible()
})

test('a button that is pressed before the app runs is pressed once it does, once', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.context.newPage()
  const release = await heldUp(page, /\/assets\/app-.*\.js/)
  // The theme that only the device knows shows as soon as the small script runs that hears the press.
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto('/doghouse', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass('dark')
  const menu = page.getByRole('button', { name: /: menu$/ })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  release()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test('a page does not request data that came with it', async ({ person }) => {
  const { ana: owner, biscuit, matchId } = await newPair(person)
  const page = await owner.context.newPage()
  // Once its subscription starts, the page reads its data once more. That does not count here.
  await page.routeWebSocket(/\/api\/trpc/, () => {})
  const asked: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() === 'GET') asked.push(decodeURIComponent(pathname + search))
  })
  for (const [path, shown] of [
    ['/doghouse', 'Find dogs nearby'],
    ['/sniff', 'Biscuit'],
    ['/sniff?sizes=small', 'Biscuit'],
    [`/dog/${biscuit.id}`, 'Bark (Send Woof!)'],
    [`/bark-chat/${matchId}`, 'Woof! 🐕'],
    ['/playdates', 'No upcoming playdates'],
    ['/my-dogs', 'Add Dog'],
  ] as const) {
    // A new chat reads the compatibility. A chat marks the bark as seen, reads what that changes, and
    // reads newer messages once its socket is open.
    // A dog's page looks which new notifications are about it, Sniff and the doghouse for open walks when there is time.
    const isLater = (call: string) =>
      (path.startsWith('/bark-chat') && /matches\.|dogs\.get|"after"/.test(call)) ||
      (path.startsWith('/dog/') && call.includes('notifications.list')) ||
      (/^\/(sniff|doghouse)/.test(path) && call.includes('walks.list'))
    await comesWith(async () => {
      // On a busy machine the page before still makes calls while this one opens.
      await page.goto('about:blank')
      asked.length = 0
      await page.goto(path)
      await expect(page.getByText(shown).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(
        asked.filter(call => !isLater(call)),
        path,
      ).toEqual([])
    })
    // What is left unseen is asked about on other pages.
    if (path.startsWith('/bark-chat'))
      await expect.poll(() => owner.call('GET', '/notifications/unseen-count')).toEqual({ count: 0 })
  }
})

/** Adds an open case. */
async function isLost(server: Server, of: { user_id: string; dog_id: string; lat: number; lng: number }) {
  const [id, now] = [randomUUID(), new Date()]
  const times = { last_seen_at: now, created_at: now, began_at: now, ends_at: new Date(now.getTime() + 3_600_000) }
  const db = openDatabase(server.databaseUrl, { max: 1 })
  await db
    .insertInto('lost_cases')
    .values({ ...of, ...times, id, code: id, state: 'open', approach: 'shy' })
    .execute()
  await db.destroy()
}

test('hydration keeps the server’s screen without moving anything', async ({ person, server }) => {
  const { me, place } = await yard(person)
  const owner = await person()
  await owner.livesAt(place)
  const dog = await owner.dog({ name: 'Mochi' })
  await isLost(server, { user_id: owner.user.id, dog_id: dog.id, ...place })
  const page = await me.context.newPage()
  const card = page.getByRole('article').first()
  const strip = page.getByRole('region', { name: 'Lost nearby' })
  for (const [width, path, heading] of [
    [375, '/doghouse', 'Welcome back, Nori!'],
    [375, '/sniff', 'Sniff Dogs Nearby'],
    [375, '/playdates', 'Playdates'],
    // With the filters beside the cards.
    [1024, '/sniff', 'Sniff Dogs Nearby'],
  ] as const) {
    await page.setViewportSize({ width, height: 812 })
    const boxes = async () => [
      (await page.getByRole('heading', { name: heading }).boundingBox())?.y,
      path === '/playdates' ? null : await strip.boundingBox(),
      path === '/sniff' ? await card.boundingBox() : null,
    ]
    await page.unrouteAll()
    const release = await heldUp(page, /\/assets\/.*\.js$/)
    await comesWith(async () => {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      // The last of the page.
      await page.locator('#bootstrap-data').waitFor({ state: 'attached' })
      expect(await strip.count()).toBe(path === '/playdates' ? 0 : 1)
      if (path === '/sniff') expect(await card.count()).toBe(1)
    })
    const before = await boxes()
    release()
    // Only the running app sets the document's title.
    await expect(page).toHaveTitle(`${heading} · Barkyard`)
    if (path === '/sniff') await expect(page.getByRole('button', { name: 'Bark at Mochi' })).toBeVisible()
    expect(await boxes(), `${path}, ${width} px wide`).toEqual(before)
  }

  // Nor does anything move when the dogs arrive in the running app.
  const phone = await me.open('/doghouse')
  await phone.setViewportSize({ width: 375, height: 812 })
  const answer = await heldUp(phone, /\/api\/trpc\/[^?]*sniff\.search/)
  await phone
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Sniff$/ })
    .click()
  const results = phone.getByRole('region', { name: 'Results' })
  const placeholder = await results.locator('[aria-hidden=true] > [role=status] > div').first().boundingBox()
  expect(placeholder).not.toBeNull()
  answer()
  await expect(phone.getByRole('button', { name: 'Bark at Mochi' })).toBeVisible()
  expect(await phone.getByRole('article').boundingBox()).toEqual(placeholder)
})
