import { expect, test } from '../fixtures.ts'

test('on iOS the app offers a launch picture in the theme, and elsewhere a manifest', async ({ person }) => {
  const owner = await person({}, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })
  await owner.dog()
  await owner.context.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
  const page = await owner.open('/doghouse')
  const pictures = page.locator('link[rel=apple-touch-startup-image]')
  /** Width, height, and the colour of the first pixel of each picture. */
  const drawn = () =>
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
  await expect(pictures).toHaveCount(2)
  const { width, height } = await page.evaluate(() => ({ width: screen.width * 3, height: screen.height * 3 }))
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const both = (theme: string) => [
    ['(orientation: portrait)', short, long, theme],
    ['(orientation: landscape)', long, short, theme],
  ]
  await expect.poll(drawn).toEqual(both('light'))
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect.poll(drawn).toEqual(both('dark'))
  await page.reload()
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
  const colours = await (await page.request.get(manifest ?? '')).json()
  expect(colours).toMatchObject({ id: '/', background_color: '#121C17', theme_color: '#121C17' })
})
