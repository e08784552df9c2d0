import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { swipe } from '../../testing/mouse.ts'
import { fails, held, network, refuses, writes } from '../../testing/network-links.ts'
import { goTo, open, PHONE } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner, aPhoto } from '../../testing/rows.ts'
import { boxOf, button, isAt, isGone, isSeen, link, main, says, sees } from '../../testing/seen.ts'

const nori = aDog({ name: 'Nori' })
const user = anOwner({ dog: nori })
const pippa = aNeighbour({ name: 'Pippa', breed: 'Border Collie' })
const match = aMatch(nori, pippa)
const barked = writes({ 'matches.list': aPage(match) }, { matchId: match.id })
const openDog = (dog = pippa, options: Parameters<typeof open>[1] = {}) =>
  open(`/dog/${dog.id}`, { user, ...options, answers: { 'dogs.get': dog, 'matches.bark': barked, ...options.answers } })

const become = (dog: typeof pippa) => {
  network.answer({ 'dogs.get': dog })
  network.emitDog()
}

const heading = (name: string | RegExp, level = 1) => page.getByRole('heading', { name, level, exact: true })
const bark = button('Bark (Send Woof!)')
const chat = link('Open chat')
/** The page says so, not only the toast. */
const notFound = heading('Dog not found')

test("a dog's page shows the dog and its compatibility", async () => {
  await openDog({
    ...pippa,
    size: 'medium',
    ageYears: 4,
    temperament: ['friendly', 'energetic'],
    bio: 'Herds joggers.',
    distance: 13,
    compatibility: { score: 77, reasons: ['similar size', 'both friendly'] },
    activeLately: true,
    verified: { photo: false, vaccinatedUntil: '2027-03-01' },
    photos: [aPhoto(), aPhoto()],
  })
  await isSeen(heading('Pippa, 4 years'))
  const facts = ['Border Collie', 'Medium', 'Female', 'Friendly', 'Energetic', '13 km away', 'Active this week']
  await sees(...facts, 'Herds joggers.', 'Vaccination record seen, good until Mar 1, 2027')
  await isSeen(page.getByRole('img', { name: '77% match' }), heading('About Pippa', 2))
  await isSeen(page.getByText(/similar size/i), page.getByText(/both friendly/i))
  const areaOf = (name: string) => {
    const { width, height } = boxOf(page.getByRole('img', { name, exact: true }).first())
    return width * height
  }
  // The main photo is the largest.
  expect(areaOf('Photo of Pippa')).toBeGreaterThan(areaOf('Photo 2 of Pippa'))
  for (const name of ['Open chat', 'Next dog', 'Edit', 'Share', 'Edit Profile (Admin)', 'Delete Profile'])
    expect(page.getByText(name, { exact: true }).query()).toBeNull()
  await link('Back to sniffing').click()
  await isAt('/sniff')
})

test('photos are browsed with a finger and by keys, and open in full screen', async () => {
  await openDog({ ...pippa, photos: [aPhoto(), aPhoto(), aPhoto()] }, { viewport: PHONE, reducedMotion: true })
  const face = page.getByRole('img', { name: 'Photo of Pippa', exact: true })
  const second = page.getByRole('img', { name: 'Photo 2 of Pippa' })
  await isSeen(face)
  await swipe(face.element(), -150)
  await expect.element(page.getByText('Photo 2 of 3')).toBeInTheDocument()
  expect(second.elements()).toHaveLength(2)
  ;(page.getByRole('button', { name: 'Next photo of Pippa' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await isSeen(face)

  const opener = page.getByRole('button', { name: 'Photo 2 of Pippa, full screen' }).last()
  await opener.click()
  const viewer = page.getByRole('dialog', { name: 'Photos of Pippa' })
  await expect.element(viewer.getByRole('button', { name: 'Close' })).toHaveFocus()
  await expect.element(viewer.getByRole('img')).toHaveAccessibleName('Photo 2 of Pippa')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(viewer.getByRole('img')).toHaveAccessibleName('Photo 3 of Pippa')
  await viewer.getByRole('button', { name: 'Next photo' }).click()
  await isSeen(viewer.getByText('1 of 3', { exact: true }))
  await expect.element(viewer.getByText('Photo 1 of 3')).toHaveAttribute('aria-live', 'polite')
  await swipe(viewer.getByRole('img').element(), 150)
  await isSeen(viewer.getByText('3 of 3', { exact: true }))
  // The focus stays inside the dialog.
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}')
  expect(viewer.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await isGone(viewer)
  await expect.element(opener).toHaveFocus()
})

test('a bark is sent once, and leads to the chat', async () => {
  const { promise, resolve } = held<{ matchId: string }>()
  await openDog(pippa, { viewport: PHONE, answers: { 'matches.bark': () => promise } })
  await bark.dblClick()
  await isSeen(page.getByRole('button', { name: 'Barking...', exact: true }))
  resolve(barked())
  await sees('Woof! 🐕', 'Your bark has been sent!')
  // The button stays, beside the way to the chat.
  await expect.element(bark).toHaveFocus()
  expect(network.calls('matches.bark')).toEqual([{ toDogId: pippa.id }])
  // On a phone the toast does not cover the link.
  await expect.poll(() => boxOf(page.getByText('Woof! 🐕')).bottom - boxOf(chat).top).toBeLessThan(0)
  network.answer({ 'matches.get': match, 'messages.list': [] })
  await chat.click()
  await isAt(`/bark-chat/${match.id}`)
})

test('while a bark waits for an answer, barking again sends nothing and says so', async () => {
  const { promise, resolve } = held<ReturnType<typeof aPage<typeof match>>>()
  await openDog(pippa, { answers: { 'matches.list': () => promise } })
  await bark.click()
  resolve(aPage(match))
  await sees('You already barked', "Pippa hasn't answered yet.")
  await isGone(page.getByText('Your bark has been sent!'))
})

test('a failed bark shows an error, an open page follows its dog, and a bark at one that was just deleted shows Dog not found', async () => {
  await openDog(pippa, { answers: { 'matches.bark': fails } })
  await bark.click()
  await sees('Failed to send bark')
  const portrait = () => document.querySelector('main img[src^="data:image/svg"]')?.getAttribute('src')
  await expect.poll(portrait).toBeDefined()
  const before = portrait()
  become({ ...pippa, name: 'Waffle' })
  await isSeen(heading('Waffle, 3 years'))
  // Its portrait stays when it is renamed.
  expect(portrait()).toBe(before)
  const gone = refuses('dog-not-found')
  network.answer({ 'dogs.get': gone, 'matches.bark': gone })
  await bark.click()
  await isSeen(notFound)
  await isGone(bark)
})

test('one bark back answers a dog that barked first, and without an active dog nobody barks', async () => {
  await openDog(pippa, { answers: { 'matches.list': aPage(aMatch(nori, pippa, pippa)) } })
  await bark.click()
  await isSeen(chat)
  network.change({ 'auth.user': { ...user, dog: null } })
  await isGone(bark)
  await isSeen(heading('Pippa, 3 years'))
})

test('the bark button shows only if another dog is active', async () => {
  const own = { ...aNeighbour(nori), distance: null, compatibility: null }
  await openDog(own, { viewport: PHONE })
  await isSeen(heading('Nori, 3 years'))
  await isGone(bark, heading('About Nori', 2))
  // It is what others see. What its owner does is on My Profile, and editing is the main button of both.
  await isSeen(page.getByText('This is how others see Nori.'))
  await expect.element(page.getByRole('link', { name: 'Edit' })).toBeInViewport({ ratio: 1 })
  await link('My Profile').click()
  await isAt('/profile')
  await isSeen(page.getByRole('heading', { name: 'Checked by a moderator' }))
  expect(page.getByText('This is how others see Nori.').query()).toBeNull()
})

test('another of one’s own dogs is managed on its page, because My Profile is the acting dog’s', async () => {
  await openDog(pippa, { answers: { 'dogs.mine': [nori, pippa] } })
  for (const name of ['Edit', 'Share', /^Bark/]) await isSeen(main.getByText(name).first())
  await isSeen(page.getByRole('heading', { name: 'Checked by a moderator' }))
})

test('a moderator hides a dog on its page, which then offers to show it again, but none of moderators and admins; the page follows its dog until it is deleted', async () => {
  const hide = writes({ 'dogs.get': { ...pippa, hidden: true } })
  await openDog(pippa, { user: { ...user, role: 'moderator' }, answers: { 'admin.hideDog': hide } })
  await isSeen(button('Hide Pippa'))
  await isGone(button('Delete Profile'))
  await button('Hide Pippa').click()
  const asked = page.getByRole('dialog', { name: 'Hide Pippa' })
  await asked.getByLabelText(/^Statement/).fill('Not a dog')
  await asked.getByRole('button', { name: 'Hide', exact: true }).click()
  await isSeen(button('Show Pippa again'))
  expect(network.calls('admin.hideDog')).toEqual([{ dogId: pippa.id, statement: 'Not a dog' }])
  become({ ...pippa, ofStaff: true })
  await isGone(button('Show Pippa again'), button('Hide Pippa'))
  await isSeen(bark)
  network.answer({ 'dogs.get': refuses('dog-not-found') })
  network.emitDog()
  await isSeen(notFound)
})

test('a missing dog stays Dog not found', async () => {
  const looked = held<void>()
  const answers = { 'dogs.get': () => looked.promise.then(refuses('dog-not-found')) }
  await openDog(pippa, { answers })
  // The page is told too, while it asks.
  network.emitDog()
  await expect.poll(() => network.calls('dogs.get').length).toBe(1)
  looked.resolve()
  await isSeen(notFound)
  // The app asks for everything again when its live events begin, but not for what was not found.
  network.emit({ type: 'started' })
  await expect.poll(() => network.calls('notifications.unseenCount').length).toBeGreaterThan(1)
  expect(network.calls('dogs.get')).toHaveLength(1)
  await isSeen(notFound)
})

test('a spinner until the dog is there, unless it is known', async () => {
  const { promise, resolve } = held<typeof pippa>()
  await open('/my-dogs', { user, answers: { 'dogs.get': () => promise } })
  await isSeen(page.getByRole('button', { name: /Nori Corgi/ }))
  goTo(`/dog/${nori.id}`)
  await isSeen(heading('Nori, 3 years'))
  goTo(`/dog/${pippa.id}`)
  await says(main.getByRole('status'), 'Loading...')
  resolve(pippa)
  await isSeen(heading('Pippa, 3 years'))
})

test('the longest name wraps, a right-to-left one stays in place, and on a desktop the bark button stays beside a long bio', async () => {
  await openDog({ ...pippa, name: 'W'.repeat(80), bio: 'Runs! '.repeat(20) })
  for (const width of [320, 768, 1440]) {
    await page.viewport(width, 800)
    await isSeen(heading(/^About W/, 2))
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  become({ ...pippa, name: 'שלום', bio: 'Once upon a time there was a ball. '.repeat(28) })
  await isSeen(heading('שלום, 3 years'))
  const left = (selector: string) => document.querySelector(`h1 ${selector}`)?.getBoundingClientRect().left
  expect(left('bdi')).toBeLessThan(left('span') ?? 0)
  await page.viewport(1024, 600)
  await expect.element(bark).toBeInViewport({ ratio: 1 })
  scrollTo(0, 400)
  await expect.poll(() => scrollY).toBeGreaterThan(0)
  await expect.element(bark).toBeInViewport({ ratio: 1 })
})

test('a dog’s page leads to the next dog in the order of the list', async () => {
  const dogs = ['Aki', 'Bo', 'Cleo'].map(name => aNeighbour({ name }))
  const get = ({ id }: { id: string }) => dogs.find(dog => dog.id === id) ?? pippa
  await open('/sniff', { user, answers: { 'sniff.search': aPage(...dogs), 'dogs.get': get } })
  await link('Aki').click()
  const next = link('Next dog')
  await isSeen(heading('Aki, 3 years'))
  // It begins where the name below it begins.
  const startOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  }
  expect(Math.abs(startOf(next.element()) - startOf(heading('Aki, 3 years').element()))).toBeLessThan(1)
  await next.click()
  await isSeen(heading('Bo, 3 years'))
  await next.click()
  await isSeen(heading('Cleo, 3 years'))
  await isGone(next)
  history.back()
  await isSeen(heading('Bo, 3 years'))
})
