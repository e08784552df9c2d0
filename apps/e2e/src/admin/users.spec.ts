import type { AdminUser } from '@barkyard/domain/schemas/admin'
import type { Page } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { test as base, expect } from '../fixtures.ts'
import type { Person } from '../people.ts'

const test = base.extend<{ admin: Person }>({
  admin: async ({ person, server }, use) => {
    const admin = await person({ firstName: 'Alex', lastName: 'Admin' })
    await setAdmin(server, admin)
    await use(admin)
  },
})

let counter = 0
const unique = (name: string) => `${name}${process.pid}x${++counter}`
const searchUsers = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search users by name or e-mail' }).fill(text)
const users = (page: Page) => page.getByRole('region', { name: 'All Users' })
const isKnown = async (admin: Person, { user }: Person) =>
  (await admin.call<AdminUser[]>('GET', `/admin/users?search=${encodeURIComponent(user.email)}`)).length === 1

test('Manage Users opens the admin panel at the list of users', async ({ admin }) => {
  const page = await admin.open('/my-dogs')
  await page.getByRole('link', { name: 'Manage Users' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  const heading = page.getByRole('heading', { name: /^All Users/ })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('each user is listed with the number of their dogs, and the admin’s own row has no checkbox', async ({
  admin,
  person,
}) => {
  const name = unique('Listed')
  const owner = await person({ firstName: name, lastName: 'Person' })
  const page = await admin.open('/admin/users')
  await searchUsers(page, name)
  const row = users(page).getByRole('listitem').filter({ hasText: owner.user.email })
  await expect(row).toContainText(`${name} Person`)
  await expect(row.getByText('0 dogs')).toBeVisible()
  await owner.dog()
  await page.reload()
  await searchUsers(page, name)
  await expect(row.getByText('1 dog', { exact: true })).toBeVisible()
  await owner.dog()
  await page.reload()
  await searchUsers(page, name)
  await expect(row.getByText('2 dogs')).toBeVisible()
  await expect(row.getByRole('checkbox')).toHaveCount(1)

  await searchUsers(page, admin.user.email)
  const self = users(page).getByRole('listitem').filter({ hasText: admin.user.email })
  await expect(self.getByText('You')).toBeVisible()
  await expect(self.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByLabel('Select All')).toBeDisabled()
})

test('User Dogs shows an empty state, or the dogs with Transfer Ownership', async ({ admin, person }) => {
  const giver = await person({ firstName: unique('Giver'), lastName: 'Of Dogs' })
  const taker = await person({ firstName: unique('Taker'), lastName: 'Of Dogs' })
  const dog = await giver.dog({ name: unique('Parcel') })
  const takersPage = await taker.open('/my-dogs')
  await expect(takersPage.getByText('No dogs yet!')).toBeVisible()
  const page = await admin.open('/admin')

  const found = page.getByRole('heading', { name: 'All Users 1', exact: true })
  await searchUsers(page, taker.user.email)
  await expect(found).toBeVisible()
  await users(page).getByRole('button', { name: taker.user.email }).click()
  const userDogs = page.getByRole('dialog', { name: 'User Dogs' })
  await expect(userDogs.getByText('No dogs found for this user')).toBeVisible()
  await userDogs.getByRole('button', { name: 'Close' }).click()

  await searchUsers(page, giver.user.email)
  await users(page).getByRole('button', { name: giver.user.email }).click()
  await expect(userDogs.getByText(dog.name, { exact: true })).toBeVisible()
  await userDogs.getByRole('button', { name: 'Transfer Ownership' }).click()

  const transfer = page.getByRole('dialog', { name: 'Transfer Dog Ownership' })
  const confirm = transfer.getByRole('button', { name: 'Transfer', exact: true })
  await expect(confirm).toBeDisabled()
  const select = transfer.getByLabel('New owner', { exact: true })
  await select.click()
  await expect(page.getByRole('option', { name: 'Unassigned' })).toBeVisible()
  await select.fill(taker.user.firstName)
  await page.getByRole('option', { name: taker.user.email }).click()
  await expect(select).toHaveValue(`${taker.user.firstName} Of Dogs (${taker.user.email})`)
  await page.route('**/api/trpc/admin.setOwner*', async route => {
    await expect(transfer.getByRole('button', { name: 'Transferring...' })).toBeDisabled()
    await route.continue()
  })
  await confirm.click()
  await expect(page.getByText('Dog ownership transferred successfully')).toBeVisible()
  // The dialog that opened the transfer is back.
  await expect(userDogs.getByText('No dogs found for this user')).toBeVisible()
  await expect(takersPage.getByText(dog.name, { exact: true })).toBeVisible()
})

test('Unassigned makes a dog unowned, and Assign Owner gives it an owner', async ({ admin, person }) => {
  const owner = await person({ firstName: unique('Leaving'), lastName: 'Owner' })
  const dog = await owner.dog({ name: unique('Orphan') })
  const page = await admin.open('/admin')
  await searchUsers(page, owner.user.email)
  await users(page).getByRole('button', { name: owner.user.email }).click()
  await page.getByRole('button', { name: 'Transfer Ownership' }).click()
  const transfer = page.getByRole('dialog', { name: 'Transfer Dog Ownership' })
  await transfer.getByLabel('New owner', { exact: true }).click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await transfer.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(page.getByText('Dog ownership transferred successfully')).toBeVisible()
  await page.getByRole('dialog', { name: 'User Dogs' }).getByRole('button', { name: 'Close' }).click()

  const unowned = page.getByRole('region', { name: 'Unowned Dogs' })
  await unowned.getByRole('searchbox').fill(dog.name)
  await expect(unowned.getByRole('listitem')).toHaveCount(1)
  await unowned.getByRole('button', { name: `Assign Owner to ${dog.name}` }).click()
  await transfer.getByLabel('New owner', { exact: true }).fill(owner.user.firstName)
  // The list before the search can have the owner too, and moves when the search has its answer.
  await expect(page.getByRole('option', { name: '@' })).toHaveCount(1)
  await page.getByRole('option', { name: owner.user.email }).click()
  await page.route('**/api/trpc/admin.setOwner*', route =>
    route.fulfill({ status: 502, contentType: 'text/html', body: 'bad gateway' }),
  )
  await transfer.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to transfer ownership')
  await page.unrouteAll()
  await transfer.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(page.getByText('Dog ownership transferred successfully')).toBeVisible()
  await expect(transfer).toBeHidden()
  await expect(page.getByText(dog.name, { exact: true }).first()).toBeVisible()
})

test('deleting users says how many dogs are deleted with them', async ({ admin, person }) => {
  const name = unique('Leaver')
  const [one, two, three] = await Promise.all([1, 2, 3].map(n => person({ firstName: name, lastName: `No ${n}` })))
  if (!one || !two || !three) throw new Error('three people')
  await one.dog()
  await two.dog()
  await two.dog()
  const twosPage = await two.open('/doghouse')
  const page = await admin.open('/admin/users')
  await searchUsers(page, name)
  await expect(page.getByRole('button', { name: /^Delete \d+ user/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Select ${name} No 1, ${one.user.email}` }).check()
  await expect(page.getByRole('button', { name: 'Delete 1 user(s)' })).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${name} No 2, ${two.user.email}` }).check()
  await page.getByRole('button', { name: 'Delete 2 user(s)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Users' })
  await expect(
    dialog.getByText(
      'Are you sure you want to delete 2 user(s)? All their dogs (3 dogs) and photos will be deleted. This action cannot be undone.',
    ),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await isKnown(admin, one)).toBe(true)

  await page.getByRole('button', { name: 'Delete 2 user(s)' }).click()
  await dialog.getByRole('button', { name: 'Delete Users' }).click()
  await expect(page.getByText('Successfully deleted 2 user(s)')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Delete \d+ user/ })).toHaveCount(0)
  await expect(users(page).getByRole('listitem')).toHaveCount(1)
  expect([await isKnown(admin, one), await isKnown(admin, two), await isKnown(admin, three)]).toEqual([
    false,
    false,
    true,
  ])
  // Deleted users are signed out on their open pages.
  await expect(twosPage.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
})

test('a new search deselects hidden users, and a user who is already gone stops the deletion', async ({
  admin,
  person,
  server,
}) => {
  const name = unique('Racer')
  const one = await person({ firstName: name, lastName: 'One' })
  const two = await person({ firstName: name, lastName: 'Two' })
  const other = await person()
  await setAdmin(server, other)
  const page = await admin.open('/admin/users')
  await searchUsers(page, name)
  await page.getByLabel('Select All').check()
  await expect(page.getByRole('button', { name: 'Delete 2 user(s)' })).toBeVisible()
  await searchUsers(page, one.user.email)
  await expect(page.getByRole('button', { name: /^Delete \d+ user/ })).toHaveCount(0)
  await searchUsers(page, name)
  await expect(users(page).getByRole('listitem')).toHaveCount(2)
  await page.getByLabel('Select All').check()
  await page.getByRole('button', { name: 'Delete 2 user(s)' }).click()
  await other.call('DELETE', '/admin/users', { userIds: [two.user.id] })
  await page.getByRole('button', { name: 'Delete Users' }).click()
  await expect(page.getByRole('alert')).toContainText('User not found')
  await expect(users(page).getByRole('listitem')).toHaveCount(1)
  expect(await isKnown(admin, one)).toBe(true)
})

test('the user dialogs show failures', async ({ admin, person }) => {
  const owner = await person({ firstName: unique('Unlucky') })
  const page = await admin.open('/admin/users')
  await searchUsers(page, owner.user.email)
  const fail = (path: string) =>
    page.route(`**/api/trpc/*${path}*`, route => route.fulfill({ status: 502, contentType: 'text/html', body: 'bad' }))
  await fail('admin.dogsOf')
  await users(page).getByRole('button', { name: owner.user.email }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText('Failed to fetch user dogs')
  await page.unrouteAll()
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No dogs found for this user')).toBeVisible()
  await page.getByRole('dialog', { name: 'User Dogs' }).getByRole('button', { name: 'Close' }).click()
  await fail('admin.deleteUsers')
  await users(page).getByRole('listitem').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete 1 user(s)' }).click()
  await page.getByRole('button', { name: 'Delete Users' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to delete users')
})
