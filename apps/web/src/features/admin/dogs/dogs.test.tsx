import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anAdmin, aUser, aUsersDog, panelOf } from '../../../testing/admin-panel.ts'
import { fails, held, network, refuses, writes } from '../../../testing/network-links.ts'
import { address, close, open, PHONE } from '../../../testing/open.tsx'
import { aNeighbour, aPhoto } from '../../../testing/rows.ts'
import { button, isAt, isGone, isSeen, leadsTo, says, sees, texts } from '../../../testing/seen.ts'

const admin = anAdmin()
const olive = aUser({ firstName: 'Olive', lastName: 'Owner', email: 'olive@example.test' })
const face = { id: 'face', urlThumb: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }
const rover = { ...aUsersDog(olive, 'Rover', 'Whippet'), photos: [face] }
const stray = aUsersDog(null, 'Stray', 'Mutt')
const biscuit = aNeighbour({ name: 'Biscuit', bio: 'Short legs.', photos: [aPhoto()] })

const table = page.getByRole('table', { name: 'All dogs' })
const bar = page.getByRole('region', { name: 'Impersonation' })
const openPanel = (dogs = [rover, stray]) =>
  open('/admin', { user: admin, answers: panelOf([olive], dogs), reducedMotion: true })
const openDog = () =>
  open(`/dog/${biscuit.id}`, { user: admin, answers: { ...panelOf([], []), 'dogs.get': biscuit }, reducedMotion: true })
const editor = page.getByRole('dialog', { name: 'Edit Dog Profile', exact: true })

test('All Dogs shows each dog with its owner, or as unowned, can be searched, works on a phone, and leads back to Sniff and to the doghouse', async () => {
  await openPanel()
  await isSeen(page.getByRole('heading', { name: 'Barkyard Admin', level: 1 }))
  await expect.poll(() => document.title).toBe('Admin · Barkyard')
  await isGone(button('Stop Impersonating'))
  const main = page.getByRole('main')
  await leadsTo(main.getByRole('link', { name: 'Back to sniffing', exact: true }), '/sniff')
  const row = table.getByRole('row').filter({ hasText: 'Rover' })
  await says(row, /Whippet.*Olive Owner.*olive@example\.test/i)
  for (const name of ['Test as Rover', 'Delete Rover']) await isSeen(row.getByRole('button', { name, exact: true }))
  await leadsTo(row.getByRole('link', { name: "Rover's profile" }), `/dog/${rover.id}`)
  expect(row.element().querySelector('img')?.src).toBe(face.urlThumb)
  const other = table.getByRole('row').filter({ hasText: 'Stray' })
  await isSeen(other.getByText('Unowned', { exact: true }))
  await isGone(other.getByRole('button', { name: /^Test as/ }))
  const search = page.getByRole('searchbox', { name: 'Search dogs by name, breed or owner' })
  await search.fill('no dog is called this')
  await sees('Nothing found for “no dog is called this”.')
  await search.fill('WHIPPET')
  await isSeen(row)
  await isGone(other)
  await page.viewport(...PHONE)
  const card = page.getByRole('listitem').filter({ hasText: 'Whippet' })
  await isSeen(card.getByRole('button', { name: 'Test as Rover', exact: true }))
  expect(document.documentElement.scrollWidth).toBe(375)
  await main.getByRole('link', { name: 'To the doghouse' }).click()
  await isAt('/doghouse')
})

test('testing as a dog opens the doghouse half a second after the toast, and failures say why', async () => {
  await openPanel()
  network.answer({ 'admin.impersonate': fails })
  await button('Test as Rover').click()
  await sees('Error', 'Failed to impersonate')
  network.answer({ 'admin.impersonate': refuses('user-not-found') })
  await button('Test as Rover').click()
  await says(page.getByRole('alert'), /User not found/)

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
  await isAt('/doghouse')
})

test('a bar on every page says as which dog an admin acts, and ends it', async () => {
  const acting = anAdmin({ ...admin, dog: biscuit, isImpersonating: true })
  for (const path of ['/nowhere', '/admin']) {
    await close()
    await open(path, { user: acting, answers: panelOf([olive], [rover]) })
    await isSeen(bar.getByText('You are acting as Biscuit'))
    // The panel has none of its own.
    if (path === '/admin') await sees(/^All Dogs/)
    expect(button('Stop Impersonating').elements()).toHaveLength(1)
  }
  const stop = bar.getByRole('button', { name: 'Stop Impersonating', exact: true })
  network.answer({ 'admin.stopImpersonation': fails })
  await stop.click()
  await sees('Failed to stop impersonation')
  network.answer({ 'admin.stopImpersonation': { ok: true }, 'auth.user': admin })
  await stop.click()
  await sees('Stopped impersonation')
  await isGone(bar)
  await isAt('/admin')
  await page.getByRole('main').getByRole('link', { name: 'To the doghouse' }).click()
  await sees(`Welcome back, ${admin.dog?.name}!`)
})

test('deleting a dog asks first', async () => {
  await openPanel([rover])
  await button('Delete Rover').click()
  const dialog = page.getByRole('dialog', { name: 'Delete Dog Profile' })
  const confirm = dialog.getByRole('button', { name: 'Delete Profile', exact: true })
  const question = "Are you sure you want to delete Rover's profile? All photos and matches will be deleted."
  await sees(`${question} This action cannot be undone.`)
  network.answer({ 'admin.deleteDog': fails })
  await confirm.click()
  await sees('Failed to delete dog')
  network.answer({ 'admin.deleteDog': writes(panelOf([olive], [])) })
  await confirm.click()
  await sees('Dog profile deleted successfully', 'There are no dogs yet.')
  // Its row had the focus, and is gone.
  await expect.element(page.getByRole('heading', { name: /^All Dogs/ })).toHaveFocus()
})

test('an admin edits any profile, in a dialog of at most 90% of the window’s height, on a phone too', async () => {
  await openDog()
  await button('Edit Profile (Admin)').click()
  const field = (name: string) => editor.getByLabelText(name)
  await expect.element(field('Name')).toHaveValue('Biscuit')
  await page.viewport(375, 600)
  expect(Math.round(editor.element().getBoundingClientRect().height)).toBeLessThanOrEqual(540)
  await expect.element(button('Save Changes')).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBe(375)
  await expect.element(field('Breed')).toHaveValue('Corgi')
  await expect.element(field('Size')).toHaveValue('small')
  await expect.element(field('Sex')).toHaveValue('female')
  await expect.element(field('Age (years)')).toHaveDisplayValue('3')
  await expect.element(field('Bio')).toHaveValue('Short legs.')
  const boxes = editor
    .getByRole('group', { name: 'Temperament' })
    .getByRole('checkbox')
    .elements() as HTMLInputElement[]
  const words = boxes.map(box => box.closest('label')?.textContent?.trim())
  expect(words).toEqual(['Friendly', 'Playful', 'Calm', 'Energetic', 'Shy', 'Protective', 'Gentle', 'Aggressive'])
  expect(words.filter((_, at) => boxes[at]?.checked)).toEqual(['Playful'])

  // Invalid fields show their error, and nothing is sent.
  await field('Name').fill('  ')
  await field('Age (years)').fill('26')
  await field('Playful').click()
  await button('Save Changes').click()
  await sees('Name is required', 'At least one temperament is required', 'Age is 0 to 25')
  await expect.element(field('Name')).toHaveFocus()
  await editor.getByRole('button', { name: 'Cancel', exact: true }).click()
  await isGone(editor)
  expect(network.calls('admin.editDog')).toEqual([])
  // When reopened, the fields show the dog again.
  await button('Edit Profile (Admin)').click()
  await expect.element(field('Name')).toHaveValue('Biscuit')
  await field('Name').fill('Waffle')
  // Escape closes the upper dialog alone, and asks before it drops what was typed.
  await editor.getByRole('button', { name: 'Set the focus of photo 1' }).click()
  const leave = async (name: string) => {
    await isSeen(page.getByRole('dialog', { name }))
    await userEvent.keyboard('{Escape}')
    await isGone(page.getByRole('dialog', { name }))
  }
  await leave("Center on your dog's face")
  await userEvent.keyboard('{Escape}')
  await leave('Leave without saving?')

  await field('Size').selectOptions('large')
  await field('Age (years)').fill('25')
  await field('Protective').click()
  await field('Bio').fill('')
  network.answer({ 'admin.editDog': fails })
  await button('Save Changes').click()
  await sees('Failed to update dog profile')
  await expect.element(field('Name')).toHaveValue('Waffle')
  network.answer({ 'admin.editDog': biscuit })
  await button('Save Changes').click()
  await sees('Dog profile updated successfully')
  await isGone(editor)
  // Not what the owner may have changed meanwhile.
  const temperament = ['playful', 'protective']
  const edit = { dogId: biscuit.id, name: 'Waffle', size: 'large', ageYears: 25, temperament, bio: '' }
  expect(network.calls('admin.editDog')).toEqual([edit, edit])
})

test('an admin deletes any profile after confirming, and is taken to Sniff', async () => {
  await openDog()
  await button('Delete Profile').click()
  const dialog = page.getByRole('dialog', { name: 'Are you absolutely sure?', exact: true })
  const confirm = dialog.getByRole('button', { name: 'Delete Profile', exact: true })
  await sees("This action cannot be undone. This will permanently delete Biscuit's profile and all associated data.")
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await isGone(dialog)
  await button('Delete Profile').click()
  network.answer({ 'admin.deleteDog': fails })
  await confirm.click()
  await sees('Failed to delete dog profile')
  const sending = held<{ ok: true }>()
  network.answer({ 'admin.deleteDog': () => sending.promise })
  await confirm.click()
  await expect.poll(() => texts(dialog.getByRole('button'))).toContain('Deleting...')
  sending.resolve({ ok: true })
  await sees('Dog profile deleted successfully')
  await isAt('/sniff')
})
