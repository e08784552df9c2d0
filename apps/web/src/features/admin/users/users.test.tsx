import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { anAdmin, aUser, aUsersDog, panelOf } from '../../../testing/admin-panel.ts'
import { type Answers, fails, held, network, refuses } from '../../../testing/network-links.ts'
import { address, open } from '../../../testing/open.tsx'
import { isSeen, leadsTo, says, sees } from '../../../testing/seen.ts'

const admin = anAdmin()
const giver = aUser({ firstName: 'Giver', email: 'giver@example.test', dogCount: 1 })
const taker = aUser({ firstName: 'Taker', email: 'taker@example.test' })
const parcel = aUsersDog(giver, 'Parcel')

const users = page.getByRole('region', { name: 'All Users' })
const rows = users.getByRole('listitem')
const rowOf = (email: string) => rows.filter({ hasText: email })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const search = (text: string) => page.getByRole('searchbox', { name: 'Search users by name or e-mail' }).fill(text)
const deletion = page.getByRole('dialog', { name: 'Delete Users', exact: true })
const transfer = page.getByRole('dialog', { name: 'Transfer Dog Ownership', exact: true })
const confirmTransfer = transfer.getByRole('button', { name: 'Transfer', exact: true })
const userDogs = page.getByRole('dialog', { name: 'User Dogs', exact: true })
const openPanel = (all = [giver, taker], dogs = [parcel], path = '/admin/users') =>
  open(path, { user: admin, answers: panelOf(all, dogs), reducedMotion: true })

test('Manage Users opens the list of users with the number of their dogs, and the admin’s own row has no checkbox', async () => {
  const self = aUser({ ...admin, email: admin.email, dogCount: 2 })
  await openPanel([self, giver, taker], undefined, '/my-dogs')
  await page.getByRole('link', { name: 'Manage Users', exact: true }).click()
  await expect.poll(address).toBe('/admin/users')
  const heading = page.getByRole('heading', { name: /^All Users/ })
  await expect.element(heading).toHaveFocus()
  await expect.element(heading).toBeInViewport()
  await expect.element(rowOf('taker@')).toHaveTextContent(/Taker Hale.*0 dogs/)
  await expect.element(rowOf('giver@').getByText('1 dog', { exact: true })).toBeVisible()
  await expect.element(rowOf('alex@').getByText('2 dogs')).toBeVisible()
  await expect.element(rowOf('giver@').getByRole('checkbox')).toBeVisible()
  await expect.element(rowOf('alex@').getByText('You')).toBeVisible()
  await expect.element(rowOf('alex@').getByRole('checkbox')).not.toBeInTheDocument()
  await search('alex@')
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.element(page.getByLabelText('Select All', { exact: true })).toBeDisabled()
})

test('User Dogs shows a failure, an empty state, or the dogs with Transfer Ownership', async () => {
  const dogs = [parcel]
  await openPanel(undefined, dogs)
  network.answerOnce({ 'admin.dogsOf': fails })
  await users.getByRole('button', { name: 'taker@' }).click()
  await sees('Failed to fetch user dogs')
  await userDogs.getByRole('button', { name: 'Try again' }).click()
  await sees('No dogs found for this user')
  await userDogs.getByRole('button', { name: 'Close' }).click()
  await users.getByRole('button', { name: 'giver@' }).click()
  const whole = userDogs.getByRole('link', { name: 'Everything about this user' })
  await expect.element(whole).toHaveAttribute('href', `/admin/users/${giver.id}`)
  await userDogs.getByRole('button', { name: /^Transfer Ownership/ }).click()
  await expect.element(confirmTransfer).toBeDisabled()
  const select = transfer.getByLabelText('New owner', { exact: true })
  await select.click()
  await expect.element(page.getByRole('option', { name: 'Unassigned', exact: true })).toBeVisible()
  await select.fill('Taker')
  await page.getByRole('option', { name: 'taker@' }).click()
  await expect.element(select).toHaveValue('Taker Hale (taker@example.test)')
  const sending = held<void>()
  network.answer({
    'admin.setOwner': async () => {
      await sending.promise
      dogs.length = 0
      return { ok: true }
    },
  })
  await confirmTransfer.click()
  await expect
    .element(transfer.getByRole('button', { name: 'Transferring...', exact: true }))
    .toHaveAttribute('aria-disabled', 'true')
  sending.resolve()
  await sees('Dog ownership transferred successfully')
  // The dialog that opened the transfer is back.
  await sees('No dogs found for this user')
  expect(network.calls('admin.setOwner')).toEqual([{ dogId: parcel.id, userId: taker.id }])
})

test('Unassigned makes a dog unowned, and Assign Owner gives it an owner', async () => {
  const orphan = aUsersDog(null, 'Orphan')
  await openPanel([giver, taker], [parcel, orphan], '/admin')
  await users.getByRole('button', { name: 'giver@' }).click()
  await userDogs.getByRole('button', { name: /^Transfer Ownership/ }).click()
  await transfer.getByLabelText('New owner', { exact: true }).click()
  await page.getByRole('option', { name: 'Unassigned', exact: true }).click()
  network.answer({ 'admin.setOwner': { ok: true } })
  await confirmTransfer.click()
  await sees('Dog ownership transferred successfully')
  await userDogs.getByRole('button', { name: 'Close' }).click()

  const unowned = page.getByRole('region', { name: /^Unowned Dogs/ })
  await unowned.getByRole('button', { name: 'Assign Owner to Orphan', exact: true }).click()
  await transfer.getByLabelText('New owner', { exact: true }).fill('Taker')
  await expect.poll(() => page.getByRole('option', { name: '@' }).elements().length).toBe(1)
  await page.getByRole('option', { name: 'taker@' }).click()
  network.answer({ 'admin.setOwner': fails })
  await confirmTransfer.click()
  await sees('Failed to transfer ownership')
  network.answer({ 'admin.setOwner': { ok: true } })
  await confirmTransfer.click()
  await expect.element(transfer).not.toBeInTheDocument()
  expect(network.calls('admin.setOwner').map(({ userId }) => userId)).toEqual([null, taker.id, taker.id])
})

test('deleting users says how many dogs are deleted with them, or that it failed', async () => {
  const all = [1, 2, 3].map(n => aUser({ firstName: 'Leaver', lastName: `No ${n}`, email: `no${n}@test`, dogCount: n }))
  await openPanel(all, [])
  const anyDeletion = button(/^Delete \d+ user/)
  await expect.element(rowOf('no1@')).toBeVisible()
  await expect.element(anyDeletion).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Select Leaver No 1, no1@test' }).click()
  await expect.element(button('Delete 1 user(s)')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Leaver No 2, no2@test' }).click()
  await button('Delete 2 user(s)').click()
  await isSeen(
    deletion.getByText(
      'Are you sure you want to delete 2 user(s)? All their dogs (3 dogs) and photos will be deleted. This action cannot be undone.',
      { exact: true },
    ),
  )
  // Who goes is named.
  const leavingNames = deletion.getByRole('list', { name: 'Who is deleted' }).getByRole('listitem')
  expect(leavingNames.elements().map(({ textContent }) => textContent)).toHaveLength(2)
  expect(leavingNames.first().element().textContent).toMatch(/\w+ \w+/)
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(deletion).not.toBeInTheDocument()
  expect(network.calls('admin.deleteUsers')).toEqual([])

  await button('Delete 2 user(s)').click()
  network.answerOnce({ 'admin.deleteUsers': fails })
  await button('Delete Users').click()
  await sees('Failed to delete users')
  const leaving = all.slice(0, 2).map(({ id }) => id)
  network.answer({
    'admin.deleteUsers': () => {
      all.splice(0, 2)
      return { ok: true }
    },
  })
  await button('Delete Users').click()
  await sees('Successfully deleted 2 user(s)')
  await expect.element(deletion).not.toBeInTheDocument()
  await expect.element(anyDeletion).not.toBeInTheDocument()
  await expect.poll(() => rows.elements().length).toBe(1)
  expect(network.calls('admin.deleteUsers')).toEqual([{ userIds: leaving }, { userIds: leaving }])
  // The button had the focus, and is gone.
  await expect.element(page.getByRole('heading', { name: /^All Users/ })).toHaveFocus()
})

test('a new search deselects hidden users, also those of a late answer, and a user who is already gone stops the deletion', async () => {
  const all = page.getByLabelText('Select All', { exact: true })
  const selection = held<{ id: string; name: string; dogCount: number }[]>()
  await openPanel([giver, taker], [])
  network.answerOnce({ 'admin.selection': () => selection.promise })
  await all.click()
  await search('giver@')
  await expect.poll(() => rows.elements().length).toBe(1)
  selection.resolve([{ id: taker.id, name: 'Taker Hale', dogCount: 0 }])
  await expect.element(all).not.toBeChecked()
  await expect.element(button(/^Delete \d+ user/)).not.toBeInTheDocument()
  await search('')
  await expect.poll(() => rows.elements().length).toBe(2)
  await all.click()
  await expect.element(button('Delete 2 user(s)')).toBeVisible()
  await search('giver@')
  await expect.element(button(/^Delete \d+ user/)).not.toBeInTheDocument()
  await search('')
  await expect.poll(() => rows.elements().length).toBe(2)
  await all.click()
  await button('Delete 2 user(s)').click()
  network.answer({ 'admin.deleteUsers': refuses('user-not-found') })
  await button('Delete Users').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('User not found')
})

/** A user's page, whose answers are read anew at each call. */
const openUser = (user: AdminUserDetails, answers: Answers = {}) =>
  open(`/admin/users/${user.id}`, {
    user: admin,
    answers: { ...panelOf([taker], []), 'admin.user': () => user, ...answers },
    reducedMotion: true,
  })
const theUser = (): AdminUserDetails => {
  const { id, firstName, lastName, email, role } = taker
  const joined = {
    joinedAt: '2026-11-01T12:00:00.000Z',
    isAdmin: false,
    emailVerified: true,
    isDemo: false,
    seenAt: null,
  }
  const free = { suspended: false, suspendedUntil: null }
  return {
    id,
    firstName,
    lastName,
    email,
    role,
    ...joined,
    ...free,
    dogs: [],
    sessions: [],
    reportsAbout: [],
    reportsMade: [],
  }
}

test('an admin reads what a role may, and gives it', async () => {
  const user = theUser()
  const setRole = ({ role }: { role: AdminUserDetails['role'] }) => {
    user.role = role
    return { ok: true } as const
  }
  const setup = { hasPassword: true, isDemo: false, sendsMail: false, passkeys: true }
  await openUser(user, { 'admin.setRole': setRole, 'account.setup': setup })
  const dialog = page.getByRole('dialog', { name: 'Change the role of Taker Hale' })
  await button('Change role').click()
  // Without mail no link can be sent.
  await expect.element(page.getByText('Reset the password')).not.toBeInTheDocument()
  await expect.element(dialog).toHaveTextContent('May do what every owner may.')
  await dialog.getByLabelText('Role').selectOptions('moderator')
  await expect.element(dialog).toHaveTextContent('suspend accounts for up to 90 days. It takes effect at once')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.element(page.getByRole('main').getByText('Moderator', { exact: true })).toBeVisible()
  expect(network.calls('admin.setRole')).toEqual([{ userId: user.id, role: 'moderator' }])
})

test('from a user’s page an admin suspends and lifts, hides and shows, and opens the reports', async () => {
  const user = theUser()
  const [dog, about] = [
    { ...parcel, hidden: false },
    { id: 'case', kind: 'spam', state: 'open', dogName: 'Parcel', action: null } as const,
  ]
  user.dogs = [dog]
  const [createdAt, lastUsedAt] = ['2026-11-21T12:00:00.000Z', '2026-11-22T12:00:00.000Z']
  user.reportsAbout = [{ ...about, createdAt }]
  user.reportsMade = [{ ...about, createdAt, id: 'other', dogName: '' }]
  user.sessions = [{ device: 'Firefox on Linux', createdAt, lastUsedAt }]
  let sending = held<void>()
  const become = (changes: Partial<AdminUserDetails>) => async () => {
    await sending.promise
    Object.assign(user, changes)
    return { ok: true } as const
  }
  const hides = (hidden: boolean) => become({ dogs: [{ ...dog, hidden }] })
  await openUser(user, {
    'admin.suspendUser': become({ suspended: true }),
    'admin.liftSuspension': become({ suspended: false }),
    'admin.hideDog': hides(true),
    'admin.showDog': hides(false),
    'admin.resetPassword': refuses('no-mail'),
  })
  const card = page.getByRole('region', { name: 'Taker Hale' })
  const suspension = page.getByRole('dialog', { name: 'Suspend Taker Hale' })
  const confirm = suspension.getByRole('button', { name: 'Suspend', exact: true })
  const statement = page.getByLabelText('Statement (sent to the owner)')
  const lift = card.getByRole('button', { name: 'Lift the suspension' })
  for (const until of ['', '2031-06-01']) {
    await card.getByRole('button', { name: 'Suspend' }).click()
    await statement.fill('Please stop')
    if (until) await suspension.getByLabelText(/^Until/).fill(until)
    else {
      // For good: the name is asked for.
      await expect.element(confirm).toBeDisabled()
      await suspension.getByLabelText(/^It does not end/).fill('taker hale')
    }
    sending = held()
    await confirm.tripleClick()
    sending.resolve()
    await expect.element(suspension).not.toBeInTheDocument()
    await expect.element(card.getByText('Suspended for good')).toBeVisible()
    await expect.element(lift).toHaveFocus()
    await lift.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
    await expect.element(card.getByText('Suspended for good')).not.toBeInTheDocument()
  }
  // It ends as the chosen day begins where the admin is, in Berlin (vitest.config.ts).
  expect(network.calls('admin.suspendUser')).toEqual([
    { userId: user.id, statement: 'Please stop' },
    { userId: user.id, statement: 'Please stop', until: '2031-05-31T22:00:00.000Z' },
  ])

  const dogs = page.getByRole('region', { name: 'Dogs (1)' })
  await dogs.getByRole('button', { name: 'Hide Parcel' }).click()
  await statement.fill('This is a cat')
  await page.getByRole('dialog', { name: 'Hide Parcel' }).getByRole('button', { name: 'Hide', exact: true }).click()
  await expect.element(dogs.getByText('Hidden')).toBeVisible()
  await dogs.getByRole('button', { name: 'Show Parcel again' }).click()
  await expect.element(dogs.getByText('Hidden')).not.toBeInTheDocument()
  await leadsTo(
    page.getByRole('region', { name: 'Reports about this user' }).getByRole('link', { name: /Advertising/ }),
    '/admin/reports/case',
  )
  await leadsTo(page.getByRole('region', { name: 'Reports by this user' }).getByRole('link'), '/admin/reports/other')
  await says(
    page.getByRole('region', { name: 'Sessions (1)' }).getByRole('listitem'),
    /Firefox on Linux.*Last used Nov 22, 2026 · since .*21/,
  )

  await button('Reset the password').click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('taker@example.test')
  await button('Send the link').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(/mail/i)
})

test('a user who is gone is not found', async () => {
  const { id } = theUser()
  await open(`/admin/users/${id}`, {
    user: admin,
    answers: { ...panelOf([], []), 'admin.user': refuses('user-not-found') },
  })
  await expect.element(page.getByText('User not found')).toBeVisible()
})
