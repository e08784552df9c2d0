import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Of each launch picture: how the phone is held, its width and height, and the colour of its first pixel. */
const launchPictures = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=apple-touch-startup-image]')].map(async link => {
        const picture = new Image()
        picture.src = link.href
        await picture.decode()
        const canvas = document.createElement('canvas')
        const pen = canvas.getContext('2d')
        pen?.drawImage(picture, 0, 0)
        const [red] = pen?.getImageData(0, 0, 1, 1).data ?? []
        return [link.media, picture.width, picture.height, (red ?? 0) > 128 ? 'light' : 'dark']
      }),
    ),
  )

test('the theme is stored under `theme`, other windows apply it, and so do the launch picture of iOS and the manifest', async ({
  person,
}) => {
  const owner = await person({}, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })
  await owner.dog()
  await owner.context.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
  const page = await owner.open('/doghouse')
  const other = await owner.open('/settings')
  const { width, height } = await page.evaluate(() => ({ width: screen.width * 3, height: screen.height * 3 }))
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const both = (theme: string) => [
    ['(orientation: portrait)', short, long, theme],
    ['(orientation: landscape)', long, short, theme],
  ]
  await expect.poll(() => launchPictures(page)).toEqual(both('light'))
  const answer = page.waitForResponse(response => response.url().endsWith('/theme/dark'))
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  for (const one of [page, other]) await expect(one.locator('html')).toHaveClass('dark')
  await expect.poll(() => launchPictures(page)).toEqual(both('dark'))
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  // The server renders the next page in this theme, so no script has to run before the first paint.
  // It is the server that keeps it: Safari drops a script's cookie after a week.
  expect(await (await answer).headerValue('set-cookie')).toMatch(
    /^theme=dark; Path=\/; Max-Age=31536000; SameSite=Lax$/,
  )
  const drawn = await page.reload()
  expect(await drawn?.text()).toContain('<html lang="en" class="dark" data-mantine-color-scheme="dark">')
  await expect(page.locator('html')).toHaveClass('dark')
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
  const colours = await (await page.request.get(manifest ?? '')).json()
  expect(colours).toMatchObject({ id: '/', background_color: '#121C17', theme_color: '#121C17' })
})
