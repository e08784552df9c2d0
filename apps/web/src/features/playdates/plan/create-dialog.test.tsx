import { PARKS } from '@barkyard/domain/parks'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, fails, held, network, refuses } from '../../../testing/network-links.ts'
import { open, PHONE } from '../../../testing/open.tsx'
import { aPlaydate, dayAhead, whenAhead } from '../../../testing/plans.ts'
import { aPage } from '../../../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner, aPark } from '../../../testing/rows.ts'
import { leadsTo, sees, texts } from '../../../testing/seen.ts'

const biscuit = aDog({ name: 'Biscuit' })
const match = aMatch(biscuit, aDog({ name: 'Mochi' }))
const dialog = page.getByRole('dialog', { name: 'Create a Playdate', exact: true })
const map = dialog.getByRole('region', { name: 'Map of the parks' })
const create = dialog.getByRole('button', { name: 'Create Playdate', exact: true })
const place = dialog.getByRole('combobox', { name: 'Location', exact: true })
const time = dialog.getByRole('combobox', { name: /Time/ })
const day = dialog.getByRole('button', { name: /^Date/ })
const option = (name: string) => page.getByRole('option', { name })
const slot = (name: string) => page.getByRole('option', { name, exact: true })

async function openDialog(answers: Answers = {}, viewport: readonly [number, number] = [1280, 900]) {
  const all = { 'matches.list': aPage(match), 'playdates.overlapping': [], ...answers } satisfies Answers
  await open(`/playdates?match=${match.id}`, {
    user: anOwner({ dog: biscuit }),
    answers: all,
    viewport,
    reducedMotion: true,
  })
  await page.getByRole('button', { name: 'Create Playdate', exact: true }).click()
  await expect.element(map).toBeVisible()
}

/** Picks a day (YYYY-MM-DD) in the calendar. */
async function pickDay(date: string) {
  await day.click()
  const [year = 0, month = 1, dayOfMonth] = date.split('-').map(Number)
  const words = new Date(Date.UTC(year, month - 1, dayOfMonth)).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    dateStyle: 'long',
  })
  await expect.element(page.getByRole('table')).toBeVisible()
  const cell = page.getByRole('button', { name: words, exact: true })
  if (cell.elements().length === 0) await page.getByRole('button', { name: 'Next month' }).click()
  await cell.click()
}

test('the dialog has a title to begin with, and shows errors at its fields', async () => {
  await openDialog()
  await sees('Schedule a meetup at a San Francisco park')
  await sees('Time (1 hour duration)')
  const title = dialog.getByLabelText('Title', { exact: true })
  await expect.element(title).toHaveValue('Playdate with Mochi')
  await expect.element(day).toHaveFocus()
  await title.fill('   ')
  await create.click()
  for (const error of [
    'Title is required',
    'Please select a date',
    'Please select a time',
    'Please select a park location',
  ])
    await sees(error)
  await expect.element(title).toHaveFocus()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(network.calls('playdates.create')).toEqual([])
})

test('days and slots that have passed in San Francisco cannot be picked', async () => {
  // 2:30 PM there; in Berlin it is half past eleven at night.
  vi.useFakeTimers({ now: new Date('2027-06-16T21:30:00Z'), toFake: ['Date'] })
  await openDialog()
  await day.click()
  const calendar = page.getByRole('table')
  await expect.element(calendar).toBeVisible()
  const days = [...calendar.element().querySelectorAll('th')].map(head => head.textContent)
  expect(days).toEqual(['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'])
  // Days outside the month are shown.
  for (const [name, isOff] of [
    ['15 June 2027', true],
    ['16 June 2027', false],
    ['31 May 2027', true],
    ['2 July 2027', false],
    ['Previous month', true],
  ] as const)
    expect(page.getByRole('button', { name, exact: true }).element().matches(':disabled'), name).toBe(isOff)
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()

  await pickDay('2027-06-17')
  await expect.element(dialog.getByRole('button', { name: 'Date Thu, Jun 17' })).toHaveFocus()
  await time.click()
  await option('9:00 AM').click()
  await expect.element(time).toHaveValue('9:00 AM')
  // Back to today, where nine o'clock has passed.
  await pickDay('2027-06-16')
  await expect.element(time).toHaveValue('')
  await time.click()
  await expect.element(slot('2:00 PM')).toHaveAttribute('data-combobox-disabled', 'true')
  await expect.element(slot('3:00 PM')).not.toHaveAttribute('data-combobox-disabled')
})

test('after the last slot the day is over in San Francisco time, not in the browser’s', async () => {
  // 11:30 PM on the 16th there, half past eight the next morning in Berlin.
  vi.useFakeTimers({ now: new Date('2027-06-17T06:30:00Z'), toFake: ['Date'] })
  await openDialog()
  await pickDay('2027-06-16')
  await expect.element(dialog.getByText("Today's times have all passed. Please pick another day.")).toBeVisible()
})

test('the button shows Creating... while sending, and a failure shows an error and keeps the form', async () => {
  const sending = held<void>()
  await openDialog({ 'playdates.create': () => sending.promise.then(fails) })
  await pickDay(dayAhead(2))
  await time.click()
  await expect
    .poll(() => texts(page.getByRole('option')))
    .toEqual([
      ...[9, 10, 11].map(hour => `${hour}:00 AM`),
      '12:00 PM',
      ...[1, 2, 3, 4, 5, 6].map(hour => `${hour}:00 PM`),
    ])
  await option('9:00 AM').click()
  await place.click()
  await option('Fort Funston').click()
  await create.click()
  await expect
    .element(dialog.getByRole('button', { name: 'Creating...', exact: true }))
    .toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  sending.resolve()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Failed to create playdate. Please try again.')
  // The dialog makes room for it.
  const bottom = () => dialog.element().getBoundingClientRect().bottom
  await expect.poll(bottom).toBeLessThanOrEqual(alert.element().getBoundingClientRect().top)
  await expect.element(place).toHaveValue('Fort Funston')
  await expect.element(create).toHaveFocus()

  // The server's message, if it has one.
  network.answer({ 'playdates.create': refuses('not-in-future') })
  await create.click()
  await expect.element(alert).toHaveTextContent('Please choose a time in the future')
})

test('a double click makes one plan, which is shown and focused, clear of the toast', async () => {
  const sending = held<void>()
  const others = [2, 3, 4, 5].map(days => aPlaydate(match, { notes: `Walk ${days}`, whenTs: whenAhead(days) }))
  await openDialog(
    {
      'playdates.list': aPage(...others),
      'playdates.create': async ({ notes = '', whenTs, parkId }) => {
        expect(parkId).toBe('alamo-square')
        await sending.promise
        const made = aPlaydate(match, { notes, whenTs, proposerDogId: biscuit.id })
        network.answer({ 'playdates.list': aPage(...others, made) })
        return made
      },
    },
    PHONE,
  )
  await dialog.getByLabelText('Title', { exact: true }).fill('The last of all')
  await pickDay(dayAhead(9))
  await time.click()
  await option('4:00 PM').click()
  await place.click()
  await option('Alamo Square Park').click()
  await create.dblClick()
  sending.resolve()
  const made = page.getByRole('article', { name: 'The last of all' })
  await expect.element(made).toHaveFocus()
  const boxOf = (one: typeof made) => one.element().getBoundingClientRect()
  const heading = made.getByRole('heading')
  await expect
    .poll(() => boxOf(page.getByText('Playdate created!', { exact: true })).top - boxOf(heading).bottom)
    .toBeGreaterThan(0)
  await expect.poll(() => boxOf(heading).top).toBeGreaterThan(0)
  await sees('Your proposal has been sent to Mochi.')
  expect(network.calls('playdates.create')).toHaveLength(1)
})

test('the map is readable without tiles and in sync with the select', async () => {
  await openDialog()
  await expect.element(map).toHaveStyle({ height: '400px' })
  const pin = (name: string) => map.getByRole('button', { name })
  for (const { name } of PARKS) await expect.poll(() => pin(name).elements().length).toBe(1)
  await expect.element(map.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible()

  // A click on a marker selects it and shows its name and address.
  const height = () => pin('Lafayette Park').element().getBoundingClientRect().height
  const before = height()
  await pin('Lafayette Park').click()
  await expect.element(place).toHaveValue('Lafayette Park')
  await expect.element(map.getByText('Gough St & Washington St, San Francisco, CA 94109')).toBeVisible()
  await expect.element(pin('Lafayette Park')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(height).toBeGreaterThan(before)

  // A park chosen in the select shows on the map, even if it was out of view.
  await place.click()
  await option('Fort Funston').click()
  await expect.element(map.getByText('500 Skyline Blvd, San Francisco, CA 94132')).toBeInViewport()
  await expect.element(pin('Lafayette Park')).toHaveAttribute('aria-pressed', 'false')

  // The same by keyboard.
  ;(pin('Dolores Park').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(place).toHaveValue('Dolores Park')
  await expect.element(map.getByText('Dolores St & 19th St, San Francisco, CA 94114')).toBeVisible()
  await expect.element(pin('Dolores Park')).toHaveFocus()
  await expect.element(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Show all parks' }).click()
  for (const { name } of PARKS) await expect.element(pin(name)).toBeInViewport()
})

test('on a phone the dialog fills the screen, with its button at the bottom, a press between two pins means the nearer one, and no popup covers a name', async () => {
  await openDialog({}, PHONE)
  await expect.element(create).toBeInViewport({ ratio: 1 })
  await expect.poll(() => dialog.element().getBoundingClientRect().width).toBe(375)
  const { bottom, height } = create.element().getBoundingClientRect()
  expect(bottom).toBeGreaterThan(640)
  expect(height).toBeGreaterThanOrEqual(44)
  map.element().scrollIntoView({ block: 'center' })
  const pin = (name: string) => map.getByRole('button', { name })
  const label = (name: string) => pin(name).element().querySelector('span') as HTMLElement
  // The zoom is the same as elsewhere.
  const tile = () => document.querySelector<HTMLImageElement>('.leaflet-tile')?.src
  await expect.poll(tile).toMatch(/\/12\/\d+\/\d+/)
  const centre = (name: string) => {
    const box = pin(name).element().querySelector('svg')?.getBoundingClientRect() ?? new DOMRect()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  await expect.poll(() => pin('Alamo Square Park').elements().length).toBe(1)
  const [alamo, buenaVista] = [centre('Alamo Square Park'), centre('Buena Vista Park')]
  // No target covers another.
  expect(Math.max(Math.abs(alamo.x - buenaVista.x), Math.abs(alamo.y - buenaVista.y))).toBeGreaterThanOrEqual(43)
  // Buena Vista's marker is told of a tap that is nearer to Alamo Square.
  const tap = { bubbles: true, detail: 1, clientX: alamo.x - 3, clientY: alamo.y + 12 }
  pin('Buena Vista Park').element().querySelector('svg')?.dispatchEvent(new MouseEvent('click', tap))
  await expect.element(place).toHaveValue('Alamo Square Park')
  await expect.element(map.getByText('Steiner St & Hayes St, San Francisco, CA 94117')).toBeVisible()
  const all = dialog.getByRole('button', { name: 'Show all parks' })
  await all.click()
  await expect.poll(() => document.querySelector('.leaflet-popup')).toBeNull()
  // With all parks in view, names are complete and cover no other park's pin.
  for (const { name } of PARKS) await expect.element(label(name)).toBeInViewport({ ratio: 1 })
  for (const name of ['Golden Gate Park', 'Crissy Field', 'Fort Funston']) {
    await pin(name).click()
    await expect.element(place).toHaveValue(name)
    // The popup stands above the pin, which grew by the tap, and covers neither its name nor a button of the map.
    await expect
      .poll(() => {
        const popup = document.querySelector('.leaflet-popup')?.getBoundingClientRect()
        if (!popup) return 'no popup'
        if (popup.bottom > pin(name).element().getBoundingClientRect().y + 1) return 'below the pin'
        const others = [label(name), pin('Zoom in').element(), pin('Zoom out').element(), all.element()]
        return others.map(one => one.getBoundingClientRect()).filter(box => overlap(popup, box)).length
      })
      .toBe(0)
    await all.click()
    await expect.poll(() => document.querySelector('.leaflet-popup')).toBeNull()
  }
  expect(document.documentElement.scrollWidth).toBe(375)
})

const overlap = (one: DOMRect, other: DOMRect) =>
  one.x < other.right - 1 && other.x < one.right - 1 && one.y < other.bottom - 1 && other.y < one.bottom - 1

test('elsewhere the form offers the parks of both, in their own time, and the map groups them', async () => {
  // 9:30 AM in Chicago, half past seven in San Francisco.
  vi.useFakeTimers({ now: new Date('2027-06-16T14:30:00Z'), toFake: ['Date'] })
  const omaha = { lat: 41.2565, lng: -95.9345, timeZone: 'America/Chicago', source: 'import' } as const
  const attribution = '© OpenStreetMap contributors'
  const parks = Array.from({ length: 40 }, (_, nth) =>
    aPark({ ...omaha, name: `Park ${nth + 1}`, lat: omaha.lat + nth / 1000, distance: nth, attribution }),
  )
  const facts = { fenced: true, water: null, smallDogs: null, leash: 'hours' } as const
  const far = aPark({ ...omaha, name: 'Far Meadow', lat: 42, address: '5 Elm St', facts })
  await openDialog({ 'parks.ofMatch': [...parks, far], 'playdates.create': () => new Promise(() => undefined) })
  await expect.element(dialog.getByText('Schedule a meetup at a park near you')).toBeVisible()
  await expect.element(dialog.getByText('Chicago time')).toBeVisible()
  await expect.element(dialog.getByText('Parks: © OpenStreetMap contributors')).toBeVisible()
  // Pins of 41 parks would cover each other.
  const group = map.getByRole('button', { name: /parks: look closer/ })
  await expect.poll(() => group.elements().length).toBeGreaterThan(0)
  const before = group.elements().length
  ;(group.elements()[0] as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => group.elements().length === before).toBe(false)

  await pickDay('2027-06-16')
  await time.click()
  await expect.element(slot('9:00 AM')).toHaveAttribute('data-combobox-disabled', 'true')
  await slot('10:00 AM').click()
  await place.click()
  await expect.element(page.getByRole('option', { name: 'Park 4 3 km' })).toBeInTheDocument()
  await place.fill('Far')
  await page.getByRole('option', { name: 'Far Meadow 5 Elm St · Fenced · Off leash at some hours' }).click()
  await expect.element(map.getByText('5 Elm St')).toBeInViewport()
  await leadsTo(dialog.getByRole('link', { name: 'About Far Meadow' }), `/park/${far.id}`)
  await create.click()
  await expect
    .poll(() => network.calls('playdates.create'))
    .toMatchObject([{ parkId: far.id, whenTs: '2027-06-16T15:00:00.000Z' }])
})
