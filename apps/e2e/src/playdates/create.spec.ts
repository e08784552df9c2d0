import { settled } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { dayAhead, openDialog, pair, pickDay, playdatesOf, whenAhead } from './playdates-people.ts'

test('map and calendar are downloaded with the dialog, which shows errors at its fields', async ({ person }) => {
  const { me } = await pair(person)
  const page = await me.context.newPage()
  const files: string[] = []
  page.on('request', request => files.push(request.url()))
  await page.goto('/doghouse')
  await page.getByRole('link', { name: 'Playdates' }).first().click()
  await expect(page.getByText('No upcoming playdates. Create one above!')).toBeVisible()
  expect(files.filter(url => url.includes('plan-form'))).toEqual([])

  const dialog = await openDialog(page)
  expect(files.filter(url => url.includes('plan-form'))).not.toEqual([])
  await expect(dialog.getByText('Schedule a meetup at a San Francisco park')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Playdate with Mochi')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByText('Time (1 hour duration)')).toBeVisible()

  await dialog.getByLabel('Title').fill('   ')
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  for (const message of [
    'Title is required',
    'Please select a date',
    'Please select a time',
    'Please select a park location',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create Playdate' })).toBeFocused()
  expect(await playdatesOf(me)).toEqual([])

  // Back closes the dialog, and only then leaves the page.
  await page.getByRole('button', { name: 'Create Playdate' }).click()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await settled(page)
  await page.evaluate(() => history.back())
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Playdates', level: 1 })).toBeVisible()
})

test('a playdate is proposed once, for the time in the parks', async ({ person }) => {
  const { me, friend, myDog, matchId } = await pair(person)
  const theirs = await friend.open('/playdates')
  const page = await me.open('/playdates')
  const dialog = await openDialog(page)
  await dialog.getByLabel('Title').fill('Fetch at noon')
  await pickDay(page, dayAhead(5))
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await expect(page.getByRole('option')).toHaveText([
    '9:00 AM',
    '10:00 AM',
    '11:00 AM',
    '12:00 PM',
    '1:00 PM',
    '2:00 PM',
    '3:00 PM',
    '4:00 PM',
    '5:00 PM',
    '6:00 PM',
  ])
  await page.getByRole('option', { name: '12:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Alamo Square Park' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Alamo Square Park')

  await dialog.getByRole('button', { name: 'Create Playdate' }).dblclick()
  const toast = page.getByRole('status').filter({ hasText: 'Playdate created!' })
  await expect(toast).toContainText('Your proposal has been sent to Mochi.')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: 'Fetch at noon' }).getByText('12:00 PM')).toBeVisible()
  // The other side sees the proposal and can answer it.
  await expect(theirs.getByRole('article', { name: 'Fetch at noon' }).getByRole('button')).toHaveText([
    // The menu of the other dog.
    '',
    'Accept',
    'Decline',
    'Suggest another time',
  ])
  expect(await playdatesOf(me)).toMatchObject([
    {
      matchId,
      whenTs: whenAhead(5, '12:00:00'),
      parkName: 'Alamo Square Park',
      lat: '37.7764',
      lng: '-122.4346',
      notes: 'Fetch at noon',
      status: 'proposed',
      proposerDogId: myDog.id,
    },
  ])
})

test('days and slots that have passed in San Francisco cannot be picked', async ({ person }) => {
  const { me } = await pair(person)
  const page = await me.context.newPage()
  // 2:30 PM there; in Berlin it is half past eleven at night.
  await page.clock.setFixedTime(new Date('2027-06-16T21:30:00Z'))
  await page.goto('/playdates')
  const dialog = await openDialog(page)
  await page.getByRole('button', { name: /^Date/ }).click()
  const calendar = page.getByRole('table')
  await expect(calendar.getByRole('columnheader')).toHaveText(['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'])
  await expect(page.getByRole('button', { name: '15 June 2027' })).toBeDisabled()
  await expect(page.getByRole('button', { name: '16 June 2027' })).toBeEnabled()
  // Days outside the month are shown.
  await expect(page.getByRole('button', { name: '31 May 2027' })).toBeDisabled()
  await expect(page.getByRole('button', { name: '2 July 2027' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog).toBeVisible()

  await pickDay(page, '2027-06-17')
  await expect(dialog.getByRole('button', { name: 'Date Thu, Jun 17' })).toBeFocused()
  const time = dialog.getByRole('combobox', { name: /Time/ })
  await time.click()
  await page.getByRole('option', { name: '9:00 AM' }).click()
  await expect(time).toHaveValue('9:00 AM')
  // Back to today, where nine o'clock has passed.
  await pickDay(page, '2027-06-16')
  await expect(time).toHaveValue('')
  await time.click()
  await expect(page.getByRole('option', { name: '2:00 PM', exact: true })).toBeDisabled()
  await expect(page.getByRole('option', { name: '3:00 PM', exact: true })).toBeEnabled()
})

test('after the last slot the day is over in San Francisco time, not in the browser’s', async ({ person }) => {
  const { me } = await pair(person, { timezoneId: 'Pacific/Honolulu' })
  const page = await me.context.newPage()
  // 11:30 PM on the 16th there, half past eight in Honolulu.
  await page.clock.setFixedTime(new Date('2027-06-17T06:30:00Z'))
  await page.goto('/playdates')
  const dialog = await openDialog(page)
  await pickDay(page, '2027-06-16')
  await expect(dialog.getByText("Today's times have all passed. Please pick another day.")).toBeVisible()
})

test('the button shows Creating... while sending, and a failure shows an error and keeps the form', async ({
  person,
}) => {
  const { me } = await pair(person)
  const page = await me.context.newPage()
  // The browser's clock is days slow, so its future is past for the server.
  await page.clock.setFixedTime(new Date(whenAhead(-3)))
  await page.goto('/playdates')
  const dialog = await openDialog(page)
  await pickDay(page, dayAhead(-2))
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '9:00 AM' }).click()
  await dialog.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'Fort Funston' }).click()

  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/playdates\.create/, async route => {
    await held
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  release()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to create playdate. Please try again.')
  await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Fort Funston')
  await expect(dialog.getByRole('button', { name: 'Create Playdate' })).toBeFocused()
  await page.unroute(/playdates\.create/)

  // The server's message, if it has one.
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  await expect(alert).toContainText('Please choose a time in the future')
})
