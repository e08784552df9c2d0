import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fails, held, network } from '../../../testing/network-links.ts'
import { open } from '../../../testing/open.tsx'
import { aDog, anOwner, aPhoto } from '../../../testing/rows.ts'
import { isAt, sees } from '../../../testing/seen.ts'

const rex = aDog({ name: 'Rex', breed: 'Golden Retriever', size: 'large', ageYears: 1 })
const mochi = aDog({ name: 'Mochi', breed: 'Shiba Inu', size: 'small', ageYears: 4 })
const ada = aDog({ name: 'Ada' })
const main = page.getByRole('main')
const link = (name: string) => main.getByRole('link', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')

function activate({ dogId }: { dogId: string }) {
  const dog = dogId === rex.id ? rex : mochi
  network.answer({ 'auth.user': anOwner({ dog }) })
  return { activeDogId: dogId, dog }
}

/** Opens the screen for an owner of dogs, the first of which may be active. */
function openWith(dogs: (typeof rex)[], active: typeof rex | null, viewport: readonly [number, number] = [1280, 900]) {
  const user = anOwner({ dog: active })
  const remove = ({ id }: { id: string }) => {
    const left = dogs.filter(dog => dog.id !== id)
    network.answer({
      'dogs.mine': left,
      'auth.user': { ...user, dog: left.find(dog => dog.id === active?.id) ?? null },
    })
    return { ok: true } as const
  }
  const answers = { 'dogs.mine': dogs, 'dogs.delete': remove, 'dogs.activate': activate }
  return open('/my-dogs', { user, answers, viewport })
}

test('an owner without dogs is invited to add the first one', async () => {
  await openWith([], null)
  await expect.element(page.getByRole('heading', { name: 'My Dogs', level: 1, exact: true })).toBeVisible()
  await sees('No dogs yet!')
  await expect.element(link('Sniff Dogs')).not.toBeInTheDocument()
  await link('Add Your First Dog').click()
  await isAt('/onboarding')
})

test('choosing a dog makes it active and opens the doghouse, by keyboard too', async () => {
  await openWith([rex, mochi], null)
  await sees('Select which dog you want to be')
  await expect.element(page.getByText('Active', { exact: true })).not.toBeInTheDocument()
  await expect.element(link('Sniff Dogs')).not.toBeInTheDocument()
  await expect.element(button('Rex Golden Retriever Large 1 year')).toBeVisible()
  button('Mochi Shiba Inu Small 4 years').element().focus()
  await userEvent.keyboard('{Enter}')
  await isAt('/doghouse')
  await expect.element(page.getByText('Welcome back, Mochi!', { exact: true })).toBeVisible()

  history.back()
  await sees('Select a dog to switch profiles, or sniff with your current dog')
  await expect.element(button('Active Mochi Shiba Inu Small 4 years')).toBeVisible()
  const { promise, resolve } = held<ReturnType<typeof activate>>()
  network.answerOnce({ 'dogs.activate': () => promise })
  await button(/^Rex/).dblClick()
  resolve(activate({ dogId: rex.id }))
  await isAt('/doghouse')
  expect(network.calls('dogs.activate')).toEqual([{ dogId: mochi.id }, { dogId: rex.id }])
})

test('without an active dog a large button beside the first card makes it active and leads on', async () => {
  await openWith([rex, mochi], null)
  await expect.element(button('Meet the dogs near Rex')).toBeVisible()
  await expect.element(button(/^Meet the dogs near Mochi/)).not.toBeInTheDocument()
  await button('Meet the dogs near Rex').dblClick()
  await isAt('/sniff')
  expect(network.calls('dogs.activate')).toEqual([{ dogId: rex.id }])
})

test('with an active dog the buttons Sniff Dogs and Barks are shown; a paused dog is marked, and so is a hidden one', async () => {
  const paused = { ...rex, photos: [aPhoto()], paused: true as const }
  await openWith([paused, { ...mochi, hidden: true }], rex)
  await expect.element(button(/^Active Rex/)).toHaveTextContent('Paused')
  await expect.element(button(/^Mochi/)).toHaveTextContent('Hidden')
  expect(
    button(/^Active Rex/)
      .element()
      .querySelector('img')?.src,
  ).toMatch(/^data:.*#/)
  // The badge of the active dog has a check.
  expect(main.getByText('Active', { exact: true }).element().querySelector('svg')).not.toBeNull()
  for (const [name, path] of [
    ['Sniff Dogs', '/sniff'],
    ['Barks', '/barks'],
    ['Add Dog', '/onboarding'],
  ] as const)
    await expect.element(link(name)).toHaveAttribute('href', path)
  await expect.element(link('Manage Users')).not.toBeInTheDocument()
})

test('deleting a dog asks for confirmation, and the remaining one can be chosen', async () => {
  // On a phone held sideways, where the deleted dog's card is below the way on.
  await openWith([mochi, rex, ada], rex, [812, 375])
  await expect.element(button('Delete Rex')).toBeVisible()
  button('Delete Rex').element().scrollIntoView({ block: 'start' })
  await button('Delete Rex').click()
  const question =
    "Are you sure you want to delete Rex's profile? This action cannot be undone and will delete all photos and matches."
  await expect.element(dialog.getByText(question, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Delete Rex')).toHaveFocus()

  network.answerOnce({ 'dogs.delete': fails })
  await button('Delete Rex').click()
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
  await confirm.click()
  await sees('Failed to delete dog')
  // The button kept the focus, so the keyboard is still in the dialog.
  await expect.element(confirm).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await sees('Dog profile deleted successfully')
  await expect.element(button('Delete Rex')).not.toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
  // It was the active dog, so no dog is active now, and the way on gets the focus.
  const next = button('Meet the dogs near Mochi')
  await expect.element(next).toHaveFocus()
  // It is as high as a card, and the window hardly higher.
  await expect.element(next).toBeInViewport({ ratio: 0.8 })
  await sees('Select which dog you want to be')
  await expect.element(button(/^Mochi/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await isAt('/sniff')
})
