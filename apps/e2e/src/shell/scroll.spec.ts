import { expect, test } from '../fixtures.ts'

test('a full page load starts at the top, and going back restores the position', async ({ person }) => {
  const owner = await person({}, { viewport: { width: 375, height: 400 } })
  const rex = await owner.dog({ name: 'Rex', bio: 'Runs. '.repeat(60) })
  const page = await owner.open('/doghouse')
  await expect(page.getByRole('heading', { name: 'Welcome back, Rex!' })).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const scrollDown = () => page.evaluate(() => window.scrollTo(0, 150))
  await scrollDown()
  await expect.poll(scrolled).toBe(150)
  await page.reload()
  await expect(page.getByRole('link', { name: /Schedule meetups/ })).toBeVisible()
  expect(await scrolled()).toBe(0)

  await scrollDown()
  // A click of Playwright's would move the page to the link.
  const before = await page.getByRole('link', { name: /My Profile/ }).evaluate((link: HTMLElement) => {
    link.click()
    return scrollY
  })
  expect(before).toBeGreaterThan(100)
  await expect(page).toHaveURL(`/dog/${rex.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome back, Rex!' })).toBeVisible()
  await expect.poll(scrolled).toBe(before)
})
