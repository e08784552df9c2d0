import { newPair } from '../chat/pair.ts'
import { expect, test } from '../fixtures.ts'

test('blocking from the chat takes one confirmation, the other dog disappears without a notice, and it can be undone', async ({
  person,
}) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
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

  const settings = await ana.open('/settings/privacy')
  const card = settings.getByRole('region', { name: 'Blocked and unmatched' })
  await expect(card).toContainText('Owner blocked, with all their dogs')
  await card.getByRole('button', { name: 'Undo: Biscuit' }).click()
  await expect(card).toContainText("You haven't blocked or unmatched anybody.")
  await settings.goto(`/dog/${biscuit.id}`)
  await expect(settings.getByRole('heading', { level: 1 })).toContainText('Biscuit')
})
