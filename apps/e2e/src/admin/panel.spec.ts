import { BARK_BODY } from '@barkyard/domain/message'
import type { Page } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { speak } from '../chat/pair.ts'
import { test as base, expect } from '../fixtures.ts'
import type { Person } from '../people.ts'
import { goWithin } from '../screens/open-screen.ts'
import { MISSING } from '../screens/screen.ts'

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

test('an admin who loses admin rights loses access, in an open window too', async ({ admin, server }) => {
  const page = await admin.open('/admin')
  await expect(page.getByRole('heading', { name: 'All Dogs' })).toBeVisible()
  await setAdmin(server, admin, false)
  await expect(page.getByRole('heading', { name: '404 Page Not Found', level: 1 })).toBeVisible()
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
  for (const path of ['/sniff', `/dog/${own.id}`, MISSING]) {
    await goWithin(page, path)
    await expect(bar.getByText(`You are acting as ${dog.name}`)).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Stop Impersonating' })).toBeVisible()
  }
  await page.goto('/doghouse')
  await expect(page.getByText(`Welcome back, ${dog.name}!`)).toBeVisible()

  await goWithin(page, '/admin')
  await expect(page.getByRole('heading', { name: 'All Dogs' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop Impersonating' })).toHaveCount(1)
  await bar.getByRole('button', { name: 'Stop Impersonating' }).click()
  await expect(page.getByText('Stopped impersonation')).toBeVisible()
  await expect(bar).toHaveCount(0)

  // Start again, and stop from the bar.
  await admin.call('POST', `/admin/impersonate-dog/${dog.id}`)
  await page.goto('/barks')
  await bar.getByRole('button', { name: 'Stop Impersonating' }).click()
  await expect(page.getByText('Stopped impersonation')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin$/)
  await goWithin(page, '/doghouse')
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
  const chat = await admin.open(`/bark-chat/${matchId}`)
  await expect(chat.getByRole('heading', { name: other.name })).toBeVisible()
  for (const count of [1, 2, 3]) {
    await expect(chat.getByText(BARK_BODY)).toHaveCount(count)
    await speak(friend, matchId, [BARK_BODY])
  }
  const search = `/admin/audit?search=${encodeURIComponent(dog.name)}`
  // Its start and the chat.
  await expect.poll(async () => (await admin.call<unknown[]>('GET', search)).length).toBe(2)
  await admin.call('POST', '/admin/stop-impersonation')
  const page = await admin.open('/admin/audit')
  await page.getByRole('searchbox', { name: /^Search the audit log/ }).fill(dog.name)
  const entries = page.getByRole('region', { name: 'Entries, newest first' }).getByRole('listitem')
  await expect(entries.filter({ hasText: 'Opened a chat' })).toHaveCount(1)
})

test('deleted users are gone, and signed out on their open pages', async ({ admin, person }) => {
  const name = unique('Leaver')
  const [one, two, three] = [await person({ firstName: name }), await person({ firstName: name }), await person()]
  await one.dog()
  const theirs = await one.open('/doghouse')
  const page = await admin.open('/admin/users')
  await page.getByRole('searchbox', { name: 'Search users by name or e-mail' }).fill(name)
  for (const { user } of [one, two]) await page.getByRole('checkbox', { name: new RegExp(`${user.email}$`) }).check()
  await page.getByRole('button', { name: 'Delete 2 user(s)' }).click()
  await page.getByRole('button', { name: 'Delete Users' }).click()
  await expect(page.getByText('Successfully deleted 2 user(s)')).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
  const isKnown = async ({ user }: Person) =>
    (await admin.call<unknown[]>('GET', `/admin/users?search=${encodeURIComponent(user.email)}`)).length === 1
  expect([await isKnown(one), await isKnown(two), await isKnown(three)]).toEqual([false, false, true])
})
