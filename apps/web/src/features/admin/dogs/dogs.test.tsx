import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anAdmin, aUser, aUsersDog, panelOf } from '../../../testing/admin-panel.ts'
import { fails, held, network, refuses } from '../../../testing/network-links.ts'
import { address, close, open, PHONE } from '../../../testing/open.tsx'
import { aNeighbour, aPhoto } from '../../../testing/rows.ts'
import { isSeen, leadsTo, sees, texts } from '../../../testing/seen.ts'

const admin = anAdmin()
const olive = aUser({ firstName: 'Olive', lastName: 'Owner', email: 'olive@example.test' })
const face = { id: 'face', urlThumb: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }
const rover = { ...aUsersDog(olive, 'Rover', 'Whippet'), photos: [face] }
const stray = aUsersDog(null, 'Stray', 'Mutt')
const biscuit = aNeighbour({ name: 'Biscuit', bio: 'Short legs.', photos: [aPhoto()] })

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const table = page.getByRole('table', { name: 'All dogs' })
const alert = page.getByRole('alert')
const bar = page.getByRole('region', { name: 'Impersonation' })
const openPanel = (dogs = [rover, stray]) =>
  open('/admin', { user: admin, answers: panelOf([olive], dogs), reducedMotion: true })
const openDog = () =>
  open(`/dog/${biscuit.id}`, {
    user: admin,
    answers: { ...panelOf([], []), 'dogs.get': biscuit },
    reducedMotion: true,
  })
const editor = page.getByRole('dialog', { name: 'Edit Dog Profile', exact: true })
async function openEditor() {
  await openDog()
  await button('Edit Profile (Admin)').click()
  await expect.element(editor.getByLabelText('Name')).toHaveValue('Biscuit')
}

test('All Dogs shows each dog with its owner, or as unowned, can be searched, works on a phone, and leads back to Sniff and to the doghouse', async () => {
  await openPanel()
  await expect.element(page.getByRole('heading', { name: 'Barkyard Admin', level: 1 })).toBeVisible()
  await expect.poll(() => document.title).toBe('Admin · Barkyard')
  await expect.element(button('Stop Impersonating')).not.toBeInTheDocument()
  const main = page.getByRole('main')
  await leadsTo(main.getByRole('link', { name: 'Back to sniffing', exact: true }), '/sniff')
  const row = table.getByRole('row').filter({ hasText: 'Rover' })
  await expect.element(row).toHaveTextContent(/Whippet.*Olive Owner.*olive@example\.test/i)
  await expect.element(row.getByRole('button', { name: 'Test as Rover', exact: true })).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Delete Rover' })).toBeVisible()
  await expect.element(row.getByRole('link', { name: "Rover's profile" })).toHaveAttribute('href', `/dog/${rover.id}`)
  expect(row.element().querySelector('img')?.src).toBe(face.urlThumb)
  const other = table.getByRole('row').filter({ hasText: 'Stray' })
  await expect.element(other.getByText('Unowned', { exact: true })).toBeVisible()
  await expect.element(other.getByRole('button', { name: /^Test as/ })).not.toBeInTheDocument()
  const search = page.getByRole('searchbox', { name: 'Search dogs by name, breed or owner' })
  await search.fill('no dog is called this')
  await expect.element(page.getByText('Nothing found for “no dog is called this”.')).toBeVisible()
  await search.fill('WHIPPET')
  await expect.element(row).toBeVisible()
  await expect.element(other).not.toBeInTheDocument()
  await page.viewport(...PHONE)
  const card = page.getByRole('listitem').filter({ hasText: 'Whippet' })
  await expect.element(card.getByRole('button', { name: 'Test as Rover', exact: true })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(375)
  await main.getByRole('link', { name: 'To the doghouse' }).click()
  await expect.poll(address).toBe('/doghouse')
})

test('testing as a dog opens the doghouse half a second after the toast, and failures say why', async () => {
  await openPanel()
  await expect.element(button('Test as Rover')).toBeVisible()
  network.answer({ 'admin.impersonate': fails })
  await button('Test as Rover').click()
  await sees('Error')
  await sees('Failed to impersonate')
  network.answer({ 'admin.impersonate': refuses('user-not-found') })
  await button('Test as Rover').click()
  await expect.element(alert).toHaveTextContent(/User not found/)

  network.answer({ 'admin.impersonate': { ok: true } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await button('Test as Rover').click()
  const toast = page.getByText('Now impersonating dog. Redirecting to doghouse...', { exact: true })
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1)
      return toast.elements().length
    })
    .toBe(1)
  vi.advanceTimersByTime(400)
  expect(address()).toBe('/admin')
  vi.advanceTimersByTime(120)
  vi.useRealTimers()
  await expect.poll(address).toBe('/doghouse')
})

test('a bar on every page says as which dog an admin acts, and ends it', async () => {
  const acting = anAdmin({ ...admin, dog: biscuit, isImpersonating: true })
  for (const path of ['/nowhere', '/sniff', '/admin', '/barks']) {
    await close()
    await open(path, { user: acting, answers: panelOf([olive], [rover]) })
    await expect.element(bar.getByText('You are acting as Biscuit')).toBeVisible()
    // The panel has none of its own.
    if (path === '/admin') await sees(/^All Dogs/)
    expect(button('Stop Impersonating').elements()).toHaveLength(1)
  }
  network.answer({ 'admin.stopImpersonation': fails })
  await bar.getByRole('button', { name: 'Stop Impersonating', exact: true }).click()
  await sees('Failed to stop impersonation')
  network.answer({ 'admin.stopImpersonation': { ok: true }, 'auth.user': admin })
  await bar.getByRole('button', { name: 'Stop Impersonating', exact: true }).click()
  await sees('Stopped impersonation')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.poll(address).toBe('/admin')
  await page.getByRole('main').getByRole('link', { name: 'To the doghouse' }).click()
  await expect.element(page.getByText(`Welcome back, ${admin.dog?.name}!`, { exact: true })).toBeVisible()
})

test('deleting a dog asks first', async () => {
  const dogs = [rover]
  await openPanel(dogs)
  await button('Delete Rover').click()
  const dialog = page.getByRole('dialog', { name: 'Delete Dog Profile' })
  await isSeen(
    dialog.getByText(
      "Are you sure you want to delete Rover's profile? All photos and matches will be deleted. This action cannot be undone.",
    ),
  )
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await button('Delete Rover').click()
  network.answer({ 'admin.deleteDog': fails })
  await dialog.getByRole('button', { name: 'Delete Profile', exact: true }).click()
  await sees('Failed to delete dog')
  network.answer({
    'admin.deleteDog': () => {
      dogs.length = 0
      return { ok: true }
    },
  })
  await dialog.getByRole('button', { name: 'Delete Profile', exact: true }).click()
  await sees('Dog profile deleted successfully')
  await expect.element(page.getByText('There are no dogs yet.')).toBeVisible()
  // Its row had the focus, and is gone.
  await expect.element(page.getByRole('heading', { name: /^All Dogs/ })).toHaveFocus()
})

test('an admin edits any profile, in a dialog of at most 90% of the window’s height, on a phone too', async () => {
  await openEditor()
  await page.viewport(375, 600)
  expect(Math.round(editor.element().getBoundingClientRect().height)).toBeLessThanOrEqual(540)
  await expect.element(button('Save Changes')).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBe(375)
  await expect.element(editor.getByLabelText('Breed')).toHaveValue('Corgi')
  await expect.element(editor.getByLabelText('Size')).toHaveValue('small')
  await expect.element(editor.getByLabelText('Sex')).toHaveValue('female')
  await expect.element(editor.getByLabelText('Age (years)')).toHaveDisplayValue('3')
  await expect.element(editor.getByLabelText('Bio')).toHaveValue('Short legs.')
  const temperament = editor.getByRole('group', { name: 'Temperament' })
  expect(
    temperament
      .getByRole('checkbox')
      .elements()
      .map(box => [box.closest('label')?.textContent?.trim(), (box as HTMLInputElement).checked]),
  ).toEqual(
    ['Friendly', 'Playful', 'Calm', 'Energetic', 'Shy', 'Protective', 'Gentle', 'Aggressive'].map(name => [
      name,
      name === 'Playful',
    ]),
  )
  await editor.getByLabelText('Name').fill('Waffle')
  await editor.getByLabelText('Size').selectOptions('large')
  await editor.getByLabelText('Age (years)').fill('25')
  await temperament.getByLabelText('Protective').click()
  await editor.getByLabelText('Bio').fill('')
  network.answer({ 'admin.editDog': biscuit })
  await button('Save Changes').click()
  await sees('Dog profile updated successfully')
  await expect.element(editor).not.toBeInTheDocument()
  // Not what the owner may have changed meanwhile.
  expect(network.calls('admin.editDog')).toEqual([
    {
      dogId: biscuit.id,
      name: 'Waffle',
      size: 'large',
      ageYears: 25,
      temperament: ['playful', 'protective'],
      bio: '',
    },
  ])
})

test('invalid fields show their error, nothing is sent, and a failure keeps what was typed', async () => {
  await openEditor()
  await editor.getByLabelText('Name').fill('  ')
  await editor.getByLabelText('Breed').fill('')
  await editor.getByLabelText('Playful').click()
  await editor.getByLabelText('Age (years)').fill('26')
  await button('Save Changes').click()
  for (const error of [
    'Name is required',
    'Breed is required',
    'At least one temperament is required',
    'Age is 0 to 25',
  ])
    await expect.element(editor.getByText(error)).toBeVisible()
  await expect.element(editor.getByLabelText('Name')).toHaveFocus()
  await editor.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(editor).not.toBeInTheDocument()
  expect(network.calls('admin.editDog')).toEqual([])
  // When reopened, the fields show the dog again.
  await button('Edit Profile (Admin)').click()
  await expect.element(editor.getByLabelText('Name')).toHaveValue('Biscuit')
  network.answer({ 'admin.editDog': fails })
  await editor.getByLabelText('Name').fill('Toast')
  await button('Save Changes').click()
  await sees('Failed to update dog profile')
  await expect.element(editor.getByLabelText('Name')).toHaveValue('Toast')
  // Escape closes the upper dialog alone, and asks before it drops what was typed.
  await editor.getByRole('button', { name: 'Set the focus of photo 1' }).click()
  const focus = page.getByRole('dialog', { name: "Center on your dog's face" })
  await expect.element(focus).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(focus).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(leaving).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(leaving).not.toBeInTheDocument()
  await expect.element(editor.getByLabelText('Name')).toHaveValue('Toast')
})

test('an admin deletes any profile after confirming, and is taken to Sniff', async () => {
  await openDog()
  await button('Delete Profile').click()
  const dialog = page.getByRole('dialog', { name: 'Are you absolutely sure?', exact: true })
  await sees("This action cannot be undone. This will permanently delete Biscuit's profile and all associated data.")
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await button('Delete Profile').click()
  network.answer({ 'admin.deleteDog': fails })
  await dialog.getByRole('button', { name: 'Delete Profile', exact: true }).click()
  await sees('Failed to delete dog profile')
  const sending = held<void>()
  network.answer({ 'admin.deleteDog': () => sending.promise.then(() => ({ ok: true as const })) })
  await dialog.getByRole('button', { name: 'Delete Profile', exact: true }).click()
  await expect.poll(() => texts(dialog.getByRole('button'))).toContain('Deleting...')
  sending.resolve()
  await sees('Dog profile deleted successfully')
  await expect.poll(address).toBe('/sniff')
})
