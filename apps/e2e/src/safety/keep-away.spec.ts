import { newPair } from '../chat/pair.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('blocking from the chat is one tap after its sentence; the other side leaves quietly, and it is undone', async ({
  person,
}) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
  const other = await ben.open(`/bark-chat/${matchId}`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Rex')
  const page = await ana.open(`/bark-chat/${matchId}`)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Unmatch', 'Block', 'Report'])
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Block' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('no longer see each other')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(page).toHaveURL(/\/barks$/)
  await expect(page.getByText('No barks yet')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Match not found' })).toBeVisible()

  const settings = await ana.open('/settings')
  const card = settings.getByRole('region', { name: 'Blocked and parted' })
  await expect(card).toContainText('Owner blocked, with all their dogs')
  await expectAccessible(settings)
  await card.getByRole('button', { name: 'Undo: Biscuit' }).click()
  await expect(card).toContainText('You keep nobody away.')
  await settings.goto(`/dog/${biscuit.id}`)
  await expect(settings.getByRole('heading', { level: 1 })).toContainText('Biscuit')
})

test('unmatching from a dog’s page ends the chat of both', async ({ person }) => {
  const { ana, ben, biscuit } = await newPair(person)
  const page = await ana.open(`/dog/${biscuit.id}`)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Unmatch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unmatch' }).click()
  await expect(page).toHaveURL(/\/sniff/)
  const barks = await ben.open('/barks')
  await expect(barks.getByText('No barks yet')).toBeVisible()
  const settings = await ana.open('/settings')
  await expect(settings.getByRole('region', { name: 'Blocked and parted' })).toContainText('Match ended')
})
