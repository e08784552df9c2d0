import { expect, expectAccessible, test } from '../fixtures.ts'

/** Brotli, in bytes: 1.3 times what React and a router alone take. */
const JS_AT_MOST = 78_000

test('whoever is signed out sees the landing page alone, whatever the address', async ({ page }) => {
  for (const path of [
    '/doghouse',
    '/my-dogs',
    '/sniff?sizes=small',
    '/swipe',
    '/barks',
    '/bark-chat/some-match',
    '/playdates',
    '/profile',
    '/dog/some-dog',
    '/onboarding',
    '/settings',
    '/admin',
    '/admin/users',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find the Perfect Playmate for Your Pup')
    await expect(page).toHaveURL('/')
  }
})

test('a spinner until it is known who looks', async ({ page }) => {
  let answer = () => {}
  const asked = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/auth/user', async route => {
    await asked
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page.getByRole('heading')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
})

test('the question who looks is not asked again by itself, but by the visitor', async ({ page }) => {
  let asked = 0
  await page.route('**/api/auth/user', route => {
    asked += 1
    return asked === 1 ? route.abort() : route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: "We can't reach the yard" })).toBeVisible()
  await expectAccessible(page)
  expect(asked).toBe(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find the Perfect Playmate for Your Pup')
})

test('the landing page downloads little, and nothing of what only the app needs', async ({ page }) => {
  const files: { url: string; size: number; text: string }[] = []
  page.on('response', async response => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return
    const [text, { responseBodySize }] = await Promise.all([response.text(), response.request().sizes()])
    expect(response.headers()['content-encoding'] ?? 'small').toMatch(/br|small/)
    files.push({ url: response.url(), size: responseBodySize, text })
  })
  await page.goto('/', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => files.length).toBeGreaterThan(3)
  for (const { url, text } of files)
    expect(text, url).not.toMatch(/--mantine-scale|MantineProvider|TRPCClientError|RouterProvider|leaflet/)
  const scripts = files.filter(file => file.url.endsWith('.js'))
  expect(scripts.reduce((sum, file) => sum + file.size, 0)).toBeLessThanOrEqual(JS_AT_MOST)
})
