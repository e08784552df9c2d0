import type { Response } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { serveUnknown } from '../screens/newcomer-screens.ts'
import { CONTACT_URL } from '../server.ts'
import { stylesSize } from '../styles-size.ts'

/** Scripts and styles, brotli, in bytes. */
const BYTES_AT_MOST = 9_000
const VITALS_BYTES_AT_MOST = 3_000
const HEADLINE = 'Find the Perfect Playmate for Your Pup'

test('signed-out visitors see only the landing page, whatever the address', async ({ page }) => {
  const sent = async (path: string) => (await page.request.get(path)).text()
  const landing = await sent('/')
  for (const path of [
    '/doghouse',
    '/my-dogs',
    '/swipe',
    '/barks',
    '/bark-chat/some-match',
    '/playdates',
    '/profile',
    '/dog/some-dog',
    '/onboarding',
    '/settings',
    '/admin/users',
    '/admin/reports',
  ])
    expect(await sent(path), path).toBe(landing)
  await page.goto('/sniff?sizes=small')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
  await expect(page).toHaveURL('/')
})

test('a spinner shows until the user is known, and a failed read is not retried, but by the visitor', async ({
  page,
}) => {
  let asked = 0
  let answer = () => {}
  const failing = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/auth/user', async route => {
    asked += 1
    if (asked > 1) return route.continue()
    await failing
    await route.abort()
  })
  await serveUnknown(page)
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page.getByRole('heading')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: "We can't reach the yard" })).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
  expect(asked).toBe(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
})

test('the landing page is complete before any script runs, makes no calls, and downloads little', async ({ page }) => {
  const calls: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  const loaded: Response[] = []
  page.on('response', response => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) loaded.push(response)
  })
  const answer = await page.goto('/')
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('cookie') })
  const html = (await answer?.text()) ?? ''
  expect(html).toContain(`${HEADLINE}</h1>`)
  // The operator has named a page for one link of the footer.
  expect(html).toContain(`<a href="${CONTACT_URL}">Contact</a>`)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  expect(complaints).toEqual([])

  // Nothing is downloaded that only the app needs.
  const files = await Promise.all(
    loaded.map(async response => ({
      encoding: response.headers()['content-encoding'] ?? 'small',
      url: response.url(),
      size: (await response.request().sizes()).responseBodySize,
      text: await response.text(),
    })),
  )
  expect(files.length).toBeGreaterThan(2)
  for (const { encoding, url, text } of files) {
    expect(encoding, url).toMatch(/br|small/)
    expect(text, url).not.toMatch(/--mantine-scale|MantineProvider|TRPCClientError|RouterProvider|leaflet|useState/)
  }
  const styles = stylesSize(html)
  expect(files.reduce((sum, file) => sum + file.size, styles)).toBeLessThanOrEqual(BYTES_AT_MOST)
})

test('one page in ten measures how fast it feels, with a small script', async ({ page }) => {
  await page.route('/', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `<meta name="vitals" content="on">${await response.text()}` })
  })
  await page.addInitScript(() => (Math.random = () => 0.09))
  const script = page.waitForResponse(/send-vitals/)
  await page.goto('/')
  const { responseBodySize } = await (await script).request().sizes()
  expect(responseBodySize).toBeLessThanOrEqual(VITALS_BYTES_AT_MOST)
})
