import { expect, test } from '../fixtures.ts'

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
