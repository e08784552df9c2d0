import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { anAdmin, aUser, aUsersDog, panelOf } from '../../../testing/admin-panel.ts'
import { type Answers, fails, held, network, refuses } from '../../../testing/network-links.ts'
import { open } from '../../../testing/open.tsx'
import { button, isAt, isGone, isSeen, leadsTo, says, sees, texts } from '../../../testing/seen.ts'

const admin = anAdmin()
const giver = aUser({ firstName: 'Giver', email: 'giver@example.test', dogCount: 1 })
const taker = aUser({ firstName: 'Taker', email: 'taker@example.test' })
const parcel = aUsersDog(giver, 'Parcel')

const users = page.getByRole('region', { name: 'All Users' })
const rows = users.getByRole('listitem')
const rowOf = (email: string) => rows.filter({ hasText: email })
const search = (text: string) => page.getByRole('searchbox', { name: 'Search users by name or e-mail' }).fill(text)
const anyDeletion = button(/^Delete \d+ user/)
const deletion = page.getByRole('dialog', { name: 'Delete Users', exact: true })
const transfer = page.getByRole('dialog', { name: 'Transfer Dog Ownership', exact: true })
const confirmTransfer = transfer.getByRole('button', { name: 'Transfer', exact: true })
const newOwner = transfer.getByLabelText('New owner', { exact: true })
const userDogs = page.getByRole('dialog', { name: 'User Dogs', exact: true })
const openPanel = (all = [giver, taker], dogs = [parcel], path = '/admin/users') =>
  open(path, { user: admin, answers: panelOf(all, dogs), reducedMotion: true })

test('Manage Users opens the list of users with the number of their dogs, and the admin’s own row has no checkbox', async () => {
  const self = aUser({ ...admin, email: admin.email, dogCount: 2 })
  await openPanel([self, giver, taker], undefined, '/my-dogs')
  await page.getByRole('link', { name: 'Manage Users', exact: true }).click()
  await isAt('/admin/users')
  const heading = page.getByRole('heading', { name: /^All Users/ })
  await expect.element(heading).toHaveFocus()
  await expect.element(heading).toBeInViewport()
  await says(rowOf('taker@'), /Taker Hale.*0 dogs/)
  await isSeen(rowOf('giver@').getByText('1 dog', { exact: true }), rowOf('giver@').getByRole('checkbox'))
  await says(rowOf('alex@'), /You.*2 dogs/)
  await isGone(rowOf('alex@').getByRole('checkbox'))
  await search('alex@')
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.element(page.getByLabelText('Select All', { exact: true })).toBeDisabled()
})

test('User Dogs shows a failure, an empty state, or the dogs with Transfer Ownership, by which a dog gets another owner or none', async () => {
  const dogs = [parcel, aUsersDog(null, 'Orphan')]
  await openPanel([giver, taker], dogs, '/admin')
  network.answerOnce({ 'admin.dogsOf': fails })
  await users.getByRole('button', { name: 'taker@' }).click()
  await sees('Failed to fetch user dogs')
  await userDogs.getByRole('button', { name: 'Try again' }).click()
  await sees('No dogs found for this user')
  await userDogs.getByRole('button', { name: 'Close' }).click()
  await users.getByRole('button', { name: 'giver@' }).click()
  await leadsTo(userDogs.getByRole('link', { name: 'Everything about this user' }), `/admin/users/${giver.id}`)
  await userDogs.getByRole('button', { name: /^Transfer Ownership/ }).click()
  await expect.element(confirmTransfer).toBeDisabled()
  await newOwner.click()
  await page.getByRole('option', { name: 'Unassigned', exact: true }).click()
  const sending = held<void>()
  const setOwner = async () => {
    await sending.promise
    dogs.shift()
    return { ok: true } as const
  }
  network.answer({ 'admin.setOwner': setOwner })
  await confirmTransfer.click()
  const sends = transfer.getByRole('button', { name: 'Transferring...', exact: true })
  await expect.element(sends).toHaveAttribute('aria-disabled', 'true')
  sending.resolve()
  await sees('Dog ownership transferred successfully')
  // The dialog that opened the transfer is back.
  await sees('No dogs found for this user')
  await userDogs.getByRole('button', { name: 'Close' }).click()

  await button('Assign Owner to Orphan').click()
  await newOwner.fill('Taker')
  await expect.poll(() => page.getByRole('option', { name: '@' }).elements().length).toBe(1)
  await page.getByRole('option', { name: 'taker@' }).click()
  await expect.element(newOwner).toHaveValue('Taker Hale (taker@example.test)')
  network.answerOnce({ 'admin.setOwner': fails })
  await confirmTransfer.click()
  await sees('Failed to transfer ownership')
  await confirmTransfer.click()
  await isGone(transfer)
  const given = { dogId: 'dog-Orphan', userId: taker.id }
  expect(network.calls('admin.setOwner')).toEqual([{ dogId: parcel.id, userId: null }, given, given])
})

test('deleting users says how many dogs are deleted with them, or that it failed', async () => {
  const all = [1, 2, 3].map(n => aUser({ firstName: 'Leaver', lastName: `No ${n}`, email: `no${n}@test`, dogCount: n }))
  await openPanel(all, [])
  await isSeen(rowOf('no1@'))
  await page.getByRole('checkbox', { name: 'Select Leaver No 1, no1@test' }).click()
  await page.getByRole('checkbox', { name: 'Select Leaver No 2, no2@test' }).click()
  await button('Delete 2 user(s)').click()
  const question = 'Are you sure you want to delete 2 user(s)? All their dogs (3 dogs) and photos will be deleted.'
  await sees(`${question} This action cannot be undone.`)
  const who = deletion.getByRole('list', { name: 'Who is deleted' }).getByRole('listitem')
  expect(texts(who)).toEqual([expect.stringContaining('Leaver No 1'), expect.stringContaining('Leaver No 2')])
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  await isGone(deletion)
  expect(network.calls('admin.deleteUsers')).toEqual([])

  await button('Delete 2 user(s)').click()
  network.answerOnce({ 'admin.deleteUsers': fails })
  await button('Delete Users').click()
  await sees('Failed to delete users')
  const leaving = all.slice(0, 2).map(({ id }) => id)
  const remove = () => {
    all.splice(0, 2)
    return { ok: true } as const
  }
  network.answer({ 'admin.deleteUsers': remove })
  await button('Delete Users').click()
  await sees('Successfully deleted 2 user(s)')
  await isGone(deletion, anyDeletion)
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
  await isGone(anyDeletion)
  await search('')
  await expect.poll(() => rows.elements().length).toBe(2)
  await all.click()
  await isSeen(button('Delete 2 user(s)'))
  await search('giver@')
  await isGone(anyDeletion)
  await search('')
  await expect.poll(() => rows.elements().length).toBe(2)
  await all.click()
  await button('Delete 2 user(s)').click()
  network.answer({ 'admin.deleteUsers': refuses('user-not-found') })
  await button('Delete Users').click()
  await says(page.getByRole('alert'), 'User not found')
})

/** A user's page, whose answers are read anew at each call. */
const openUser = (user: AdminUserDetails, answers: Answers = {}) =>
  open(`/admin/users/${user.id}`, {
    user: admin,
    answers: { ...panelOf([taker], []), 'admin.user': () => user, ...answers },
    reducedMotion: true,
  })
const theUser = (): AdminUserDetails => {
  const { dogCount, ...fields } = taker
  return {
    ...fields,
    joinedAt: '2026-11-01T12:00:00.000Z',
    isAdmin: false,
    emailVerified: true,
    isDemo: false,
    seenAt: null,
    suspended: false,
    suspendedUntil: null,
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
  await isGone(page.getByText('Reset the password'))
  await says(dialog, 'May do what every owner may.')
  await dialog.getByLabelText('Role').selectOptions('moderator')
  await says(dialog, 'suspend accounts for up to 90 days. It takes effect at once')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await isSeen(page.getByRole('main').getByText('Moderator', { exact: true }))
  expect(network.calls('admin.setRole')).toEqual([{ userId: user.id, role: 'moderator' }])
})

test('from a user’s page an admin suspends and lifts, hides and shows, and opens the reports', async () => {
  const user = theUser()
  const dog = { ...parcel, hidden: false }
  const [createdAt, lastUsedAt] = ['2026-11-21T12:00:00.000Z', '2026-11-22T12:00:00.000Z']
  const about = { id: 'case', kind: 'spam', state: 'open', dogName: 'Parcel', action: null, createdAt } as const
  user.dogs = [dog]
  user.reportsAbout = [about]
  user.reportsMade = [{ ...about, id: 'other', dogName: '' }]
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
  const isSuspended = card.getByText('Suspended for good')
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
    await isGone(suspension)
    await isSeen(isSuspended)
    await expect.element(lift).toHaveFocus()
    await lift.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
    await isGone(isSuspended)
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
  await isSeen(dogs.getByText('Hidden'))
  await dogs.getByRole('button', { name: 'Show Parcel again' }).click()
  await isGone(dogs.getByText('Hidden'))
  const region = (name: string) => page.getByRole('region', { name })
  await leadsTo(region('Reports about this user').getByRole('link', { name: /Advertising/ }), '/admin/reports/case')
  await leadsTo(region('Reports by this user').getByRole('link'), '/admin/reports/other')
  const row = region('Sessions (1)').getByRole('listitem')
  await says(row, /Firefox on Linux.*Last used Nov 22, 2026 · since .*21/)

  await button('Reset the password').click()
  await says(page.getByRole('dialog'), 'taker@example.test')
  await button('Send the link').click()
  await says(page.getByRole('alert'), /mail/i)
})
