import type { Request } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { newPair } from '../chat/pair.ts'
import { untilPhotos } from '../dogs/wizard.ts'
import { expect, test } from '../fixtures.ts'
import { portraitPng } from '../people.ts'
import { stylesSize } from '../styles-size.ts'

test('My Dogs, Barks, My Profile and the chat show photos or their placeholders', async ({ person }) => {
  const { ana, rex, ben, biscuit, matchId } = await newPair(person)
  for (let n = 0; n < 2; n++) await ana.photo(rex)
  const page = await ana.open('/my-dogs')
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^Active Rex/ })
      .locator('img'),
  ).toBeVisible()
  // The badge of the active dog has a check.
  await expect(page.getByText('Active', { exact: true }).locator('svg')).toBeVisible()

  await page.goto('/profile')
  const heightOf = async (name: string) =>
    (await page.getByRole('img', { name, exact: true }).boundingBox())?.height ?? Number.NaN
  await expect
    .poll(async () => (await heightOf('Photo of Rex')) / (await heightOf('Photo 2 of Rex')))
    .toBeGreaterThan(1.5)

  await page.goto('/barks')
  const row = page.getByRole('main').getByRole('link', { name: /Biscuit/ })
  await expect(row.locator('img')).toHaveAttribute('src', /^data:image.svg/)
  await ben.photo(biscuit)
  await page.reload()
  await expect(row.locator('img')).toHaveAttribute('src', /^\/photos\//)
  await page.goto(`/bark-chat/${matchId}`)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Biscuit/ })
      .locator('img'),
  ).toBeVisible()
})

test('there are six slots for photos, and failed uploads are listed', async ({ person, server }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Rex' })
  const page = await owner.open('/onboarding')
  await untilPhotos(page)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6)

  const admin = await person()
  await setAdmin(server, admin)
  const theirs = await admin.open(`/dog/${dog.id}`)
  await theirs.getByRole('button', { name: 'Edit Profile (Admin)' }).click()
  await theirs.route('**/api/photos', route => route.abort())
  const buffer = await portraitPng(dog)
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer })
  await theirs.getByLabel('Add photo').setInputFiles([file('a.png'), file('b.png')])
  await expect(theirs.getByRole('alert')).toContainText('Failed to upload photos')
})

test('Sniff downloads no schemas, no drawer if there is a sidebar, and little before its first paint', async ({
  person,
}) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.context.newPage()
  const loaded: Request[] = []
  page.on('requestfinished', request => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) loaded.push(request)
  })
  // For returning users the landing page is not prefetched.
  await page.addInitScript(() => localStorage.setItem('signed-in', '1'))
  const answer = await page.goto('/sniff')
  await expect(page.getByRole('status').filter({ hasText: /found/ })).toBeVisible()
  await expect(page.getByRole('slider').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(
    loaded.map(async request => ({
      url: request.url(),
      size: (await request.sizes()).responseBodySize,
      text: (await (await request.response())?.text()) ?? '',
    })),
  )
  expect(files.length).toBeGreaterThan(3)
  for (const { url, text } of files) expect(text, url).not.toMatch(/ZodError|\.zod|leaflet/)
  expect(files.map(file => file.url).filter(url => url.includes('drawer'))).toEqual([])
  // Brotli, in bytes.
  const html = (await answer?.text()) ?? ''
  const styles = stylesSize(html)
  const sizeOf = (some: typeof files) => some.reduce((sum, file) => sum + file.size, styles)
  // The page names what its first paint needs.
  const first = files.filter(({ url }) => html.includes(new URL(url).pathname))
  expect(first.length).toBeGreaterThan(3)
  for (const { url, text } of first) expect(text, url).not.toContain('MantineProvider')
  expect(sizeOf(first)).toBeLessThanOrEqual(163_000)
  // The code that draws portraits for dogs without photos loads after the page.
  expect(sizeOf(files.filter(({ url }) => !url.includes('/portrait-')))).toBeLessThanOrEqual(196_000)
})

test('forced colours show what is chosen, and the sliders', async ({ person }) => {
  const owner = await person({}, { forcedColors: 'active' })
  await owner.dog()
  const page = await owner.open('/sniff')
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = 'Highlight'
    return getComputedStyle(probe).backgroundColor
  })
  const order = page.getByRole('group', { name: 'Order' })
  const chosen = [
    order.locator('label', { hasText: 'Nearest' }),
    page.getByRole('link', { name: 'Sniff' }).locator('span').first(),
  ]
  for (const one of chosen) await expect(one).toHaveCSS('background-color', highlight)
  await expect(page.getByRole('slider', { name: 'Distance' })).toHaveCSS('border-top-style', 'solid')
})
