import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fails, held, network } from '../../../testing/network-links.ts'
import { open } from '../../../testing/open.tsx'
import { aDog, anOwner, aPhoto } from '../../../testing/rows.ts'
import { button, dialog, isAt, isGone, isSeen, leadsTo, main, pressOn, says, sees } from '../../../testing/seen.ts'

const rex = aDog({ name: 'Rex', breed: 'Golden Retriever', size: 'large', ageYears: 1 })
const mochi = aDog({ name: 'Mochi', breed: 'Shiba Inu', size: 'small', ageYears: 4 })
const ada = aDog({ name: 'Ada' })
const link = (name: string) => main.getByRole('link', { name, exact: true })

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
  await isSeen(page.getByRole('heading', { name: 'My Dogs', level: 1, exact: true }))
  await sees('No dogs yet!')
  await isGone(link('Sniff Dogs'))
  await link('Add Your First Dog').click()
  await isAt('/onboarding')
})

test('choosing a dog makes it active and opens the doghouse, by keyboard too', async () => {
  await openWith([rex, mochi], null)
  await sees('Select which dog you want to be')
  await isGone(page.getByText('Active', { exact: true }), link('Sniff Dogs'))
  await isSeen(button('Rex Golden Retriever Large 1 year'))
  await pressOn(button('Mochi Shiba Inu Small 4 years'), '{Enter}')
  await isAt('/doghouse')
  await sees('Welcome back, Mochi!')

  history.back()
  await sees('Select a dog to switch profiles, or sniff with your current dog')
  await isSeen(button('Active Mochi Shiba Inu Small 4 years'))
  const { promise, resolve } = held<ReturnType<typeof activate>>()
  network.answerOnce({ 'dogs.activate': () => promise })
  await button(/^Rex/).dblClick()
  resolve(activate({ dogId: rex.id }))
  await isAt('/doghouse')
  expect(network.calls('dogs.activate')).toEqual([{ dogId: mochi.id }, { dogId: rex.id }])
})

test('with an active dog the buttons Sniff Dogs and Barks are shown; a paused dog is marked, and so is a hidden one', async () => {
  const paused = { ...rex, photos: [aPhoto()], paused: true as const }
  await openWith([paused, { ...mochi, hidden: true }], rex)
  await says(button(/^Active Rex/), 'Paused')
  await says(button(/^Mochi/), 'Hidden')
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
    await leadsTo(link(name), path)
  await isGone(link('Manage Users'))
})

test('deleting a dog asks for confirmation, and without an active one a large button makes the first active and leads on', async () => {
  // On a phone held sideways, where the deleted dog's card is below the way on.
  await openWith([mochi, rex, ada], rex, [812, 375])
  await isSeen(button('Delete Rex'))
  button('Delete Rex').element().scrollIntoView({ block: 'start' })
  await button('Delete Rex').click()
  const question =
    "Are you sure you want to delete Rex's profile? This action cannot be undone and will delete all photos and matches."
  await isSeen(dialog.getByText(question, { exact: true }))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await isGone(dialog)
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
  await isGone(button('Delete Rex'), dialog)
  // It was the active dog, so no dog is active now, and the way on gets the focus.
  const next = button('Meet the dogs near Mochi')
  await expect.element(next).toHaveFocus()
  // It is as high as a card, and the window hardly higher.
  await expect.element(next).toBeInViewport({ ratio: 0.8 })
  await sees('Select which dog you want to be')
  await isSeen(button(/^Mochi/))
  await isGone(button(/^Meet the dogs near Ada/))
  await next.dblClick()
  await isAt('/sniff')
  expect(network.calls('dogs.activate')).toEqual([{ dogId: mochi.id }])
})
