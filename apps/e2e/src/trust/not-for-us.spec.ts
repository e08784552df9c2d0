import { expect, test } from '../fixtures.ts'
import { yard } from '../sniff/sniff-people.ts'

test('a dog that is not for us leaves Sniff, and comes back by Undo or in the settings', async ({ person }) => {
  const { me, dog: own, neighbour } = await yard(person)
  const { owner, dog } = await neighbour({ name: 'Rex' }, 1)
  await neighbour({ name: 'Mochi' }, 3)
  const page = await me.open('/sniff')
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveText(['Rex', 'Mochi'])
  const skip = async () => {
    await page.getByRole('button', { name: 'More about Rex' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Not for us' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await skip()
  await expect(names).toHaveText(['Mochi'])
  await expect(page.getByText('Rex is left out of Sniff')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(names).toHaveText(['Rex', 'Mochi'])

  // From its page too, which is left then.
  await page.goto(`/dog/${dog.id}`)
  await skip()
  await expect(page).toHaveURL('/sniff')
  await expect(names).toHaveText(['Mochi'])

  // The other side finds as before, and is told nothing.
  const theirs = await owner.open('/sniff')
  await expect(theirs.getByRole('heading', { name: own.name })).toBeVisible()
  expect(await owner.call('GET', '/notifications')).toEqual([])

  await page.goto('/settings')
  const card = page.getByRole('region', { name: `Not for ${own.name}` })
  await expect(card.getByText('Rex, Corgi')).toBeVisible()
  await card.getByRole('button', { name: 'Undo: Rex' }).click()
  await expect(card.getByText(/finds every dog nearby/)).toBeVisible()
  await expect(card.getByRole('heading')).toBeFocused()
  await page.goto('/sniff')
  await expect(names).toHaveText(['Rex', 'Mochi'])
})

test('“Not for us” is in the menus of Sniff, not in a chat’s', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  const { dog } = await neighbour({ name: 'Rex' })
  const matchId = await me.bark(dog)
  const page = await me.open(`/bark-chat/${matchId}`)
  await page.getByRole('button', { name: 'More about Rex' }).click()
  await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Not for us' })).toHaveCount(0)
})
