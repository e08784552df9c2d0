import type { Dog } from '@barkyard/domain/schemas/dog'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drag, touch } from '../../../testing/mouse.ts'
import { fails, held, network, refuse, refuses } from '../../../testing/network-links.ts'
import { open } from '../../../testing/open.tsx'
import { aDog, aNeighbour, anOwner, aPhoto } from '../../../testing/rows.ts'
import { button, dialog, isAt, isGone, isSeen, link, pressOn, sees, settled } from '../../../testing/seen.ts'
import { answerUploads, photoFile } from '../../../testing/uploads.ts'
import type { Inputs } from '../../../trpc.ts'

const heading = (name: string | RegExp, level = 1) => page.getByRole('heading', { name, level })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const tiles = page.getByRole('region', { name: /^Photos/ }).getByRole('img')

/** Opens a page of an owner whose dog the test may change. */
async function openFor(first: Dog, path = `/dog/${first.id}/edit`, options: Parameters<typeof open>[1] = {}) {
  let dog = first
  const user = options.user ?? anOwner({ dog: first })
  const answers = () => ({
    'dogs.get': { ...aNeighbour(dog), distance: null, compatibility: null },
    'dogs.mine': options.user ? [] : [dog],
    'auth.user': options.user ?? { ...user, dog },
  })
  const become = (next: Dog) => {
    dog = next
    network.answer(answers())
    return dog
  }
  const edit = ({ id: _, ...changes }: Inputs['dogs']['edit']) => become({ ...dog, ...(changes as Partial<Dog>) })
  const orderPhotos = ({ photoIds }: Inputs['dogs']['orderPhotos']) =>
    become({ ...dog, photos: photoIds.flatMap(id => dog.photos.filter(photo => photo.id === id)) })
  const deletePhoto = ({ photoId }: { photoId: string }) => {
    become({ ...dog, photos: dog.photos.filter(({ id }) => id !== photoId) })
    return { ok: true } as const
  }
  const restorePhoto = ({ photoId }: { photoId: string }) => {
    const shown = new Set([...dog.photos.map(({ id }) => id), photoId])
    become({ ...dog, photos: first.photos.filter(({ id }) => shown.has(id)) })
    return first.photos.find(({ id }) => id === photoId) ?? aPhoto()
  }
  const own = {
    ...answers(),
    'dogs.edit': edit,
    'dogs.orderPhotos': orderPhotos,
    'photos.delete': deletePhoto,
    'photos.restore': restorePhoto,
  }
  await open(path, { ...options, user, answers: { ...own, ...options.answers } })
}

/** Waits until the photos stand in an order. */
const shows = (...photos: { urlThumb: string }[]) =>
  expect
    .poll(() => tiles.elements().map(image => image.getAttribute('src')))
    .toEqual(photos.map(photo => photo.urlThumb))
const middleOf = (element: Element | undefined) => {
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
  return { x: x + width / 2, y: y + height / 2 }
}
const [one, two, three] = [aPhoto(), aPhoto(), aPhoto()]
const biscuit = aDog({ name: 'Biscuit', temperament: ['playful', 'gentle'], bio: 'Short legs.' })
const withPhotos = aDog({ name: 'Biscuit', photos: [one, two, three] })

test('an owner edits all fields of a dog from its card, and a failed save shows an error and keeps the input', async () => {
  await openFor(biscuit, '/my-dogs')
  await link('Edit Biscuit').click()
  await isSeen(heading('Edit Biscuit'))
  await expect.element(field('Name')).toHaveValue('Biscuit')
  await expect.element(field('Bio')).toHaveValue('Short legs.')
  // The five options, and the dog's other temperaments.
  const temperament = page.getByRole('group', { name: 'Temperament' })
  expect(temperament.getByRole('checkbox').elements()).toHaveLength(6)
  await expect.element(temperament.getByRole('checkbox', { name: 'Gentle' })).toBeChecked()

  await field('Name').fill('')
  await field('Age (years)').fill('2.5')
  await button('Save Changes').click()
  await sees('Name is required', 'Age is a whole number')
  await expect.element(field('Name')).toHaveFocus()

  await field('Name').fill('Waffle')
  await field('Breed').fill('Pug')
  await field('Size').selectOptions('large')
  await field('Sex').selectOptions('male')
  await field('Age (years)').fill('4')
  for (const name of ['Playful', 'Gentle']) await temperament.getByRole('checkbox', { name }).click()
  await field('Bio').fill('Snores.')
  network.answerOnce({ 'dogs.edit': fails })
  await button('Save Changes').click()
  await sees('Failed to update dog profile')
  await expect.element(field('Name')).toHaveValue('Waffle')
  await button('Save Changes').dblClick()
  await sees('Dog profile updated successfully')
  await isAt('/my-dogs')
  const about = { name: 'Waffle', breed: 'Pug', size: 'large', sex: 'male', ageYears: 4 }
  const changes = { id: biscuit.id, ...about, temperament: [], bio: 'Snores.' }
  expect(network.calls('dogs.edit')).toEqual([changes, changes])
})

test('an owner tells what others should know, pauses the dog, and can take it back', async () => {
  await openFor(biscuit)
  await field('Neutered (optional)').selectOptions('Yes')
  const careful = page.getByRole('group', { name: 'Careful with (optional)' })
  for (const name of ['Children', 'Small dogs']) await careful.getByRole('checkbox', { name }).click()
  await field('Pause Biscuit').click()
  await button('Save Changes').click()
  await isSeen(heading('Good to know', 2))
  await sees('Neutered', 'Careful with small dogs and children', 'Paused: not in anybody’s Sniff')

  await link('Edit').click()
  await field('Neutered (optional)').selectOptions('Not said')
  for (const name of ['Children', 'Small dogs']) await careful.getByRole('checkbox', { name }).click()
  await field('Pause Biscuit').click()
  await button('Save Changes').click()
  await isAt(`/dog/${biscuit.id}`)
  await isGone(heading('Good to know', 2), page.getByText('Paused: not in anybody’s Sniff'))
})

test('the editor of another owner’s dog leads to its profile', async () => {
  await openFor(biscuit, undefined, { user: anOwner() })
  await isAt(`/dog/${biscuit.id}`)
  await isSeen(heading(/^Biscuit/))
  await isGone(link('Edit'))
})

test('unknown dogs have no editor', async () => {
  const gone = refuses('dog-not-found')
  await openFor(biscuit, undefined, { answers: { 'dogs.get': gone } })
  await isSeen(heading('Dog not found'))
})

test.each([
  ['an admin edits any dog', { role: 'admin' }, []],
  ['an admin edits the dog as which they act', { role: 'admin', isImpersonating: true, dog: biscuit }, [biscuit]],
] as const)('%s, but not what only its owner says', async (_, admin, mine) => {
  await openFor(biscuit, undefined, { user: anOwner(admin), answers: { 'dogs.mine': [...mine] } })
  await isSeen(field('Bio'))
  expect(field('Pause Biscuit').elements()).toEqual([])
  await field('Name').fill('Waffle')
  await button('Save Changes').click()
  await isAt(`/dog/${biscuit.id}`)
  await isSeen(heading(/^Waffle/))
})

test('the editor opens from the profile and from the list, returns there, and asks only if there are unsaved changes', async () => {
  await openFor(biscuit, '/profile')
  await link('Edit Profile').click()
  await isAt(`/dog/${biscuit.id}/edit`)
  await button('Cancel').click()
  await isAt('/profile')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /My dogs/ })
    .first()
    .click()
  await link('Edit Biscuit').click()
  await field('Name').fill('Waffle')
  await button('Cancel').click()
  await sees('What you changed about Biscuit will be lost.')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect.element(field('Name')).toHaveValue('Waffle')
  // With the original text again, there is nothing to lose.
  await field('Name').fill('Biscuit')
  await button('Cancel').click()
  await isAt('/my-dogs')
  await link('Edit Biscuit').click()
  await field('Name').fill('Waffle')
  history.back()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await isAt('/my-dogs')
  expect(network.calls('dogs.edit')).toEqual([])
})

test('photos are reordered by keyboard, by dragging and by a long touch', async () => {
  await openFor(withPhotos)
  await shows(one, two, three)
  button('Move photo 3 earlier').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Move photo 2 earlier')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Move photo 1 earlier')).toHaveFocus()
  await expect.element(page.getByText('Photo moved to position 1 of 3')).toBeInTheDocument()
  // It is the first photo, so it cannot move further.
  await userEvent.keyboard('{Enter}')
  await shows(three, one, two)
  expect(network.calls('dogs.orderPhotos').at(-1)?.photoIds).toEqual([three.id, one.id, two.id])
  // A photo that goes on is moved in the document, which takes the focus from its button.
  button('Move photo 1 later').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Move photo 2 later')).toHaveFocus()
  await shows(one, three, two)
  const [from, to] = [middleOf(tiles.elements()[0]), middleOf(tiles.elements()[2])]
  const release = await drag(from, { x: to.x - from.x + 4, y: to.y - from.y }, 10)
  await release()
  await shows(three, two, one)
  const photoIds = [three.id, two.id, one.id]
  expect(network.calls('dogs.orderPhotos').at(-1)).toEqual({ id: withPhotos.id, photoIds })

  // A long touch picks up a photo, which then follows the finger.
  await page.viewport(375, 812)
  const [first, second] = [middleOf(tiles.elements()[0]), middleOf(tiles.elements()[1])]
  await touch('touchStart', first)
  await expect
    .poll(async () => {
      await touch('touchMove', { x: first.x + 2, y: first.y })
      return document.querySelectorAll('[data-dragging]').length
    })
    .toBe(1)
  for (let step = 1; step <= 6; step++) {
    const part = step / 6
    await touch('touchMove', { x: first.x + (second.x - first.x) * part, y: first.y + (second.y - first.y) * part })
  }
  await touch('touchEnd')
  await shows(two, three, one)
  expect(document.documentElement.scrollWidth).toBe(375)
})

test('the focus of a photo is set by dragging and by keys, in a small window too', async () => {
  await openFor(withPhotos, undefined, { answers: { 'photos.focus': one } })
  const opener = button('Set the focus of photo 1')
  await opener.click()
  const ring = dialog.getByRole('slider', { name: 'Focus of photo 1' })
  await expect.element(ring).toHaveFocus()
  await settled()
  const photo = dialog.element().querySelectorAll('img')[0]
  const { width = 0, height = 0 } = photo?.getBoundingClientRect() ?? {}
  const release = await drag(middleOf(photo), { x: -width / 4, y: height / 4 })
  await release()
  await expect.element(ring).toHaveAttribute('aria-valuetext', '25% from the left, 75% from the top')
  await pressOn(ring, '{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
  await expect.element(ring).toHaveAttribute('aria-valuetext', '27% from the left, 65% from the top')
  // So it is shown wherever it is cropped.
  const shown = dialog.element().querySelectorAll('img')[1]
  expect(shown && getComputedStyle(shown).objectPosition).toMatch(/^2[67]\.?\d*% 6[45]\.?\d*%$/)
  await page.viewport(320, 640)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await sees('Photo saved')
  await expect.element(opener).toHaveFocus()
  const focus = { x: expect.closeTo(0.27, 2), y: expect.closeTo(0.65, 2) }
  expect(network.calls('photos.focus')).toEqual([{ photoId: one.id, focus }])
})

test('a photo is deleted after the order that is being saved; a failed order is shown again as it was, and one with photos that are gone is not saved', async () => {
  await openFor(withPhotos)
  const { promise, resolve } = held<void>()
  network.answerOnce({ 'dogs.orderPhotos': () => promise.then(fails) })
  await button('Move photo 2 earlier').click()
  await shows(two, one, three)
  await button('Delete photo 3').click()
  // A click that is sent at once would be there now.
  await button('Set the focus of photo 1').click()
  await isSeen(dialog)
  expect(network.calls('photos.delete')).toEqual([])
  resolve()
  await shows(one, two)
  expect(network.calls('photos.delete')).toEqual([{ photoId: three.id }])

  await userEvent.keyboard('{Escape}')
  await isGone(dialog)
  const changed = () => {
    network.answer({ 'dogs.get': { ...aNeighbour(withPhotos), photos: [two] } })
    return Promise.reject(refuse('photos-changed'))
  }
  network.answerOnce({ 'dogs.orderPhotos': changed })
  await button('Move photo 2 earlier').click()
  await isSeen(page.getByRole('alert').getByText(/^This dog's photos have changed\./))
  await shows(two)
})

test('photos are added as far as they fit, and what could not be sent is said', async () => {
  const [photos, read] = [[one, two, three, aPhoto()], held<void>()]
  await openFor(aDog({ ...withPhotos, photos }))
  const files = await Promise.all([1, 2, 3].map(nth => photoFile(`new-${nth}.png`)))
  let answer: () => ReturnType<Parameters<typeof answerUploads>[0]> = async () => {
    await read.promise
    photos.push(aPhoto())
    network.answer({ 'dogs.get': { ...aNeighbour(withPhotos), photos: [...photos] } })
    return { status: 200, body: photos.at(-1) }
  }
  answerUploads(() => answer())
  const add = page.getByLabelText('Add photo')
  await sees('(4/6)')
  await add.upload(files)
  await sees('Too many photos', 'You can only upload 2 more photo(s). Maximum is 6 photos.')
  // The next toast takes the place of this one.
  read.resolve()
  await sees('2 photo(s) uploaded successfully', '(6/6)')
  await isGone(add)

  for (const left of [5, 4]) {
    await button(`Delete photo ${left + 1}`).click()
    await sees(`(${left}/6)`)
  }
  answer = () => ({ status: 502, body: '<h1>bad gateway</h1>' })
  await add.upload(files.slice(0, 2))
  await sees('Failed to upload photos', '(4/6)')
  answer = () => null
  await add.upload(files.slice(0, 1))
  await sees('Failed to upload photo')
  await add.upload(files.slice(0, 2))
  await sees('Failed to upload photos', '(4/6)')
})

test('a photo is deleted at once, and comes back to its place by the toast, on another page too', async () => {
  await openFor(withPhotos)
  await button('Delete photo 2').click()
  await sees('Photo deleted successfully')
  expect(network.calls('photos.delete')).toEqual([{ photoId: two.id }])
  await expect.element(page.getByRole('heading', { name: /^Photos/ })).toHaveFocus()
  await shows(one, three)
  await button('Undo').click()
  await shows(one, two, three)
  await expect.element(page.getByRole('heading', { name: /^Photos/ })).toHaveFocus()

  await button('Delete photo 1').click()
  await sees('Photo deleted successfully')
  await link('Back').click()
  await button('Undo').click()
  await expect.element(page.getByRole('button', { name: 'Photo 3 of Biscuit, full screen' })).toBeVisible()
  expect(network.calls('photos.restore')).toEqual([{ photoId: two.id }, { photoId: one.id }])
})

test('a photo that cannot be deleted stays, a double click deletes one alone, and it is said if one cannot come back', async () => {
  await openFor(withPhotos)
  network.answerOnce({ 'photos.delete': fails, 'photos.restore': fails })
  await button('Delete photo 1').click()
  await sees('Failed to delete photo')
  await shows(one, two, three)
  await button('Delete photo 1').dblClick()
  await shows(two, three)
  await sees('(2/6)')
  await button('Undo').click()
  await expect.element(page.getByRole('alert').getByText('Failed to restore photo')).toBeVisible()
  await shows(two, three)
})
