import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { touch } from '../../../testing/mouse.ts'
import { fails, held, network, writes } from '../../../testing/network-links.ts'
import { open } from '../../../testing/open.tsx'
import { aDog, anOwner } from '../../../testing/rows.ts'
import {
  boxOf,
  button,
  dialog,
  dismissed,
  isAt,
  isGone,
  isSeen,
  leadsTo,
  says,
  sees,
  settled,
} from '../../../testing/seen.ts'
import type { Inputs } from '../../../trpc.ts'

const named = page.getByLabelText("Dog's name")
const breed = page.getByRole('combobox', { name: 'Breed' })
const city = page.getByRole('combobox', { name: 'City' })
const age = page.getByLabelText('Age in years')
const radio = (name: string) => page.getByRole('radio', { name, exact: true })
const step = (at: number) => sees(`Step ${at} of 5`)
const next = () => button('Next').click()
const back = () => button('Back').click()
/** The first step, Rex the Beagle. */
async function introduce() {
  await named.fill('Rex')
  await breed.fill('Beagle')
}
/** The second step. */
async function describe() {
  for (const name of ['Small', 'Female']) await radio(name).click()
  await age.fill('3')
}
const PHONE = { viewport: [375, 812] as const }

const rex = aDog({ name: 'Rex', breed: 'Beagle', temperament: [] })
const user = anOwner({ dog: null, city: null, lat: null, lng: null })
const answers = {
  'location.check': { isKnown: true, similar: [] },
  'location.set': user,
  'dogs.create': writes({ 'dogs.mine': [rex] }, rex),
}

const openWizard = (options: Parameters<typeof open>[1] = {}) =>
  open('/onboarding', { user, ...options, answers: { ...answers, ...options.answers } })

const KEPT = `new-dog ${user.id}`
/** Opens a later step, as after a reload. */
function openAt(at: number, options: Parameters<typeof open>[1] = {}) {
  const about = { name: 'Rex', breed: 'Beagle', size: 'small', sex: 'female', age: '3', temperament: [], bio: '' }
  const draft = { ...about, city: at > 4 ? 'Oakland' : '' }
  const place = at > 4 ? { lat: 37.8, lng: -122.27 } : null
  sessionStorage.setItem(KEPT, JSON.stringify({ draft, at: place, photos: 0 }))
  return openWizard({ ...options, state: { step: at } })
}

test('a step that lacks something says so and leads to the field; Back goes to the previous step, keeps the input, and asks before leaving the wizard', async () => {
  await open('/my-dogs', { user, answers })
  const add = page.getByRole('link', { name: 'Add Your First Dog' })
  await add.click()
  // Without input nothing is asked.
  await isSeen(page.getByRole('heading', { name: 'Welcome', exact: true }))
  history.back()
  await isAt('/my-dogs')
  await add.click()
  await next()
  await sees('Missing information', "Please fill in your dog's name and breed")
  await expect.element(named).toHaveFocus()
  await named.fill('Rex')
  await breed.fill('My own mix')
  await next()
  for (const name of ['Large', 'Female']) await radio(name).click()
  // The field shows the error, and so does Next.
  await age.fill('2.5')
  await sees('Whole years, 0 to 25. Under a year is 0.')
  await next()
  await sees('Invalid age', 'Please enter a valid age')
  await expect.element(age).toHaveFocus()
  await step(2)
  await age.fill('2')
  await next()
  await step(3)
  await next()
  await next()
  await sees('Please enter your city')
  await city.fill('Oakland')
  await next()
  await step(5)

  history.back()
  await step(4)
  history.forward()
  await step(5)
  const goOn = async (go: () => unknown, ...steps: number[]) => {
    for (const at of steps) {
      await go()
      await step(at)
    }
  }
  await goOn(back, 4, 3, 2, 1)
  await expect.element(named).toHaveValue('Rex')
  await expect.element(breed).toHaveValue('My own mix')
  await goOn(next, 2, 3, 4, 5)
  await goOn(() => history.back(), 4, 3, 2, 1)
  for (const answer of ['Stay', 'Leave']) {
    await expect.element(named).toHaveValue('Rex')
    await settled()
    history.back()
    await sees('What you told us about Rex will be lost.')
    await dialog.getByRole('button', { name: answer }).click()
  }
  await isAt('/my-dogs')
  // The abandoned draft is gone.
  await add.click()
  await expect.element(named).toHaveValue('')
})

test('the five steps are done by keyboard, and a draft belongs to its account', async () => {
  const draft = { name: 'Another', breed: '', size: '', sex: '', age: '', temperament: [], bio: '', city: '' }
  sessionStorage.setItem('new-dog another', JSON.stringify({ clientId: 'client', draft, photos: 0 }))
  const portland = { city: 'Portland', country: 'United States', lat: 44, lng: -70 }
  const suggest = ['Maine', 'Oregon'].map(region => ({ ...portland, region, label: `Portland, ${region}` }))
  const create = ({ name, breed, size, sex, ageYears, temperament = [], bio = null }: Inputs['dogs']['create']) => {
    const dog = aDog({ name, breed, size, sex, ageYears, temperament, bio })
    network.answer({ 'dogs.mine': [dog] })
    return dog
  }
  await openWizard({ answers: { 'location.suggest': suggest, 'dogs.create': create } })
  const press = (keys: string) => userEvent.keyboard(keys)
  await expect
    .element(page.getByRole('progressbar', { name: 'Progress' }))
    .toHaveAttribute('aria-valuetext', 'Step 1 of 5')
  await isGone(button('Back'))
  await expect.element(named).toHaveValue('')
  await named.fill('  Biscuit ')
  await press('{Tab}labrador')
  await isSeen(page.getByRole('option', { name: 'Labrador Retriever' }))
  await press('{ArrowDown}{Enter}{Enter}')
  await isSeen(page.getByRole('heading', { name: 'Tell us about Biscuit' }))
  await expect.element(radio('Small')).toHaveFocus()
  await press('{ArrowRight}{Tab} ')
  await expect.element(radio('Medium')).toBeChecked()
  await radio('Male').click()
  await age.fill('1')
  await press('{Enter}')
  await step(3)
  await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(5)
  for (const trait of ['Shy', 'Calm']) await page.getByRole('checkbox', { name: trait }).click()
  await page.getByLabelText('Bio').fill('Sleeps a lot.')
  await next()
  await city.fill('portland, m')
  await says(page.getByRole('option').first(), 'Portland, Maine')
  await press('{ArrowDown}{Enter}')
  await next()
  await step(5)
  await button('Complete').click()
  await isAt('/my-dogs')
  const about = { name: 'Biscuit', breed: 'Labrador Retriever', size: 'medium', sex: 'male', ageYears: 1 }
  expect(network.calls('dogs.create')).toMatchObject([{ ...about, temperament: ['calm', 'shy'], bio: 'Sleeps a lot.' }])
  expect(network.calls('location.set')).toMatchObject([{ city: 'Portland, Maine' }])
})

test('the list of breeds closes for a complete breed and never takes a click of Next, two of which advance one step', async () => {
  // On this viewport the button stays in place from step to step.
  await openWizard({ viewport: [375, 667] })
  await named.fill('Rex')
  await breed.click()
  await userEvent.keyboard('Poodl')
  await isSeen(page.getByRole('option', { name: 'Standard Poodle' }))
  // With the list open, the button's own middle is still the button's.
  const { x, y, width, height } = boxOf(button('Next'))
  const middle = document.elementFromPoint(x + width / 2, y + height / 2)
  expect(button('Next').element().contains(middle)).toBe(true)
  await userEvent.keyboard('e')
  await isGone(page.getByRole('option'))
  for (const way of ['click', 'tap'] as const) {
    if (way === 'click') await button('Next').dblClick()
    // A phone counts each tap as a first click. They are 100 ms apart, however long a busy machine takes for them.
    else
      for (const time of [Date.now() / 1000 - 0.1, Date.now() / 1000]) {
        await touch('touchStart', { x: x + width / 2, y: y + height / 2 }, time)
        await touch('touchEnd', undefined, time)
      }
    await isSeen(page.getByRole('heading', { name: 'Tell us about Rex' }))
    // At once, because the toast disappears after a while.
    expect(page.getByText('Missing information').query()).toBeNull()
    await back()
    await step(1)
    await expect.element(breed).toHaveValue('Poodle')
  }
})

for (const [whose, dog] of [
  ['first', null],
  ['second', rex],
] as const)
  test(`${whose} dog: titles say the dog's name, and on a phone Next stays where the thumb is`, async () => {
    await openWizard({ user: anOwner({ dog }), viewport: [375, 667], answers: { 'dogs.mine': dog ? [dog] : [] } })
    const edges: number[] = []
    const steps: [string, string, () => Promise<void>][] = [
      ['Welcome', 'Next', introduce],
      ['Tell us about Rex', 'Next', describe],
      ['What is Rex like?', 'Next', async () => undefined],
      ['Where does Rex live?', 'Next', () => city.fill('Oakland')],
      ['Add photos of Rex', 'Complete', async () => undefined],
    ]
    for (const [title, on, fill] of steps) {
      await isSeen(page.getByRole('heading', { name: title, exact: true }))
      if (title === 'Tell us about Rex') await sees(/10 kg \(22 lb\)/)
      edges.push(Math.round(boxOf(button(on)).bottom))
      await fill()
      if (on === 'Next') await next()
    }
    expect(new Set(edges).size).toBe(1)
  })

test('the city’s step says what there is, or what one can do where nothing is, and does not lead on once one has gone back', async () => {
  const around = ({ city }: { city?: string | undefined }) =>
    city === 'Oakland' ? { parks: 12, dogs: 8, walks: 1 } : city === 'Omaha' ? { parks: 0, dogs: 0, walks: 0 } : null
  await openAt(4, { answers: { 'location.around': around } })
  const top = () => boxOf(button('Next')).top
  await city.fill('Erewhon')
  const before = top()
  const busy = 'Within 50 km of this city: 12 parks, 8 dogs and 1 open walk.'
  await city.fill('Oakland')
  await sees(busy)
  expect(top()).toBe(before)
  await city.fill('Omaha')
  await sees('Within 50 km of this city: no park yet, no dog yet and no open walk yet.')
  await sees('Once your dog has a profile, you can invite friends and be told when a dog joins, and suggest a park.')
  await city.fill('Oakland')
  await sees(busy)
  await isGone(page.getByText('Once your dog has a profile'))
  await next()
  await step(5)
  await sees(busy)

  await back()
  const { promise, resolve } = held<{ isKnown: boolean; similar: string[] }>()
  network.answer({ 'location.check': () => promise })
  await city.fill('Berkeley')
  await next()
  await back()
  await step(3)
  resolve({ isKnown: true, similar: [] })
  await settled()
  await step(3)
})

const check = ({ city: typed }: { city: string }) => ({
  isKnown: typed.startsWith('Oakland,'),
  similar: typed === 'Oaklandd' ? ['Oakland, California'] : [],
})
test('an unknown city is pointed out, with three ways on, and its place is not sent with the next city', async () => {
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation(found =>
    found({ coords: { latitude: 59.91, longitude: 10.75 } } as GeolocationPosition),
  )
  await openAt(4, { answers: { 'location.check': check } })
  await city.fill('Oaklandd')
  await next()
  await expect.element(page.getByRole('heading', { name: 'Which city?' })).toHaveFocus()
  await sees(/you see dogs from everywhere, newest first/)
  await button('Oakland, California').click()
  await step(5)
  await back()
  await expect.element(city).toHaveValue('Oakland, California')

  await city.fill('Xyzzyville')
  await next()
  await expect.element(page.getByRole('heading', { name: "We don't know “Xyzzyville”" })).toHaveFocus()
  await button('Keep it anyway').click()
  await step(5)
  await back()
  await city.fill('Qqqqqville')
  await next()
  await button('Use my location').click()
  await step(5)
  expect(JSON.parse(sessionStorage.getItem(KEPT) ?? '')).toMatchObject({ at: { lat: 59.91, lng: 10.75 } })
  network.answerOnce({ 'location.set': fails })
  await button('Complete').click()
  await expect.poll(() => network.calls('location.set').length).toBe(1)
  await back()
  await city.fill('Oakland, California')
  await next()
  await step(5)
  await button('Complete').click()
  await isAt('/my-dogs')
  expect(network.calls('location.set')).toEqual([
    { city: 'Qqqqqville', lat: 59.91, lng: 10.75 },
    { city: 'Oakland, California', lat: null, lng: null },
  ])
})

test('a profile that cannot be created says why, and a second try creates the same one with the latest input', async () => {
  await openAt(5)
  const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? '')
  await expect.poll(kept).toHaveProperty('sent')
  // A tab that is duplicated before the first try makes another dog.
  expect(kept()).not.toHaveProperty('clientId')
  for (const call of ['location.set', 'dogs.create']) {
    network.answerOnce({ [call]: fails })
    await button('Complete').click()
    await sees('Error creating profile', 'Something went wrong. Please try again.')
    await dismissed()
  }
  expect(network.calls('dogs.create')).toMatchObject([{ clientId: kept().clientId }])
  expect(network.calls('location.set')[0]).toEqual({ city: 'Oakland', lat: 37.8, lng: -122.27 })
  for (let at = 4; at >= 1; at--) await back()
  await named.fill('Max')
  for (let at = 2; at <= 5; at++) await next().then(() => step(at))
  // The first try was stored although its answer was lost, so the dog is changed.
  const max = { ...rex, name: 'Max' }
  const { promise, resolve } = held<typeof rex>()
  network.answer({ 'dogs.create': () => promise, 'dogs.edit': max })
  await button('Complete').dblClick()
  await isSeen(button('Creating profile...'))
  resolve(rex)
  await isAt('/my-dogs')
  const [first, second, ...more] = network.calls('dogs.create')
  expect(second).toMatchObject({ name: 'Max', clientId: first?.clientId })
  expect(more).toEqual([])
  expect(network.calls('dogs.edit')).toEqual([{ id: rex.id, name: 'Max' }])
})

test('after the wizard the dog is large, with one button to the others, and below it a way to tell more', async () => {
  await openAt(5, PHONE)
  expect(page.getByRole('link', { name: 'Log out' }).query()).toBeNull()
  await button('Complete').click()
  await sees('Profile created!', /^Welcome to Barkyard\..*playmates/)
  // The owner picks the active dog.
  const meet = button('Meet the dogs near Rex')
  await expect.element(meet).toBeInViewport({ ratio: 1 })
  expect(network.calls('dogs.activate')).toEqual([])
  const card = boxOf(button(/^Rex/))
  expect(card.width).toBeGreaterThan(PHONE.viewport[0] * 0.85)
  expect(card.bottom).toBeLessThan(boxOf(meet).top)
  const more = page.getByRole('link', { name: /^Neutered/ })
  await leadsTo(more, `/dog/${rex.id}/edit#good-to-know`)
  const add = page.getByRole('link', { name: 'Add Dog' })
  expect(boxOf(more).top).toBeGreaterThanOrEqual(boxOf(meet).bottom)
  expect(boxOf(more).bottom).toBeLessThanOrEqual(boxOf(add).top)
  // What was typed is for one dog.
  await add.click()
  await expect.element(named).toHaveValue('')
})
