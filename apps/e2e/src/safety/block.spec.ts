import { newPair } from '../chat/pair.ts'
import { expect, test } from '../fixtures.ts'

test('blocking from the chat takes one confirmation, and the other dog disappears without a notice', async ({
  person,
}) => {
  const { ana, ben, matchId } = await newPair(person)
  const other = await ben.open(`/bark-chat/${matchId}`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Rex')
  const page = await ana.open(`/bark-chat/${matchId}`)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Unmatch', 'Block', 'Report'])
  await page.getByRole('menuitem', { name: 'Block' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('no longer see each other')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(page).toHaveURL(/\/barks$/)
  await expect(page.getByText('No barks yet')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Match not found' })).toBeVisible()
})
