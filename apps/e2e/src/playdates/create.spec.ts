import { settled } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { dayAhead, openDialog, pair, pickDay, playdatesOf, whenAhead } from './playdates-people.ts'

test('map and calendar are downloaded with the dialog, with tiles of the configured server, and Back closes it', async ({
  person,
}) => {
  const { me } = await pair(person)
  const page = await me.context.newPage()
  const files: string[] = []
  page.on('request', request => files.push(request.url()))
  await page.goto('/doghouse')
  await appRuns(page)
  await page.getByRole('link', { name: 'Playdates' }).first().click()
  await expect(page.getByText('No upcoming playdates. Create one above!')).toBeVisible()
  expect(files.filter(url => url.includes('plan-form'))).toEqual([])

  // Without the map's code the dialog says so, and can be told to try again.
  await page.route(/plan-form.*\.js/, route => route.abort())
  await page.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
  await page.getByRole('option', { name: 'Mochi' }).click()
  await page.getByRole('button', { name: 'Create Playdate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Playdate' })
  await expect(dialog.getByText("We couldn't load the map")).toBeVisible()
  await page.unroute(/plan-form.*\.js/)
  const tile = page.waitForRequest(request => request.url().startsWith('http://127.0.0.1:9/12/'))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('region', { name: 'Map of the parks' })).toBeVisible()
  await tile

  // The focus returns to what opened it.
  const create = page.getByRole('button', { name: 'Create Playdate' })
  await expect(dialog.getByRole('button', { name: /^Date/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()

  // Back closes the dialog, and only then leaves the page.
  await create.click()
  await expect(dialog.getByRole('button', { name: /^Date/ })).toBeFocused()
  await settled(page)
  await page.evaluate(() => history.back())
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Playdates', level: 1 })).toBeVisible()
})

test('a playdate is proposed once, for the time in the parks', async ({ person }) => {
  const { me, friend, friendsDog, myDog, matchId } = await pair(person)
  await friend.photo(friendsDog)
  const theirs = await friend.open('/playdates')
  const page = await me.open('/playdates')
  const dialog = await openDialog(page)
  await dialog.getByLabel('Title').fill('Fetch at noon')
  await pickDay(page, dayAhead(5))
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '12:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Alamo Square Park' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Alamo Square Park')

  await dialog.getByRole('button', { name: 'Create Playdate' }).dblclick()
  const toast = page.getByRole('status').filter({ hasText: 'Playdate created!' })
  await expect(toast).toContainText('Your proposal has been sent to Mochi.')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: 'Fetch at noon' }).getByText('12:00 PM')).toBeVisible()
  // Loaded: as wide as `sizes` says.
  const photo = page.getByRole('article', { name: 'Fetch at noon' }).getByRole('img', { name: 'Photo of Mochi' })
  await expect(photo).toHaveJSProperty('naturalWidth', 128)
  // The other side sees the proposal and can answer it.
  await expect(theirs.getByRole('article', { name: 'Fetch at noon' }).getByRole('button')).toHaveText([
    // The menu of the other dog.
    '',
    'Accept',
    'Decline',
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
