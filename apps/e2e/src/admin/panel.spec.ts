import { setAdmin } from '../admins.ts'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../people.ts'

test('what an admin does reaches open pages: a dog that is handed on leaves them, deleted users are signed out', async ({
  person,
  server,
}) => {
  const name = `Leaver ${process.pid}`
  const [admin, other, owner] = [await person(), await person(), await person()]
  const [first, second] = [await person({ firstName: name }), await person({ firstName: name })]
  for (const one of [admin, other]) await setAdmin(server, one)
  const dog = await owner.dog({ name: 'Moving' })
  await admin.call('POST', `/admin/impersonate-dog/${dog.id}`)
  const acting = await admin.open('/doghouse')
  const owners = await owner.open('/doghouse')
  for (const page of [acting, owners]) await expect(page.getByText('Welcome back, Moving!')).toBeVisible()
  await other.call('PATCH', `/admin/dogs/${dog.id}/owner`, { userId: other.user.id })
  for (const page of [acting, owners]) await expect(page).toHaveURL(/\/my-dogs$/)
  await expect(owners.getByText('No dogs yet!')).toBeVisible()
  await expect(acting.getByRole('region', { name: 'Impersonation' })).toHaveCount(0)

  const theirs = await first.open('/my-dogs')
  const page = await admin.open('/admin/users')
  await page.getByRole('searchbox', { name: 'Search users by name or e-mail' }).fill(name)
  // The list of before has these users too, and its rows go.
  await expect(page.getByRole('checkbox', { name: /@/ })).toHaveCount(2)
  for (const { user } of [first, second])
    await page.getByRole('checkbox', { name: new RegExp(`${user.email}$`) }).check()
  await page.getByRole('button', { name: 'Delete 2 user(s)' }).click()
  await page.getByRole('button', { name: 'Delete Users' }).click()
  await expect(page.getByText('Successfully deleted 2 user(s)')).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Find the Perfect Playmate for Your Pup' })).toBeVisible()
  const isKnown = async ({ user }: Person) =>
    (await admin.call<unknown[]>('GET', `/admin/users?search=${encodeURIComponent(user.email)}`)).length === 1
  expect([await isKnown(first), await isKnown(second), await isKnown(owner)]).toEqual([false, false, true])
})
