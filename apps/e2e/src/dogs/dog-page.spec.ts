import { expect, expectAccessible, test } from '../fixtures.ts'
import { SAN_FRANCISCO } from '../people.ts'
import { gate } from './gate.ts'

test("a dog's page shows the dog and its compatibility", async ({ person }) => {
  const owner = await person()
  await owner.livesAt({ ...SAN_FRANCISCO, city: 'San Francisco' })
  await owner.dog({ name: 'Rex', temperament: ['friendly'], size: 'medium', ageYears: 4 })
  const other = await person()
  await other.livesAt({ lat: 37.8044, lng: -122.2712, city: 'Oakland' })
  const pippa = await other.dog({
    name: 'Pippa',
    breed: 'Border Collie',
    size: 'medium',
    sex: 'female',
    ageYears: 4,
    temperament: ['friendly', 'energetic'],
    bio: 'Herds joggers.',
  })
  await other.photo(pippa)
  await other.photo(pippa)

  const page = await owner.open(`/dog/${pippa.id}`)
  await expect(page.getByRole('heading', { name: 'Pippa, 4 years', level: 1 })).toBeVisible()
  await expect(page.getByText('Border Collie')).toBeVisible()
  for (const badge of ['Medium', 'Female', 'Friendly', 'Energetic']) {
    await expect(page.getByText(badge, { exact: true })).toBeVisible()
  }
  await expect(page.getByText(/^\d+ km away$/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^\d+% match$/ })).toBeVisible()
  await expect(page.getByText(/similar size/i)).toBeVisible()
  await expect(page.getByText(/both friendly/i)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'About Pippa' })).toBeVisible()
  await expect(page.getByText('Herds joggers.')).toBeVisible()
  await expect(page.getByText('Edit Profile (Admin)')).toHaveCount(0)

  const first = await page.getByRole('img', { name: 'Photo of Pippa', exact: true }).boundingBox()
  const second = await page.getByRole('img', { name: 'Photo 2 of Pippa' }).boundingBox()
  expect((first?.height ?? 0) * (first?.width ?? 0)).toBeGreaterThan((second?.height ?? 0) * (second?.width ?? 0))
  await expectAccessible(page)

  await page.setViewportSize({ width: 375, height: 700 })
  await expect(page.getByRole('button', { name: 'Bark (Send Woof!)' })).toBeInViewport()
  await page.getByRole('link', { name: 'Back to sniffing' }).click()
  await expect(page).toHaveURL(/\/sniff$/)
  await page.goBack()
  await page.getByRole('link', { name: /to the doghouse/ }).click()
  await expect(page).toHaveURL(/\/doghouse$/)
})

test('a bark is sent once and arrives', async ({ person }) => {
  const owner = await person()
  const rex = await owner.dog({ name: 'Rex' })
  const other = await person()
  const pippa = await other.dog({ name: 'Pippa' })
  const page = await owner.open(`/dog/${pippa.id}`)

  let barks = 0
  const hold = gate()
  await page.route('**/api/trpc/matches.bark*', async route => {
    barks += 1
    await hold.opened
    await route.continue()
  })
  await page.getByRole('button', { name: 'Bark (Send Woof!)' }).dblclick()
  await expect(page.getByRole('button', { name: 'Barking...' })).toBeVisible()
  hold.open()
  await expect(page.getByText('Woof! 🐕')).toBeVisible()
  await expect(page.getByText('Your bark has been sent!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Barked · Open chat' })).toBeFocused()
  expect(barks).toBe(1)
  const [match] = await other.matches()
  expect(match?.otherDog.id).toBe(rex.id)
  expect(match?.unreadCount).toBe(1)

  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(page).toHaveURL(new RegExp(`/bark-chat/${match?.id}$`))
})

test('a failed bark shows an error', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  const other = await person()
  const dog = await other.dog()
  const page = await owner.open(`/dog/${dog.id}`)
  await page.route('**/api/trpc/matches.bark*', route => route.abort())
  await page.getByRole('button', { name: 'Bark (Send Woof!)' }).click()
  await expect(page.getByText('Failed to send bark')).toBeVisible()
})

test('the bark button shows only if another dog is active', async ({ person }) => {
  const owner = await person()
  const rex = await owner.dog({ name: 'Rex', ageYears: 1 })
  const mochi = await owner.dog({ name: 'Mochi' }, { isActive: false })
  const page = await owner.open(`/dog/${rex.id}`)
  await expect(page.getByRole('heading', { name: 'Rex, 1 year', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bark (Send Woof!)' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^About Rex$/ })).toHaveCount(0)
  await page.goto(`/dog/${mochi.id}`)
  await expect(page.getByRole('button', { name: 'Bark (Send Woof!)' })).toBeVisible()

  const dogless = await person()
  const theirs = await dogless.open(`/dog/${rex.id}`)
  await expect(theirs.getByRole('heading', { name: 'Rex, 1 year', level: 1 })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Bark (Send Woof!)' })).toHaveCount(0)
})

test('a missing or deleted dog shows Dog not found', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.open('/my-dogs')
  await page.addInitScript(rememberHeadings)
  await page.goto('/dog/nobody')
  await expect(page.getByRole('heading', { name: 'Dog not found', level: 2 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  // Once it is said it stays, although the app asks for everything again when its live events begin.
  expect(await page.evaluate(() => sessionStorage.getItem('headings'))).toBe('Dog not found')
  await page.goto(`/dog/${'x'.repeat(80)}`)
  await expect(page.getByRole('heading', { name: 'Dog not found', level: 2 })).toBeVisible()

  const fleeting = await owner.dog({ name: 'Fleeting' }, { isActive: false })
  await page.goto(`/dog/${fleeting.id}`)
  await expect(page.getByRole('heading', { name: /^Fleeting/ })).toBeVisible()
  await owner.call('DELETE', `/dogs/${fleeting.id}`)
  await expect(page.getByRole('heading', { name: 'Dog not found', level: 2 })).toBeVisible()
})

test('a spinner until the dog is there, unless it is known', async ({ person }) => {
  const [owner, other] = [await person(), await person()]
  const own = await owner.dog({ name: 'Mochi' })
  const dog = await other.dog({ name: 'Rex' })
  const page = await owner.open('/my-dogs')
  const hold = gate()
  await page.route('**/api/trpc/*dogs.get*', async route => {
    await hold.opened
    await route.continue()
  })
  // Navigate within the app, because the server sends a page with its data.
  const goTo = (id: string) =>
    page.evaluate(path => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/dog/${id}`)
  await expect(page.getByRole('button', { name: /^Mochi/ })).toBeVisible()
  await goTo(own.id)
  await expect(page.getByRole('heading', { name: /^Mochi/ })).toBeVisible()
  await goTo(dog.id)
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  hold.open()
  await expect(page.getByRole('heading', { name: /^Rex/ })).toBeVisible()
})

test('barking at a dog that was just deleted shows Dog not found', async ({ person }) => {
  const [me, other] = [await person(), await person()]
  await me.dog()
  const dog = await other.dog({ name: 'Rex' })
  const page = await me.context.newPage()
  // The page reads its data once more when its subscription starts. Delete the dog after that.
  const readAgain = page.waitForResponse(response => response.url().includes('dogs.get'))
  await page.goto(`/dog/${dog.id}`)
  await expect(page.getByRole('heading', { name: 'Rex, 3 years' })).toBeVisible()
  await readAgain
  // The page learns of the deletion at once, and its answer takes until after the click.
  const hold = gate()
  await page.route(/dogs\.get/, async route => {
    await hold.opened
    await route.continue()
  })
  await other.call('DELETE', `/dogs/${dog.id}`)
  await page.getByRole('button', { name: 'Bark (Send Woof!)' }).click()
  hold.open()
  await expect(page.getByRole('heading', { name: 'Dog not found', level: 2 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bark (Send Woof!)' })).toHaveCount(0)
})

test('the longest name wraps, and a right-to-left name stays in place', async ({ person }) => {
  const [me, other] = [await person(), await person()]
  const long = await me.dog({ name: 'W'.repeat(80), bio: 'Runs! '.repeat(20) })
  const hebrew = await other.dog({ name: 'שלום', bio: 'הולך לאט!' })
  for (const width of [320, 768, 1440]) {
    const page = await other.context.newPage()
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/dog/${long.id}`)
    await expect(page.getByRole('heading', { name: /^About W/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.close()
  }
  const page = await me.open(`/dog/${hebrew.id}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('שלום, 3 years')
  const name = await title.locator('bdi').boundingBox()
  const age = await title.locator('span').boundingBox()
  expect(name?.x).toBeLessThan(age?.x ?? 0)
})

test('on a phone a toast does not cover the bark button', async ({ person }) => {
  const [me, other] = [await person({}, { viewport: { width: 375, height: 812 } }), await person()]
  await me.dog()
  const dog = await other.dog({ name: 'Rex' })
  const page = await me.open(`/dog/${dog.id}`)
  const bark = page.getByRole('button', { name: 'Bark (Send Woof!)' })
  await bark.click()
  await expect(page.getByText('Your bark has been sent!')).toBeVisible()
  const chat = page.getByRole('link', { name: 'Barked · Open chat' })
  const [toast, button] = [await page.getByText('Woof! 🐕').boundingBox(), await chat.boundingBox()]
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  // This click would time out if the button were covered.
  await chat.click({ timeout: 4_000 })
})

test('a dog without photos keeps its portrait when it is renamed', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  const page = await owner.open(`/dog/${dog.id}`)
  const portrait = page.getByRole('main').locator('img[src^="data:image/svg"]').first()
  const before = await portrait.getAttribute('src')
  await owner.call('PATCH', `/dogs/${dog.id}`, { name: 'Waffle' })
  await expect(page.getByRole('heading', { level: 1, name: /^Waffle/ })).toBeVisible()
  expect(await portrait.getAttribute('src')).toBe(before)
})

/** Runs in the page, from its start: keeps each text that its second-level headings had, in their order. */
function rememberHeadings() {
  const seen: string[] = []
  new MutationObserver(() => {
    const now = document.querySelector('h2')?.textContent ?? ''
    if (now === (seen.at(-1) ?? '')) return
    seen.push(now)
    sessionStorage.setItem('headings', seen.join())
  }).observe(document, { childList: true, subtree: true })
}
