import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { swipe } from '../../testing/mouse.ts'
import { fails, held, network, refuses } from '../../testing/network-links.ts'
import { open, PHONE } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner, aPhoto } from '../../testing/rows.ts'
import { isAt, sees, settled } from '../../testing/seen.ts'

const nori = aDog({ name: 'Nori' })
const user = anOwner({ dog: nori })
const pippa = aNeighbour({ name: 'Pippa', breed: 'Border Collie' })
const match = aMatch(nori, pippa)
const barked = () => {
  network.answer({ 'matches.list': aPage(match) })
  return { matchId: match.id }
}
const openDog = (dog = pippa, options: Parameters<typeof open>[1] = {}) =>
  open(`/dog/${dog.id}`, { user, ...options, answers: { 'dogs.get': dog, 'matches.bark': barked, ...options.answers } })

const heading = (name: string | RegExp, level = 1) => page.getByRole('heading', { name, level, exact: true })
const bark = page.getByRole('button', { name: 'Bark (Send Woof!)', exact: true })
const chat = page.getByRole('link', { name: 'Open chat', exact: true })
/** The page says so, not only the toast. */
const notFound = heading('Dog not found')

test("a dog's page shows the dog and its compatibility", async () => {
  await openDog(
    aNeighbour({
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
    }),
  )
  await expect.element(heading('Pippa, 4 years')).toBeVisible()
  const facts = ['Border Collie', 'Medium', 'Female', 'Friendly', 'Energetic', '13 km away', 'Active this week']
  for (const text of [...facts, 'Herds joggers.', 'Vaccination record seen, good until Mar 1, 2027'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('img', { name: '77% match' })).toBeVisible()
  for (const reason of [/similar size/i, /both friendly/i]) await expect.element(page.getByText(reason)).toBeVisible()
  await expect.element(heading('About Pippa', 2)).toBeVisible()
  // The main photo is the largest.
  const [main, second] = ['Photo of Pippa', 'Photo 2 of Pippa'].map(name => {
    const { width, height } = page.getByRole('img', { name, exact: true }).first().element().getBoundingClientRect()
    return width * height
  })
  expect(main).toBeGreaterThan(second ?? 0)
  for (const name of ['Open chat', 'Next dog', 'Edit', 'Share', 'Edit Profile (Admin)', 'Delete Profile'])
    expect(page.getByText(name, { exact: true }).query()).toBeNull()
  await page.getByRole('link', { name: 'Back to sniffing', exact: true }).click()
  await isAt('/sniff')
})

test('photos are browsed with a finger and by keys, and open in full screen', async () => {
  await openDog({ ...pippa, photos: [aPhoto(), aPhoto(), aPhoto()] }, { viewport: PHONE, reducedMotion: true })
  const face = page.getByRole('img', { name: 'Photo of Pippa', exact: true })
  const second = page.getByRole('img', { name: 'Photo 2 of Pippa' })
  await expect.element(face).toBeVisible()
  await swipe(face.element(), -150)
  await expect.element(page.getByText('Photo 2 of 3')).toBeInTheDocument()
  expect(second.elements()).toHaveLength(2)
  ;(page.getByRole('button', { name: 'Next photo of Pippa' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(face).toBeVisible()

  const opener = page.getByRole('button', { name: 'Photo 2 of Pippa, full screen' }).last()
  await opener.click()
  const viewer = page.getByRole('dialog', { name: 'Photos of Pippa' })
  await expect.element(viewer.getByRole('button', { name: 'Close' })).toHaveFocus()
  await expect.element(viewer.getByRole('img')).toHaveAccessibleName('Photo 2 of Pippa')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(viewer.getByRole('img')).toHaveAccessibleName('Photo 3 of Pippa')
  await viewer.getByRole('button', { name: 'Next photo' }).click()
  await expect.element(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
  await expect.element(viewer.getByText('Photo 1 of 3')).toHaveAttribute('aria-live', 'polite')
  await swipe(viewer.getByRole('img').element(), 150)
  await expect.element(viewer.getByText('3 of 3', { exact: true })).toBeVisible()
  // The focus stays inside the dialog.
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}')
  expect(viewer.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a bark is sent once, and leads to the chat', async () => {
  const { promise, resolve } = held<{ matchId: string }>()
  await openDog(pippa, { viewport: PHONE, answers: { 'matches.bark': () => promise } })
  await bark.dblClick()
  await expect.element(page.getByRole('button', { name: 'Barking...', exact: true })).toBeVisible()
  resolve(barked())
  await sees('Woof! 🐕')
  await sees('Your bark has been sent!')
  // The button stays, beside the way to the chat.
  await expect.element(bark).toHaveFocus()
  expect(network.calls('matches.bark')).toEqual([{ toDogId: pippa.id }])
  // On a phone the toast does not cover the link.
  const boxOf = (one: typeof chat) => one.element().getBoundingClientRect()
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
  await expect.element(page.getByText('You already barked')).toBeVisible()
  await expect.element(page.getByText("Pippa hasn't answered yet.")).toBeVisible()
  await expect.element(page.getByText('Your bark has been sent!')).not.toBeInTheDocument()
})

test('a failed bark shows an error, and one at a dog that was just deleted shows Dog not found', async () => {
  const gone = refuses('dog-not-found')
  await openDog(pippa, { answers: { 'matches.bark': fails } })
  await bark.click()
  await sees('Failed to send bark')
  network.answer({ 'dogs.get': gone, 'matches.bark': gone })
  await bark.click()
  await expect.element(notFound).toBeVisible()
  await expect.element(bark).not.toBeInTheDocument()
})

test('one bark back answers a dog that barked first', async () => {
  await openDog(pippa, { answers: { 'matches.list': aPage(aMatch(nori, pippa, pippa)) } })
  await bark.click()
  await expect.element(chat).toBeVisible()
})

test('the bark button shows only if another dog is active', async () => {
  const own = { ...aNeighbour(nori), distance: null, compatibility: null }
  await openDog(own, { viewport: PHONE })
  await expect.element(heading('Nori, 3 years')).toBeVisible()
  await expect.element(bark).not.toBeInTheDocument()
  await expect.element(heading('About Nori', 2)).not.toBeInTheDocument()
  // It is what others see. What its owner does is on My Profile, and editing is the main button of both.
  await expect.element(page.getByText('This is how others see Nori.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'My Profile', exact: true }).click()
  await isAt('/profile')
  await expect.element(page.getByRole('heading', { name: 'Checked by a moderator' })).toBeVisible()
  expect(page.getByText('This is how others see Nori.').query()).toBeNull()
})

test('another of one’s own dogs is managed on its page, because My Profile is the acting dog’s', async () => {
  await openDog(pippa, { answers: { 'dogs.mine': [nori, pippa] } })
  for (const name of ['Edit', 'Share', /^Bark/])
    await expect.element(page.getByRole('main').getByText(name).first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Checked by a moderator' })).toBeVisible()
})

test('without an active dog nobody barks', async () => {
  await openDog(pippa, { user: anOwner({ dog: null }) })
  await expect.element(heading('Pippa, 3 years')).toBeVisible()
  await expect.element(bark).not.toBeInTheDocument()
})

const moderator = anOwner({ dog: nori, role: 'moderator' })

test('a moderator hides a dog on its page, which then offers to show it again', async () => {
  const hide = () => {
    network.answer({ 'dogs.get': { ...pippa, hidden: true } })
    return { ok: true } as const
  }
  await openDog(pippa, { user: moderator, answers: { 'admin.hideDog': hide } })
  await page.getByRole('button', { name: 'Hide Pippa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide Pippa' })
  await dialog.getByLabelText(/^Statement/).fill('Not a dog')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Show Pippa again' })).toBeVisible()
  expect(network.calls('admin.hideDog')).toEqual([{ dogId: pippa.id, statement: 'Not a dog' }])
})

test('a moderator hides no dogs of moderators and admins', async () => {
  await openDog({ ...pippa, ofStaff: true }, { user: moderator })
  await expect.element(bark).toBeVisible()
  await settled()
  expect(page.getByRole('button', { name: 'Hide Pippa' }).query()).toBeNull()
})

test('a missing dog stays Dog not found', async () => {
  const looked = held<void>()
  const answers = { 'dogs.get': () => looked.promise.then(refuses('dog-not-found')) }
  await openDog(pippa, { answers })
  // The page is told too, while it asks.
  network.emitDog()
  await expect.poll(() => network.calls('dogs.get').length).toBe(1)
  looked.resolve()
  await expect.element(notFound).toBeVisible()
  // The app asks for everything again when its live events begin, but not for what was not found.
  network.emit({ type: 'started' })
  await expect.poll(() => network.calls('notifications.unseenCount').length).toBeGreaterThan(1)
  expect(network.calls('dogs.get')).toHaveLength(1)
  await expect.element(notFound).toBeVisible()
})

test('an open page follows its dog, until it is deleted', async () => {
  await openDog()
  await expect.element(heading('Pippa, 3 years')).toBeVisible()
  const portrait = () => document.querySelector('main img[src^="data:image/svg"]')?.getAttribute('src')
  await expect.poll(portrait).toBeDefined()
  const before = portrait()
  network.answer({ 'dogs.get': { ...pippa, name: 'Waffle' } })
  network.emitDog()
  await expect.element(heading('Waffle, 3 years')).toBeVisible()
  // Its portrait stays when it is renamed.
  expect(portrait()).toBe(before)
  network.answer({ 'dogs.get': refuses('dog-not-found') })
  network.emitDog()
  await expect.element(notFound).toBeVisible()
})

test('a spinner until the dog is there, unless it is known', async () => {
  const { promise, resolve } = held<typeof pippa>()
  await open('/my-dogs', { user, answers: { 'dogs.get': () => promise } })
  await expect.element(page.getByRole('button', { name: /Nori Corgi/ })).toBeVisible()
  const goTo = (id: string) => {
    history.pushState(null, '', `/dog/${id}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  goTo(nori.id)
  await expect.element(heading('Nori, 3 years')).toBeVisible()
  goTo(pippa.id)
  await expect.element(page.getByRole('main').getByRole('status')).toHaveTextContent('Loading...')
  resolve(pippa)
  await expect.element(heading('Pippa, 3 years')).toBeVisible()
})

test('the longest name wraps', async () => {
  await openDog({ ...pippa, name: 'W'.repeat(80), bio: 'Runs! '.repeat(20) })
  for (const width of [320, 768, 1440]) {
    await page.viewport(width, 800)
    await expect.element(heading(/^About W/, 2)).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

test('a right-to-left name stays in place', async () => {
  await openDog({ ...pippa, name: 'שלום', bio: 'הולך לאט!' })
  await expect.element(heading('שלום, 3 years')).toBeVisible()
  const left = (selector: string) => document.querySelector(`h1 ${selector}`)?.getBoundingClientRect().left
  expect(left('bdi')).toBeLessThan(left('span') ?? 0)
})

test('on a desktop the bark button stays in view beside a long bio', async () => {
  await openDog({ ...pippa, bio: 'Once upon a time there was a ball. '.repeat(28) }, { viewport: [1024, 600] })
  await expect.element(bark).toBeInViewport({ ratio: 1 })
  scrollTo(0, 400)
  await expect.poll(() => scrollY).toBeGreaterThan(0)
  await expect.element(bark).toBeInViewport({ ratio: 1 })
})

test('a dog’s page leads to the next dog in the order of the list', async () => {
  const dogs = ['Aki', 'Bo', 'Cleo'].map(name => aNeighbour({ name }))
  const get = ({ id }: { id: string }) => dogs.find(dog => dog.id === id) ?? pippa
  await open('/sniff', { user, answers: { 'sniff.search': aPage(...dogs), 'dogs.get': get } })
  await page.getByRole('link', { name: 'Aki', exact: true }).click()
  const next = page.getByRole('link', { name: 'Next dog' })
  await expect.element(heading('Aki, 3 years')).toBeVisible()
  // It begins where the name below it begins.
  const startOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  }
  expect(Math.abs(startOf(next.element()) - startOf(heading('Aki, 3 years').element()))).toBeLessThan(1)
  await next.click()
  await expect.element(heading('Bo, 3 years')).toBeVisible()
  await next.click()
  await expect.element(heading('Cleo, 3 years')).toBeVisible()
  await expect.element(next).not.toBeInTheDocument()
  history.back()
  await expect.element(heading('Bo, 3 years')).toBeVisible()
})
