import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/open.tsx'

test('the safety guide opens in the page that the app draws once a session has ended', async () => {
  await open('/', { user: null })
  const guide = page.getByRole('dialog', { name: 'Safety guide' })
  for (const opener of [
    page.getByRole('button', { name: 'Learn About Safety' }),
    page.getByRole('contentinfo').getByRole('link', { name: 'Safety' }),
  ]) {
    await opener.click()
    await expect.element(guide.getByRole('heading', { name: 'Block and report' })).toBeVisible()
    await guide.getByRole('button', { name: 'Close' }).click()
    await expect.element(guide).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  }
  expect(location.hash).toBe('')
})
