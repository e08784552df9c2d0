import { untilPhotos } from '../dogs/wizard.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { statusOf, yard } from '../sniff/sniff-people.ts'

test('an owner tells what others should know, and the dog’s page shows it', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  const { owner, dog } = await neighbour({ name: 'Biscuit' })
  const page = await owner.open(`/dog/${dog.id}/edit`)
  await page.getByLabel('Neutered (optional)').selectOption('Yes')
  const careful = page.getByRole('group', { name: 'Careful with (optional)' })
  await careful.getByLabel('Children').check()
  await careful.getByLabel('Small dogs').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Dog profile updated successfully')).toBeVisible()

  const theirs = await me.open(`/dog/${dog.id}`)
  await expect(theirs.getByRole('heading', { name: 'Good to know' })).toBeVisible()
  await expect(theirs.getByText('Neutered', { exact: true })).toBeVisible()
  await expect(theirs.getByText('Careful with small dogs and children')).toBeVisible()

  // What was said can be taken back.
  await page.goto(`/dog/${dog.id}/edit`)
  await page.getByLabel('Neutered (optional)').selectOption('Not said')
  for (const name of ['Children', 'Small dogs']) await careful.getByLabel(name).uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(theirs.getByRole('heading', { name: 'Good to know' })).toHaveCount(0)
})

test('the wizard does not ask, and My Dogs offers to tell afterwards', async ({ person }) => {
  const owner = await person({}, { viewport: { width: 375, height: 720 } })
  const page = await owner.open('/onboarding')
  await untilPhotos(page)
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('heading', { name: 'What should others know about Rex?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Good to know' }).click()
  await expect(page.getByLabel('Neutered (optional)')).toBeInViewport()
  await page.getByLabel('Neutered (optional)').selectOption('No')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/my-dogs$/)
  await expect(page.getByRole('button', { name: /Rex/ }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /What should others know/ })).toHaveCount(0)
})

test('a paused dog is in nobody’s Sniff, is marked to its owner alone, and its page goes on', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  const { owner, dog } = await neighbour({ name: 'Biscuit' })
  const sniff = await me.open('/sniff')
  await expect(sniff.getByRole('article')).toHaveCount(1)
  const page = await owner.open(`/dog/${dog.id}/edit`)
  await page.getByLabel('Pause Biscuit').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Paused: not in anybody’s Sniff')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('Paused: not in anybody’s Sniff')).toBeVisible()
  await page.goto('/my-dogs')
  await expect(page.getByRole('main').getByRole('button', { name: /^Active Biscuit/ })).toContainText('Paused')

  await sniff.reload()
  await expect(statusOf(sniff)).toHaveText(/^0 dogs found/)
  await sniff.goto(`/dog/${dog.id}`)
  await expect(sniff.getByRole('heading', { name: /^Biscuit/ })).toBeVisible()
  await expect(sniff.getByText(/Paused/)).toHaveCount(0)

  await page.goto(`/dog/${dog.id}/edit`)
  await page.getByLabel('Pause Biscuit').uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Dog profile updated successfully')).toBeVisible()
  await sniff.goto('/sniff')
  await expect(sniff.getByRole('article')).toHaveCount(1)
})
