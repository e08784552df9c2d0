import { setAdmin } from '../admins.ts'
import { clickThrice } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'

test('from a user’s page an admin suspends and lifts, hides and shows, and opens the reports', async ({
  person,
  server,
}) => {
  const last = `Page ${process.pid}`
  const [admin, owner, reporter] = [await person(), await person({ firstName: 'Uma', lastName: last }), await person()]
  await setAdmin(server, admin)
  const [dog, theirs] = [await owner.dog({ name: 'Biscuit' }), await reporter.dog({ name: 'Mochi' })]
  await reporter.call('POST', '/reports', { dogId: dog.id, kind: 'spam', note: 'Sells skateboards' })
  await owner.call('POST', '/reports', { dogId: theirs.id, kind: 'rude' })

  const page = await admin.open('/admin/users')
  await page.getByRole('searchbox', { name: /^Search users/ }).fill(owner.user.email)
  // The list before the search has the owner too, and moves when the search has its answer.
  await expect(page.getByRole('region', { name: 'All Users' }).getByRole('button', { name: /@/ })).toHaveCount(1)
  await page.getByRole('button', { name: owner.user.email }).click()
  await page.getByRole('link', { name: 'Everything about this user' }).click()
  await expect(page).toHaveURL(`/admin/users/${owner.user.id}`)
  const about = page.getByRole('region', { name: `Uma ${last}` })
  await expect(about).toContainText(owner.user.email)
  await expect(about).toContainText('Joined')
  await expect(page.getByRole('region', { name: 'Dogs (1)' })).toContainText('Biscuit')
  await expect(page.getByRole('region', { name: 'Sessions (1)' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Reports by this user' })).toContainText('Mochi: Rude')

  await about.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend Uma ${last}` })
  const confirm = dialog.getByRole('button', { name: 'Suspend', exact: true })
  await dialog.getByLabel('Statement (sent to the owner)').fill('Please stop')
  // For good: the name is asked for.
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(/^It does not end/).fill(`uma ${last}`)
  await clickThrice(confirm)
  await expect(dialog).toHaveCount(0)
  await expect(about.getByText('Suspended for good')).toBeVisible()
  const lift = about.getByRole('button', { name: 'Lift the suspension' })
  await expect(lift).toBeFocused()
  const suspended = await owner.open('/settings/privacy')
  await expect(suspended.getByText('Please stop')).toBeVisible()
  await lift.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(about.getByText('Suspended for good')).toHaveCount(0)

  const dogs = page.getByRole('region', { name: 'Dogs (1)' })
  await dogs.getByRole('button', { name: 'Hide Biscuit' }).click()
  const hiding = page.getByRole('dialog', { name: 'Hide Biscuit' })
  await hiding.getByLabel('Statement (sent to the owner)').fill('This is a cat')
  await hiding.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(dogs.getByText('Hidden')).toBeVisible()
  const theirDogs = await owner.open('/my-dogs')
  await expect(theirDogs.getByRole('listitem').filter({ hasText: 'Biscuit' })).toContainText('Hidden')
  await theirDogs.goto('/doghouse')
  await theirDogs
    .getByRole('region', { name: 'A moderator hid Biscuit' })
    .getByRole('link', { name: 'Read why' })
    .click()
  await expect(theirDogs.getByRole('region', { name: 'Decisions about you' })).toContainText('This is a cat')
  await dogs.getByRole('button', { name: 'Show Biscuit again' }).click()
  await expect(dogs.getByText('Hidden')).toHaveCount(0)

  await page
    .getByRole('region', { name: 'Reports about this user' })
    .getByRole('link', { name: /Advertising/ })
    .click()
  const open = page.getByRole('dialog', { name: 'Report' })
  await expect(open.getByText('Sells skateboards')).toBeVisible()
  await open.getByRole('link', { name: `Uma ${last}` }).click()
  await expect(about).toBeVisible()

  const unknown = await admin.open('/admin/users/01890000-0000-7000-8000-000000000000')
  await expect(unknown.getByText('User not found')).toBeVisible()
})

test('without mail the page says that no link can be sent', async ({ person, server }) => {
  const [admin, owner] = [await person(), await person()]
  await setAdmin(server, admin)
  const page = await admin.open(`/admin/users/${owner.user.id}`)
  await page.getByRole('button', { name: 'Reset the password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the password?' })
  await expect(dialog).toContainText(owner.user.email)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /mail/i })).toBeVisible()
})
