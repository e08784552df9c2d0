import { PARKS } from '@barkyard/domain/parks'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, fails, held, network, refuses } from '../../../testing/network-links.ts'
import { open, PHONE } from '../../../testing/open.tsx'
import { aPlaydate, dayAhead, whenAhead } from '../../../testing/plans.ts'
import { aPage } from '../../../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner, aPark } from '../../../testing/rows.ts'
import { boxOf, button, isGone, isSeen, leadsTo, pressOn, says, sees, settled } from '../../../testing/seen.ts'

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
const pin = (name: string) => map.getByRole('button', { name })

async function openDialog(answers: Answers = {}, viewport: readonly [number, number] = [1280, 900]) {
  const all = { 'matches.list': aPage(match), 'playdates.overlapping': [], ...answers } satisfies Answers
  const options = { user: anOwner({ dog: biscuit }), answers: all, viewport, reducedMotion: true }
  await open(`/playdates?match=${match.id}`, options)
  await button('Create Playdate').click()
  await isSeen(map)
}

/** Picks a day (YYYY-MM-DD) in the calendar. */
async function pickDay(date: string) {
  await day.click()
  await isSeen(page.getByRole('table'))
  const cell = button(new Date(date).toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'long' }))
  if (cell.elements().length === 0) await button('Next month').click()
  await cell.click()
}

/** Picks an hour and a park. */
async function pick(hour: string, park: string) {
  await time.click()
  await option(hour).click()
  await place.click()
  await option(park).click()
}

test('the dialog has a title, shows errors at its fields and that it is sending, and a failure keeps the form', async () => {
  const sending = held<void>()
  await openDialog({ 'playdates.create': () => sending.promise.then(fails) })
  await sees('Schedule a meetup at a San Francisco park', 'Time (1 hour duration)')
  const title = dialog.getByLabelText('Title', { exact: true })
  await expect.element(title).toHaveValue('Playdate with Mochi')
  await expect.element(day).toHaveFocus()
  await title.fill('   ')
  await create.click()
  await sees('Title is required', 'Please select a date', 'Please select a time', 'Please select a park location')
  await expect.element(title).toHaveFocus()
  expect(network.calls('playdates.create')).toEqual([])

  await title.fill('Fetch')
  await pickDay(dayAhead(2))
  await pick('9:00 AM', 'Fort Funston')
  await create.click()
  const busy = dialog.getByRole('button', { name: 'Creating...', exact: true })
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await isSeen(dialog)
  sending.resolve()
  const alert = page.getByRole('alert')
  await says(alert, 'Failed to create playdate. Please try again.')
  // The dialog makes room for it.
  await expect.poll(() => boxOf(dialog).bottom).toBeLessThanOrEqual(boxOf(alert).top)
  await expect.element(place).toHaveValue('Fort Funston')
  await expect.element(create).toHaveFocus()

  // The server's message, if it has one.
  network.answer({ 'playdates.create': refuses('not-in-future') })
  await create.click()
  await says(alert, 'Please choose a time in the future')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await isGone(dialog)
  // The focus returns to what opened it. Back closes it too, and only then leaves the page.
  const opener = button('Create Playdate')
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await expect.element(day).toHaveFocus()
  await settled()
  history.back()
  await isGone(dialog)
  await isSeen(page.getByRole('heading', { level: 1, name: 'Playdates' }))
})

test('days and slots that have passed in San Francisco cannot be picked', async () => {
  // 2:30 PM there; in Berlin it is half past eleven at night.
  vi.useFakeTimers({ now: new Date('2027-06-16T21:30:00Z'), toFake: ['Date'] })
  await openDialog()
  await day.click()
  const calendar = page.getByRole('table')
  await isSeen(calendar)
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
    expect(button(name).element().matches(':disabled'), name).toBe(isOff)
  await userEvent.keyboard('{Escape}')
  await isGone(calendar)
  await isSeen(dialog)

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
  await isSeen(dialog.getByText("Today's times have all passed. Please pick another day."))
})

test('a double click makes one plan, which is shown and focused, clear of the toast', async () => {
  const sending = held<void>()
  const others = [2, 3, 4, 5].map(days => aPlaydate(match, { notes: `Walk ${days}`, whenTs: whenAhead(days) }))
  const make: Answers['playdates.create'] = async ({ notes = '', whenTs }) => {
    await sending.promise
    const made = aPlaydate(match, { notes, whenTs, proposerDogId: biscuit.id })
    network.answer({ 'playdates.list': aPage(...others, made) })
    return made
  }
  await openDialog({ 'playdates.list': aPage(...others), 'playdates.create': make }, PHONE)
  await dialog.getByLabelText('Title', { exact: true }).fill('The last of all')
  await pickDay(dayAhead(9))
  await pick('4:00 PM', 'Alamo Square Park')
  await create.dblClick()
  sending.resolve()
  const made = page.getByRole('article', { name: 'The last of all' })
  await expect.element(made).toHaveFocus()
  const heading = made.getByRole('heading')
  const toast = page.getByText('Playdate created!', { exact: true })
  await expect.poll(() => boxOf(toast).top - boxOf(heading).bottom).toBeGreaterThan(0)
  await expect.poll(() => boxOf(heading).top).toBeGreaterThan(0)
  await sees('Your proposal has been sent to Mochi.')
  expect(network.calls('playdates.create')).toMatchObject([{ parkId: 'alamo-square' }])
})

test('the map is readable without tiles and in sync with the select', async () => {
  await openDialog()
  await expect.element(map).toHaveStyle({ height: '400px' })
  for (const { name } of PARKS) await expect.poll(() => pin(name).elements().length).toBe(1)
  await isSeen(map.getByRole('link', { name: '© OpenStreetMap contributors' }))

  // A click on a marker selects it and shows its name and address.
  const height = () => boxOf(pin('Lafayette Park')).height
  const before = height()
  await pin('Lafayette Park').click()
  await expect.element(place).toHaveValue('Lafayette Park')
  await isSeen(map.getByText('Gough St & Washington St, San Francisco, CA 94109'))
  await expect.element(pin('Lafayette Park')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(height).toBeGreaterThan(before)

  // A park chosen in the select shows on the map, even if it was out of view.
  await place.click()
  await option('Fort Funston').click()
  await expect.element(map.getByText('500 Skyline Blvd, San Francisco, CA 94132')).toBeInViewport()
  await expect.element(pin('Lafayette Park')).toHaveAttribute('aria-pressed', 'false')

  // The same by keyboard.
  await pressOn(pin('Dolores Park'), '{Enter}')
  await expect.element(place).toHaveValue('Dolores Park')
  await isSeen(map.getByText('Dolores St & 19th St, San Francisco, CA 94114'))
  await expect.element(pin('Dolores Park')).toHaveFocus()
  await isSeen(dialog)

  await dialog.getByRole('button', { name: 'Show all parks' }).click()
  for (const { name } of PARKS) await expect.element(pin(name)).toBeInViewport()
})

test('on a phone the dialog fills the screen, with its button at the bottom, a press between two pins means the nearer one, and no popup covers a name', async () => {
  await openDialog({}, PHONE)
  await expect.element(create).toBeInViewport({ ratio: 1 })
  await expect.poll(() => boxOf(dialog).width).toBe(375)
  expect(boxOf(create).bottom).toBeGreaterThan(640)
  expect(boxOf(create).height).toBeGreaterThanOrEqual(44)
  map.element().scrollIntoView({ block: 'center' })
  const label = (name: string) => pin(name).element().querySelector('span') as HTMLElement
  // The zoom is the same as elsewhere.
  const tile = () => document.querySelector<HTMLImageElement>('.leaflet-tile')?.src
  await expect.poll(tile).toMatch(/\/12\/\d+\/\d+/)
  const marker = (name: string) => pin(name).element().querySelector('svg') as SVGElement
  const centre = (name: string) => {
    const { x, y, width, height } = marker(name).getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }
  await expect.poll(() => pin('Alamo Square Park').elements().length).toBe(1)
  const [alamo, buenaVista] = [centre('Alamo Square Park'), centre('Buena Vista Park')]
  // No target covers another.
  expect(Math.max(Math.abs(alamo.x - buenaVista.x), Math.abs(alamo.y - buenaVista.y))).toBeGreaterThanOrEqual(43)
  // Buena Vista's marker is told of a tap that is nearer to Alamo Square.
  const tap = { bubbles: true, detail: 1, clientX: alamo.x - 3, clientY: alamo.y + 12 }
  marker('Buena Vista Park').dispatchEvent(new MouseEvent('click', tap))
  await expect.element(place).toHaveValue('Alamo Square Park')
  await isSeen(map.getByText('Steiner St & Hayes St, San Francisco, CA 94117'))
  const all = dialog.getByRole('button', { name: 'Show all parks' })
  const popup = () => document.querySelector('.leaflet-popup')
  const showAll = async () => {
    await all.click()
    await expect.poll(popup).toBeNull()
  }
  await showAll()
  // With all parks in view, names are complete and cover no other park's pin.
  for (const { name } of PARKS) await expect.element(label(name)).toBeInViewport({ ratio: 1 })
  for (const name of ['Golden Gate Park', 'Crissy Field', 'Fort Funston']) {
    await pin(name).click()
    await expect.element(place).toHaveValue(name)
    // The popup stands above the pin, which grew by the tap, and covers neither its name nor a button of the map.
    await expect
      .poll(() => {
        const box = popup()?.getBoundingClientRect()
        if (!box) return 'no popup'
        if (box.bottom > boxOf(pin(name)).y + 1) return 'below the pin'
        const others = [label(name), pin('Zoom in').element(), pin('Zoom out').element(), all.element()]
        return others.filter(other => overlap(box, other.getBoundingClientRect())).length
      })
      .toBe(0)
    await showAll()
  }
  expect(document.documentElement.scrollWidth).toBe(375)
})

const overlap = (one: DOMRect, other: DOMRect) =>
  one.x < other.right - 1 && other.x < one.right - 1 && one.y < other.bottom - 1 && other.y < one.bottom - 1

test('elsewhere the form offers the parks of both, in their own time, and the map groups them', async () => {
  // 9:30 AM in Chicago, half past seven in San Francisco.
  vi.useFakeTimers({ now: new Date('2027-06-16T14:30:00Z'), toFake: ['Date'] })
  const omaha = { lat: 41.2565, lng: -95.9345, timeZone: 'America/Chicago', source: 'import' } as const
  const some = { ...omaha, attribution: '© OpenStreetMap contributors' }
  const parks = Array.from({ length: 40 }, (_, nth) =>
    aPark({ ...some, name: `Park ${nth + 1}`, lat: omaha.lat + nth / 1000, distance: nth }),
  )
  const facts = { fenced: true, water: null, smallDogs: null, leash: 'hours' } as const
  const far = aPark({ ...omaha, name: 'Far Meadow', lat: 42, address: '5 Elm St', facts })
  await openDialog({ 'parks.ofMatch': [...parks, far], 'playdates.create': () => new Promise(() => undefined) })
  await isSeen(dialog.getByText('Schedule a meetup at a park near you'))
  await isSeen(dialog.getByText('Chicago time'))
  await isSeen(dialog.getByText('Parks: © OpenStreetMap contributors'))
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
