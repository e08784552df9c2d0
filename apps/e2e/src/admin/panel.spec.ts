import { BARK_BODY } from '@barkyard/domain/message'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import type { Page } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { speak } from '../chat/pair.ts'
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
const unique = (name: string) => `${name} ${process.pid} ${++counter}`
const searchDogs = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search dogs by name, breed or owner' }).fill(text)

/** Searches for the one dog that has this text. Its row moves until the others are gone. */
async function findDog(page: Page, text: string) {
  await searchDogs(page, text)
  await expect(page.getByRole('heading', { name: 'All Dogs 1', exact: true })).toBeVisible()
}

test('users who are not admins see the page for unknown addresses', async ({ person }) => {
  const owner = await person()
  for (const path of ['/admin', '/admin/users', '/admin/reports', '/admin/checks', '/admin/audit', '/admin/numbers']) {
    const page = await owner.open(path)
    await expect(page.getByRole('heading', { name: '404 Page Not Found', level: 1 })).toBeVisible()
    await expect(page.getByText('All Users')).toHaveCount(0)
    await page.close()
  }
})

test('an admin who loses admin rights loses access, in an open window too', async ({ admin, server }) => {
  const page = await admin.open('/admin')
  await expect(page.getByRole('heading', { name: 'All Dogs' })).toBeVisible()
  await setAdmin(server, admin, false)
  await expect(page.getByRole('heading', { name: '404 Page Not Found', level: 1 })).toBeVisible({ timeout: 10_000 })
})

test('the header links back to Sniff and to the doghouse', async ({ admin }) => {
  await admin.dog()
  const page = await admin.open('/admin')
  await expect(page.getByRole('heading', { name: 'Barkyard Admin', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Admin · Barkyard')
  await expect(page.getByRole('button', { name: 'Stop Impersonating' })).toHaveCount(0)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'To the doghouse' }).click()
  await expect(page).toHaveURL(/\/doghouse$/)
  await page.goBack()
  await main.getByRole('link', { name: 'Back to sniffing' }).click()
  await expect(page).toHaveURL(/\/sniff$/)
})

test('All Dogs shows each dog with its owner, or as unowned', async ({ admin, person }) => {
  const owner = await person({ firstName: 'Olive', lastName: 'Owner' })
  const owned = await owner.dog({ name: unique('Owned'), breed: 'Whippet' })
  await owner.photo(owned)
  const stray = await owner.dog({ name: unique('Stray'), breed: 'Mutt' })
  await admin.call('PATCH', `/admin/dogs/${stray.id}/owner`, { userId: null })

  const page = await admin.open('/admin')
  await searchDogs(page, owned.name.toUpperCase())
  const table = page.getByRole('table', { name: 'All dogs' })
  const row = table.getByRole('row').filter({ hasText: owned.name })
  await expect(row).toContainText('Whippet')
  await expect(row).toContainText('Olive Owner')
  await expect(row).toContainText(owner.user.email)
  await expect(row.locator('img')).toBeVisible()
  await expect(row.getByRole('button', { name: `Test as ${owned.name}` })).toBeVisible()
  await expect(row.getByRole('button', { name: `Delete ${owned.name}` })).toBeVisible()

  await searchDogs(page, stray.name)
  const strayRow = table.getByRole('row').filter({ hasText: stray.name })
  await expect(strayRow.getByText('Unowned')).toBeVisible()
  await expect(strayRow.getByRole('button', { name: /^Test as/ })).toHaveCount(0)
  await expect(table.getByRole('row').filter({ hasText: owned.name })).toHaveCount(0)

  await searchDogs(page, 'no dog is called this')
  await expect(page.getByText('Nothing found for “no dog is called this”.')).toBeVisible()
  await findDog(page, owner.user.email)
  await table.getByRole('link', { name: `${owned.name}'s profile` }).click()
  await expect(page).toHaveURL(new RegExp(`/dog/${owned.id}$`))
})

test('testing as a dog: toast, doghouse, a bar on every page, and stopping', async ({ admin, person }) => {
  const own = await admin.dog({ name: 'Own' })
  const owner = await person()
  const dog = await owner.dog({ name: unique('Tested') })
  const page = await admin.open('/admin')
  await findDog(page, dog.name)
  await page.getByRole('button', { name: `Test as ${dog.name}` }).click()
  await expect(page.getByText('Now impersonating dog. Redirecting to doghouse...')).toBeVisible()
  await expect(page).toHaveURL(/\/doghouse$/)
  await expect(page.getByText(`Welcome back, ${dog.name}!`)).toBeVisible()
  const bar = page.getByRole('region', { name: 'Impersonation' })
  for (const path of [
    '/sniff',
    '/barks',
    '/playdates',
    '/profile',
    '/my-dogs',
    '/settings',
    `/dog/${own.id}`,
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(bar.getByText(`You are acting as ${dog.name}`)).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Stop Impersonating' })).toBeVisible()
  }
  await page.goto('/doghouse')
  await expect(page.getByText(`Welcome back, ${dog.name}!`)).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'All Dogs' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Stop Impersonating' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Stop Impersonating' }).click()
  await expect(page.getByText('Stopped impersonation')).toBeVisible()
  await expect(bar).toHaveCount(0)

  // Start again, and stop from the bar.
  await admin.call('POST', `/admin/impersonate-dog/${dog.id}`)
  await page.goto('/barks')
  await bar.getByRole('button', { name: 'Stop Impersonating' }).click()
  await expect(page.getByText('Stopped impersonation')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/doghouse')
  await expect(page.getByText('Welcome back, Own!')).toBeVisible()
})

test('handing the dog to another user ends impersonation in the open window', async ({ admin, person, server }) => {
  const other = await person()
  await setAdmin(server, other)
  const owner = await person()
  const dog = await owner.dog({ name: unique('Moving') })
  await admin.call('POST', `/admin/impersonate-dog/${dog.id}`)
  const page = await admin.open('/doghouse')
  const ownersPage = await owner.open('/doghouse')
  await expect(page.getByText(`Welcome back, ${dog.name}!`)).toBeVisible()
  await expect(ownersPage.getByText(`Welcome back, ${dog.name}!`)).toBeVisible()
  await other.call('PATCH', `/admin/dogs/${dog.id}/owner`, { userId: other.user.id })
  await expect(ownersPage).toHaveURL(/\/my-dogs$/)
  await expect(ownersPage.getByText('No dogs yet!')).toBeVisible()
  await expect(page).toHaveURL(/\/my-dogs$/)
  await expect(page.getByRole('region', { name: 'Impersonation' })).toHaveCount(0)
})

test('deleting a dog asks first', async ({ admin, person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: unique('Doomed') })
  const page = await admin.open('/admin')
  await findDog(page, dog.name)
  await page.getByRole('button', { name: `Delete ${dog.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Dog Profile' })
  await expect(
    dialog.getByText(
      `Are you sure you want to delete ${dog.name}'s profile? All photos and matches will be deleted. This action cannot be undone.`,
    ),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Delete ${dog.name}` }).click()
  await dialog.getByRole('button', { name: 'Delete Profile' }).click()
  await expect(page.getByText('Dog profile deleted successfully')).toBeVisible()
  await expect(page.getByText(`Nothing found for “${dog.name}”.`)).toBeVisible()
  expect(await admin.call<AdminDog[]>('GET', `/admin/users/${owner.user.id}/dogs`)).toEqual([])
})

test('the audit log shows who did what to whom, and can be searched', async ({ admin, person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: unique('Noted') })
  await admin.call('PATCH', `/admin/dogs/${dog.id}`, { breed: 'Poodle', ageYears: 9 })
  await admin.call('POST', `/admin/impersonate-dog/${dog.id}`)
  await admin.call('POST', '/admin/stop-impersonation')
  await admin.call('PATCH', `/admin/dogs/${dog.id}/owner`, { userId: admin.user.id })
  const page = await admin.open('/admin/audit')
  await page.getByRole('searchbox', { name: /^Search the audit log/ }).fill(dog.name)
  const entries = page.getByRole('region', { name: 'Entries, newest first' }).getByRole('listitem')
  await expect(entries).toHaveText([
    new RegExp(`Transferred a dog · ${dog.name}, from ${owner.user.email} to ${admin.user.email}`),
    new RegExp(`Stopped impersonating · ${dog.name} of ${owner.user.email}`),
    new RegExp(`Started impersonating · ${dog.name} of ${owner.user.email}`),
    new RegExp(`Edited a dog \\(breed, ageYears\\) · ${dog.name} of ${owner.user.email}`),
  ])
  await expect(entries.first()).toContainText(admin.user.email)
  await expect(entries.first().locator('time')).toBeVisible()
})

test('a chat that an admin opens as a dog is logged once, however many messages follow', async ({ admin, person }) => {
  const [owner, friend] = [await person(), await person()]
  const dog = await owner.dog({ name: unique('Watched') })
  const other = await friend.dog({ name: unique('Friend') })
  const matchId = await friend.bark(dog)
  await admin.call('POST', `/admin/impersonate-dog/${dog.id}`)
  const theirs = await friend.open('/doghouse')
  const chat = await admin.open(`/bark-chat/${matchId}`)
  await expect(chat.getByRole('heading', { name: other.name })).toBeVisible()
  for (const count of [1, 2, 3]) {
    await expect(chat.getByText(BARK_BODY)).toHaveCount(count)
    await speak(theirs, { userId: friend.user.id, dogId: other.id, matchId }, [BARK_BODY])
  }
  await admin.call('POST', '/admin/stop-impersonation')
  const page = await admin.open('/admin/audit')
  await page.getByRole('searchbox', { name: /^Search the audit log/ }).fill(dog.name)
  const entries = page.getByRole('region', { name: 'Entries, newest first' }).getByRole('listitem')
  await expect(entries.filter({ hasText: 'Opened a chat' })).toHaveCount(1)
})

test('failures show the server’s message, or a fallback text without one', async ({ admin, person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: unique('Stubborn') })
  const page = await admin.open('/admin')
  await findDog(page, dog.name)
  const fail = (path: string, body: string) =>
    page.route(`**/api/trpc/${path}*`, route => route.fulfill({ status: 502, contentType: 'text/html', body }))
  await fail('admin.impersonate', 'bad gateway')
  await page.getByRole('button', { name: `Test as ${dog.name}` }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Error')
  await expect(alert).toContainText('Failed to impersonate')
  await fail('admin.deleteDog', 'bad gateway')
  await page.getByRole('button', { name: `Delete ${dog.name}` }).click()
  await page.getByRole('button', { name: 'Delete Profile' }).click()
  await expect(alert).toContainText('Failed to delete dog')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.unrouteAll()
  await admin.call('PATCH', `/admin/dogs/${dog.id}/owner`, { userId: null })
  await page.getByRole('button', { name: `Test as ${dog.name}` }).click()
  await expect(alert).toContainText('A dog without an owner cannot be impersonated')

  await admin.call('PATCH', `/admin/dogs/${dog.id}/owner`, { userId: owner.user.id })
  await admin.call('POST', `/admin/impersonate-dog/${dog.id}`)
  await page.reload()
  await fail('admin.stopImpersonation', 'bad gateway')
  await page.getByRole('main').getByRole('button', { name: 'Stop Impersonating' }).click()
  await expect(alert).toContainText('Failed to stop impersonation')
})

test('works on a phone', async ({ person, server }) => {
  const admin = await person({}, { viewport: { width: 375, height: 740 } })
  await setAdmin(server, admin)
  const dog = await admin.dog({ name: unique('Pocket') })
  const page = await admin.open('/admin')
  await findDog(page, dog.name)
  const card = page.getByRole('listitem').filter({ hasText: dog.breed }).filter({ hasText: dog.name })
  await expect(card.getByRole('button', { name: `Test as ${dog.name}` })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})
