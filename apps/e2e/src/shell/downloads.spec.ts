import type { Request } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { stylesSize } from '../styles-size.ts'

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
  expect(sizeOf(first)).toBeLessThanOrEqual(163_200)
  // The code that draws portraits for dogs without photos loads after the page.
  expect(sizeOf(files.filter(({ url }) => !url.includes('/portrait-')))).toBeLessThanOrEqual(196_000)
})
