import type { User } from '@barkyard/domain/schemas/user'
import { setAdmin } from '../admins.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('an owner without dogs is invited to add the first one', async ({ person }) => {
  const page = await (await person()).open('/my-dogs')
  await expect(page.getByRole('heading', { name: 'My Dogs', level: 1 })).toBeVisible()
  await expect(page.getByText('No dogs yet!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sniff Dogs' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add Your First Dog' }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
})

test('choosing a dog makes it active and opens the doghouse, by keyboard too', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex', breed: 'Golden Retriever', size: 'large', ageYears: 1 }, { isActive: false })
  await owner.dog({ name: 'Mochi', breed: 'Shiba Inu', size: 'small', ageYears: 4 }, { isActive: false })
  const page = await owner.open('/my-dogs')
  await expect(page.getByText('Select which dog you want to be')).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sniff Dogs' })).toHaveCount(0)

  await expect(page.getByRole('button', { name: 'Rex Golden Retriever Large 1 year', exact: true })).toBeVisible()
  const mochi = page.getByRole('button', { name: 'Mochi Shiba Inu Small 4 years', exact: true })
  await mochi.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/doghouse$/)
  expect((await owner.call<User>('GET', '/auth/user')).dog?.name).toBe('Mochi')

  await page.goto('/my-dogs')
  await expect(page.getByText('Select a dog to switch profiles, or sniff with your current dog')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Active Mochi Shiba Inu Small 4 years', exact: true })).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Rex/ }).dblclick()
  await expect(page).toHaveURL(/\/doghouse$/)
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()
})

test('with an active dog the buttons Sniff Dogs and Barks are shown', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.open('/my-dogs')
  const main = page.getByRole('main')
  for (const [name, path] of [
    ['Sniff Dogs', /\/sniff$/],
    ['Barks', /\/barks$/],
    ['Add Dog', /\/onboarding$/],
  ] as const) {
    await main.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'My Dogs', level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Manage Users' })).toHaveCount(0)
})

test('an admin sees the link to the users', async ({ person, server }) => {
  const admin = await person()
  await setAdmin(server, admin)
  const page = await admin.open('/my-dogs')
  await page.getByRole('link', { name: 'Manage Users' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
})

test('deleting a dog asks for confirmation', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  await owner.dog({ name: 'Mochi' }, { isActive: false })
  await owner.dog({ name: 'Ada' }, { isActive: false })
  const page = await owner.open('/my-dogs')
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Delete Rex' }).click()
  await expect(
    dialog.getByText(
      "Are you sure you want to delete Rex's profile? This action cannot be undone and will delete all photos and matches.",
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete Rex' })).toBeFocused()

  await page.route('**/api/trpc/dogs.delete*', route => route.abort())
  await page.getByRole('button', { name: 'Delete Rex' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Failed to delete dog')).toBeVisible()
  await page.unroute('**/api/trpc/dogs.delete*')

  // The button kept the focus, so the keyboard is still in the dialog.
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Dog profile deleted successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Rex' })).toHaveCount(0)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Add Dog' })).toBeFocused()
  // It was the active dog, so no dog is active now.
  await expect(page.getByText('Select which dog you want to be')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Mochi/ })).toBeVisible()
})
