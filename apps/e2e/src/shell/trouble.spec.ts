import { bubbles, field, newPair } from '../chat/pair.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { appRuns, PASSWORD } from '../people.ts'

test('offline a banner shows, the page stays, and failed reads can be tried again', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.context.newPage()
  const picture = page.waitForEvent('requestfinished', request => request.url().includes('scene-head-tilted'))
  await page.goto('/doghouse')
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  await picture
  await owner.context.setOffline(true)
  const banner = page.getByText(/^You're offline\./)
  await expect(banner).toBeVisible()
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  // A screen whose code was not downloaded yet.
  await page.getByRole('link', { name: /Schedule meetups/ }).click()
  await expect(page.getByRole('heading', { name: "This page isn't available offline" })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  // Its picture was downloaded before.
  await expect(page.getByRole('alert').locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Still no connection')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await owner.context.setOffline(false)
  await expect(banner).toHaveCount(0)
  // It recovers without a click.
  await expect(page.getByRole('heading', { name: 'Playdates', level: 1 })).toBeVisible()
})

test('a screen that failed to load can be tried again in place, without affecting the others', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.open('/settings')
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.route(/matches\.list/, route => route.abort())
  const barks = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Barks/ })
  await barks.click()
  await expect(page.getByRole('heading', { name: "We couldn't load this" })).toBeVisible()
  await page.getByRole('link', { name: /to the doghouse/ }).click()
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  await barks.click()
  await expect(page.getByRole('heading', { name: "We couldn't load this" })).toBeVisible()
  await page.unroute(/matches\.list/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No barks yet')).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('the landing page shows when the session ends elsewhere', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.open('/doghouse')
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  await owner.context.request.get('/api/logout')
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
  await expect(page).toHaveURL('/')
  const ended = page.getByText(/signed out\. It was done/)
  await expect(ended).toBeFocused()
  await expectAccessible(page)
})

test('a page that is opened after its session has ended elsewhere says so, once', async ({ person, server }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const elsewhere = await (await person()).context.request
  await elsewhere.post('/api/login', { data: { email: owner.user.email, password: PASSWORD } })
  const page = await owner.context.newPage()
  const ended = page.getByText(/signed out\. It was done/)
  expect((await elsewhere.delete('/api/sessions')).ok()).toBe(true)
  await page.goto(`${server.url}/barks`)
  await expect(ended).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
  await expect(ended).toBeHidden()
})

test('signing out here says nothing of it', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.open('/doghouse')
  await page.getByRole('button', { name: 'Rex: menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
  await expect(page.getByText(/signed out\. It was done/)).toBeHidden()
})

test('the landing page shows when the session ends while the page is opening', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.context.newPage()
  let goOn = () => {}
  const signedOut = new Promise<void>(resolve => {
    goOn = resolve
  })
  await page.route('**/assets/*.js', async route => {
    await signedOut
    await route.continue()
  })
  await page.goto('/doghouse', { waitUntil: 'commit' })
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  await owner.context.request.get('/api/logout')
  goOn()
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
})

test('data is read once: not again on focus, by a timer or after a failure', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.context.newPage()
  await page.clock.install()
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() === 'GET') calls.push(pathname)
  })
  await page.goto('/doghouse')
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  const counts = () => calls.filter(path => path.includes('matches.newCount'))
  // The first answer came with the page. It is read once more when the subscription starts, to include earlier changes.
  await expect.poll(counts).toHaveLength(1)
  await page.getByRole('link', { name: /View your messages/ }).click()
  await expect(page.getByText('No barks yet')).toBeVisible()
  // Opening the barks reads the count again.
  await expect.poll(counts).toHaveLength(2)
  // Until it makes no more calls. The network was idle once before, so that it counts as idle from then on.
  let known = -1
  const isQuiet = () => {
    const before = known
    known = calls.length
    return known === before
  }
  await expect.poll(isQuiet, { intervals: [500] }).toBe(true)
  const before = [...calls]
  await page.evaluate(() => {
    window.dispatchEvent(new Event('blur'))
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  // What no page shows is forgotten after five minutes.
  await page.clock.fastForward(240_000)
  await page.getByRole('link', { name: /to the doghouse/ }).click()
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  // No event tells of open walks and invitations.
  const told = (all: readonly string[]) => all.filter(path => !/walks|invites/.test(path))
  expect(told(calls)).toEqual(told(before))
})

test('a code chunk that cannot be downloaded fails alone, and loads later', async ({ person }) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
  await ben.photo(biscuit)
  const page = await ana.context.newPage()
  const parts = /\/(other-dog-actions|photo-viewer)-[^/]*\.(js|css)$/
  await page.route(parts, route => route.abort())

  // A chunk that belongs to the page loads without a click.
  const failed = page.waitForEvent('requestfailed', request => parts.test(request.url()))
  await page.goto(`/bark-chat/${matchId}`)
  await failed
  await expect(bubbles(page)).toHaveCount(1)
  await field(page).fill('still here')
  await expect(page.getByRole('heading', { name: "We couldn't load this" })).toHaveCount(0)
  await page.unroute(parts)
  // Told again, because the part listens only once it has failed.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByRole('button', { name: 'More about Biscuit' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(field(page)).toHaveValue('still here')

  // A chunk behind a click shows an error, and can be tried again.
  await page.goto(`/dog/${biscuit.id}`)
  await appRuns(page)
  const photo = page.getByRole('button', { name: 'Photo of Biscuit, full screen' })
  await page.route(parts, route => route.abort())
  await photo.click()
  await expect(page.getByRole('alert')).toContainText("We couldn't open this")
  await expect(page.getByRole('heading', { name: 'Biscuit', level: 1 })).toBeVisible()
  await page.unroute(parts)
  await photo.click()
  const viewer = page.getByRole('dialog', { name: 'Photos of Biscuit' })
  // Its styles load too.
  await expect(viewer.getByRole('button', { name: 'Close' })).toHaveCSS('border-radius', '50%')
})
