import { bubbles, field, newPair } from '../chat/pair.ts'
import { heldUp } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns, PASSWORD } from '../people.ts'
import { expectCalm } from '../shift.ts'

test('offline a banner shows, the page stays, and failed reads can be tried again', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await owner.context.newPage()
  const picture = page.waitForEvent('requestfinished', request => request.url().includes('scene-head-tilted'))
  // Parts that are on their way when the connection goes.
  const goOn = await heldUp(page, /\/(walk-card|match-moment)-[^/]*\.js$/)
  const begun = page.waitForRequest(/\/match-moment-[^/]*\.js$/)
  await page.goto('/doghouse')
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  await Promise.all([picture, begun])
  // A phone that changes its network is without one for a moment.
  const back = await page.evaluateHandle(() => ({ seen: new Promise(seen => addEventListener('online', seen)) }))
  await owner.context.setOffline(true)
  await owner.context.setOffline(false)
  await back.evaluate(({ seen }) => seen)
  await expectCalm(page, 0.01)

  await owner.context.setOffline(true)
  goOn()
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

test('a page whose session ends elsewhere while it opens, or has ended before, says so, once', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const elsewhere = (await person()).context.request
  await elsewhere.post('/api/login', { data: { email: owner.user.email, password: PASSWORD } })
  const page = await owner.context.newPage()
  const ended = page.getByText(/signed out\. It was done/)
  const goOn = await heldUp(page, '**/assets/*.js')
  await page.goto('/doghouse', { waitUntil: 'commit' })
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
  expect((await elsewhere.delete('/api/sessions')).ok()).toBe(true)
  goOn()
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
  await expect(ended).toBeFocused()

  await page.goto('/barks')
  await expect(ended).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
  await expect(ended).toBeHidden()
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
