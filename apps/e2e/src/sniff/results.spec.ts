import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { newPlace, SEARCH, shownTo, statusOf, yard } from './sniff-people.ts'

const EMPTY = 'No dogs found in your area. Try adjusting your filters or check back later!'

test('a card shows the dog, its distance and its compatibility, and links to its page', async ({ person }) => {
  const { me, place, neighbour } = await yard(person)
  const bio = 'Chases tennis balls until somebody falls over. '.repeat(8).trim()
  const { owner, dog } = await neighbour(
    { name: 'Mochi', breed: 'Shiba Inu', ageYears: 1, size: 'medium', temperament: ['playful', 'calm'], bio },
    4,
  )
  const photo = await owner.photo(dog)
  await neighbour({ name: 'Otis', ageYears: 4, temperament: [], bio: null }, 8)

  const page = await me.open('/sniff')
  await expect(page.getByRole('heading', { name: 'Sniff Dogs Nearby', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Sniff Dogs Nearby · Barkyard')
  await expect(statusOf(page)).toHaveText('2 dogs found within your search area')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)

  const mochi = cards.first()
  await expect(mochi.getByRole('heading', { name: 'Mochi' })).toBeVisible()
  const facts = ['Shiba Inu', '1 year', 'Medium', 'Playful, calm', `${shownTo(place, 4)} km away`, 'Active this week']
  for (const text of facts) await expect(mochi.getByText(text, { exact: true })).toBeVisible()
  const { compatibility } = await me.call<{ compatibility: { score: number; reasons: string[] } }>(
    'GET',
    `/dogs/${dog.id}`,
  )
  await expect(mochi.getByText(`${compatibility.score}% match`)).toBeVisible()
  expect(compatibility.reasons).toContain('both playful')
  await expect(mochi.getByText('Similar size, both playful, close in age')).toBeVisible()

  // The first large photo, 4:5, whose space is reserved before it loads.
  const image = mochi.getByRole('img', { name: 'Photo of Mochi' })
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname))
    .toBe(photo.urlLarge)
  const box = await image.boundingBox()
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(1.25, 1)
  // The bio is cut after two lines.
  const lines = await mochi
    .getByText(bio)
    .evaluate(text => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
  expect(Math.round(lines)).toBe(2)

  const otis = cards.nth(1)
  await expect(otis.getByText('4 years', { exact: true })).toBeVisible()
  await expect(otis.getByText(`${shownTo(place, 8)} km away`)).toBeVisible()

  // A click anywhere on the card works.
  await page.route(/dogs\.get/, () => {})
  await mochi.getByText('Shiba Inu').click({ force: true })
  await expect(page).toHaveURL(`/dog/${dog.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Mochi, 1 year' })).toBeVisible()
})

test('the status says Loading... until the answer arrives, and one dog is singular', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Solo' }, 2)
  const page = await me.context.newPage()
  let answer = () => {}
  const asked = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(SEARCH, async route => {
    await asked
    await route.continue()
  })
  // A full page load includes the answer.
  await page.goto('/doghouse')
  await appRuns(page)
  await page.getByRole('link', { name: /Find dogs nearby/ }).click()
  await expect(statusOf(page)).toHaveText('Loading...')
  answer()
  await expect(statusOf(page)).toHaveText('1 dog found within your search area')
})

test('an empty result says so, and offers to clear the filters', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  const page = await me.open('/sniff')
  await expect(page.getByText(EMPTY)).toBeVisible()
  await expect(statusOf(page)).toHaveText('0 dogs found within your search area')

  await neighbour({ name: 'Juno', size: 'large' }, 3)
  await page.goto('/sniff?sizes=small')
  await expect(page.getByText(EMPTY)).toBeVisible()
  await page.getByRole('button', { name: 'Show any size' }).click()
  await expect(page.getByRole('heading', { name: 'Juno' })).toBeVisible()
  await expect(page).toHaveURL('/sniff')
})

test('an empty result offers the radius that reaches the nearest dog', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Juno' }, 43)
  const page = await me.open('/sniff')
  await expect(page.getByText(EMPTY)).toBeVisible()
  await page.getByRole('button', { name: 'Search within 45 km' }).click()
  await expect(page.getByRole('heading', { name: 'Juno' })).toBeVisible()
  await expect(page).toHaveURL('/sniff?distance=45')
  // Dropping a filter is offered if that helps and a wider radius does not.
  await page.goto('/sniff?distance=45&sizes=large&temperaments=playful')
  await page.getByRole('button', { name: 'Show any size' }).click()
  await expect(page.getByRole('heading', { name: 'Juno' })).toBeVisible()
})

test('a failed search keeps the filters and can be tried again', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Juno' }, 3)
  const page = await me.open('/my-dogs')
  await page.route(SEARCH, route => route.abort())
  // Navigate within the app, because a page from the server includes its first answer.
  await page.evaluate(() => {
    history.pushState(null, '', '/sniff')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { name: "We couldn't load this" })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Distance' })).toBeVisible()
  await page.unroute(SEARCH)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Juno' })).toBeVisible()
})

test('owners without a location see dogs from everywhere, without distances', async ({ person }) => {
  const { neighbour } = await yard(person)
  await neighbour({ name: 'Faraway' }, 1)
  const me = await person()
  await me.dog()
  const page = await me.open('/sniff')
  const card = page.getByRole('article').filter({ hasText: 'Faraway' })
  await expect(card).toBeVisible()
  await expect(card.getByText('km away')).toHaveCount(0)
  await expect(
    page.getByText("We don't know where you live, so these are dogs from everywhere, newest first."),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Add your place' }).click()
  await expect(page).toHaveURL('/profile')
})

test('the loaded dogs are sorted by nearest or by best match', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Near', size: 'large', ageYears: 14, temperament: ['calm'] }, 2)
  await neighbour({ name: 'Twin', size: 'medium', ageYears: 3, temperament: ['friendly', 'playful'] }, 9)
  const page = await me.open('/sniff')
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveText(['Near', 'Twin'])
  await page.getByText('Best match').click()
  await expect(names).toHaveText(['Twin', 'Near'])
  await expect(page).toHaveURL('/sniff?order=match')
  await page.reload()
  await expect(names).toHaveText(['Twin', 'Near'])
  // The keyboard works as for any radio group.
  await page.getByRole('radio', { name: 'Best match' }).press('ArrowLeft')
  await expect(names).toHaveText(['Near', 'Twin'])
  await expect(page).toHaveURL('/sniff')
})

test('without an active dog Sniff redirects to My Dogs', async ({ person }) => {
  const me = await person()
  await me.livesAt(newPlace())
  const page = await me.open('/sniff')
  await expect(page).toHaveURL('/my-dogs')
})

test('a dog without a photo has a portrait drawn from its traits, which is the same everywhere', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  const { dog } = await neighbour({ name: 'Bo' }, 3)
  const page = await me.open('/sniff')
  const drawn = page.locator('img[alt="Photo of Bo"][src^="data:image/svg"]')
  await expect(drawn).toHaveJSProperty('complete', true)
  const source = await drawn.getAttribute('src')
  await page.goto(`/dog/${dog.id}`)
  await expect(page.getByRole('img', { name: 'Bo has no photo yet' })).toHaveAttribute('src', source ?? '')
})

test('distances are in miles for who prefers them, everywhere', async ({ person }) => {
  const { me, neighbour, place } = await yard(person)
  const { dog } = await neighbour({ name: 'Juno' }, 12)
  const km = shownTo(place, 12)
  const miles = `${Math.round(km / 1.609344)} mi`
  const page = await me.open('/settings')
  const card = page.getByRole('region', { name: 'Distances' })
  await expect(card.getByRole('radio', { name: 'Kilometers' })).toBeChecked()
  await card.getByText('Miles').click()
  await expect.poll(async () => (await me.call<{ units: string }>('GET', '/preferences')).units).toBe('mi')
  await page.goto('/sniff')
  await expect(page.getByRole('article').filter({ hasText: 'Juno' })).toContainText(`${miles} away`)
  await expect(page.getByText('Up to 16 mi', { exact: true })).toBeVisible()
  await page.goto(`/dog/${dog.id}`)
  await expect(page.getByText(`${miles} away`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Nori and Juno' })).toContainText(new RegExp(`${miles} apart`, 'i'))
  await page.goto('/sniff?distance=5')
  await expect(page.getByRole('button', { name: 'Search within 9 mi' })).toBeVisible()
})

test('on a phone a whole card fits, with its bark button, and the place can be changed', async ({ person }) => {
  const place = { lat: -41.29, lng: 174.78 }
  const owner = await person({}, { viewport: { width: 390, height: 844 } })
  await owner.livesAt({ ...place, city: 'Wellington' })
  await owner.dog({ temperament: ['calm'] })
  const neighbour = await person()
  await neighbour.livesAt({ ...place, city: 'Wellington' })
  await neighbour.dog({
    name: 'Duke',
    sex: 'male',
    temperament: ['calm', 'playful'],
    bio: 'Polite with puppies. '.repeat(9),
  })
  const page = await owner.open('/doghouse')
  await page.getByRole('link', { name: /Find dogs nearby/ }).click()
  const card = page.getByRole('article')
  await expect(card.getByText('Male', { exact: true })).toBeVisible()
  const bark = await card.getByRole('button', { name: 'Bark at Duke' }).boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect((bark?.y ?? 0) + (bark?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await expect(card.getByText('by city')).toHaveCount(0)

  await page.getByRole('button', { name: 'Change the place: My location' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where to sniff' })
  await expect(dialog.getByRole('button', { name: 'Switch off location' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Switch off location' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const chip = page.getByRole('button', { name: 'Change the place: Wellington' })
  await expect(chip).toBeFocused()
  await expect(card.getByText('by city')).toBeVisible()

  await chip.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/sniff')
})
