import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { CONTACT_URL } from '../server.ts'

const topOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN
const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).boundingBox()
  if (!found) throw new Error(`${selector} is not there`)
  return found
}

test('the landing page has all its texts, from the header to the copyright line', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/^Barkyard/)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: /Barkyard/ })).toBeVisible()
  for (const [label, href] of [
    ['Features', '#features'],
    ['Safety', '#safety'],
    ['About', '#about'],
  ] as const)
    await expect(header.getByRole('link', { name: label })).toHaveAttribute('href', href)
  await expect(header.getByRole('button', { name: 'Switch to the dark theme' })).toBeVisible()
  for (const name of ['Log In', 'Sign Up']) await expect(header.getByRole('link', { name })).toBeVisible()

  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Find the Perfect Playmate for Your Pup')
  await expect(
    main.getByText('Connect with dog owners nearby, match compatible pups, and schedule fun playdates at local parks', {
      exact: true,
    }),
  ).toBeVisible()
  for (const name of ['Get Started', 'Learn More', 'Get Started Free'])
    await expect(main.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page.locator('ol').getByRole('heading')).toHaveText([
    'Create Profile',
    'Sniff & Match',
    'Chat & Connect',
    'Schedule Playdates',
  ])
  await expect(page.locator('#features').getByRole('article').getByRole('heading')).toHaveText([
    'Smart Matching',
    'Verified Profiles',
    'Privacy First',
  ])
  // The promises: the criteria of matching, verified profiles, a private location, and safety advice.
  const features = page.locator('#features')
  await expect(features.getByText(/size, age, temperament and location/)).toBeVisible()
  await expect(features.getByText(/exact location stays private until you share it/)).toBeVisible()
  await expect(page.locator('#safety')).toContainText(
    /Meet in public parks, verify profiles, and communicate through the platform/,
  )

  const footer = page.getByRole('contentinfo')
  const columns = [
    ['Product', ['Features', 'Pricing', 'Safety']],
    ['Company', ['About', 'Blog', 'Contact']],
    ['Legal', ['Privacy', 'Terms', 'Cookie Policy']],
  ] as const
  await expect(footer.getByRole('heading')).toHaveText(columns.map(([title]) => title))
  for (const [title, links] of columns) {
    const column = footer
      .locator('div')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      .last()
    await expect(column.getByRole('link')).toHaveText([...links])
  }
  // The operator has named a page for one of them (server.ts).
  await expect(footer.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', CONTACT_URL)
  await expect(footer.getByRole('link', { name: 'Privacy' })).not.toHaveAttribute('href')
  await expect(footer.getByText(/© 2025 Barkyard/)).toBeVisible()
})

test('the header stays, the hero is 600 px tall, Learn More and the anchors scroll smoothly', async ({ page }) => {
  await page.goto('/')
  expect((await box(page, 'main > section:first-of-type')).height).toBe(600)
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    addEventListener('scroll', () => seen.push(Math.round(scrollY)))
  })
  await page.getByRole('link', { name: 'Learn More' }).click()
  await expect.poll(() => topOf(page, '#features')).toBeLessThan(150)
  // It scrolled smoothly if it passed a position in between. A busy machine draws few frames.
  const stops = await page.evaluate(() => new Set((window as Window & { seen?: number[] }).seen).size)
  expect(stops).toBeGreaterThan(1)
  expect(await topOf(page, 'header')).toBe(0)
  for (const [name, section] of [
    ['Safety', '#safety'],
    ['About', '#about'],
    ['Features', '#features'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name }).click()
    await expect(page.locator(section).getByRole('heading').first()).toBeInViewport()
  }
})

test('every Log In, Sign Up and Get Started button navigates the browser to /api/login', async ({ page }) => {
  await page.goto('/')
  const ways = [
    [page.getByRole('banner').getByRole('link', { name: 'Log In' }), 'Log in'],
    [page.getByRole('banner').getByRole('link', { name: 'Sign Up' }), 'Create your account'],
    [page.getByRole('link', { name: 'Get Started', exact: true }), 'Create your account'],
    [page.getByRole('link', { name: 'Get Started Free' }), 'Create your account'],
  ] as const
  for (const [way, heading] of ways) {
    const navigation = page.waitForRequest(
      request => request.isNavigationRequest() && new URL(request.url()).pathname === '/api/login',
    )
    await way.click()
    await navigation
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.goBack()
  }
})

test('the safety guide opens by keyboard from the page and from the footer, and returns the focus', async ({
  page,
}) => {
  await page.goto('/')
  const guide = page.getByRole('dialog', { name: 'Safety guide' })
  for (const opener of [
    page.getByRole('button', { name: 'Learn About Safety' }),
    page.getByRole('contentinfo').getByRole('link', { name: 'Safety' }),
  ]) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(guide.getByRole('heading', { name: 'Block and report' })).toBeAttached()
    await expect(guide.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(guide).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await expect(page).toHaveURL('/')
})

test('the other links of the footer are placeholders', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  for (const link of await page
    .getByRole('contentinfo')
    .getByRole('link')
    .filter({ hasNotText: /Safety|Contact/ })
    .all()) {
    await expect(link).not.toHaveAttribute('href')
    await link.click({ force: true })
  }
  await expect(page).toHaveURL('/')
  expect(requests.filter(url => !url.endsWith('.svg'))).toEqual([])
})

test('the theme is light by default whatever the system prefers, and the toggle’s choice is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const root = page.locator('html')
  await expect(root).toHaveClass('light')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(root).toHaveClass('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(root).toHaveClass('dark')
  await page.getByRole('button', { name: 'Switch to the light theme' }).click()
  await expect(root).toHaveClass('light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
})

test('on the narrowest phones nothing is cut off and the main targets are large', async ({ page }) => {
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    for (const name of ['Sign Up', 'Get Started', 'Get Started Free']) {
      const target = await page.getByRole('link', { name, exact: true }).boundingBox()
      expect(target?.height).toBeGreaterThanOrEqual(44)
    }
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
